import type {
  Appointment,
  Event,
  Invoice,
  Job,
  JobAttachment,
  JobNote,
  WarrantyClaim,
} from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { appointments, invoices, jobs } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { useQuery } from '../../store/use-query.ts';

/** Everything on the page of a job. What the user may not read is empty. */
export interface JobDetails {
  job: Job;
  visits: readonly Appointment[];
  invoices: readonly Invoice[];
  notes: readonly JobNote[];
  attachments: readonly JobAttachment[];
  claims: readonly WarrantyClaim[];
}

/** More than a job has; a list that is longer ends here. */
const MAX_RECORDS = 1_000;

export function useJob(id: string) {
  const me = useMe();
  const mayRead = (kind: string) => mayI(me, `${kind}:read`) || mayI(me, `${kind}:own`);
  const details = useQuery<JobDetails>(`job ${id}`, {
    load: async (signal) => {
      const all = { limit: MAX_RECORDS };
      const [job, visits, billed, notes, attachments, claims] = await Promise.all([
        api.jobs.get(id, { signal }),
        mayRead('appointments')
          ? api.appointments.list({ job_id: id, limit: 200 }, { signal }).toArray(all)
          : [],
        mayRead('invoices')
          ? api.invoices.list({ job_id: id, limit: 200 }, { signal }).toArray(all)
          : [],
        api.jobs.notes.list(id, { limit: 200 }, { signal }).toArray(all),
        api.jobs.attachments.list(id, { limit: 200 }, { signal }).toArray(all),
        api.jobs.warrantyClaims.list(id, { limit: 200 }, { signal }).toArray(all),
      ]);
      jobs.put(job);
      for (const one of visits) appointments.put(one);
      for (const one of billed) invoices.put(one);
      return { job, visits, invoices: billed, notes, attachments, claims };
    },
    isAffectedBy: (event): boolean => concerns(event, id, details.value?.job.customer_id),
  });
  const { value } = details;
  const [job] = useNewest(jobs, value && [value.job]) ?? [];
  const visits = useNewest(appointments, value?.visits);
  const billed = useNewest(invoices, value?.invoices);
  const newest = value && job && visits && billed && { ...value, job, visits, invoices: billed };
  return { ...details, value: newest };
}

/** An event of the job, or of what belongs to it. */
function concerns({ type, data }: Event, id: string, customerId: string | undefined): boolean {
  if (typeof data !== 'object' || data === null) return false;
  if ('job_id' in data && data.job_id === id) return true;
  return type === 'customer.updated' && 'customer_id' in data && data.customer_id === customerId;
}
