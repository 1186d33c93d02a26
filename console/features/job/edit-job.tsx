import type { Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { JOB_NAMES, JobFields, readJobFields } from './job-fields.tsx';

/** Changes what was sold, for how much and who is responsible. */
export function EditJob({ job, onClose }: { job: Job; onClose(): void }) {
  const { time_zone: zone, currency } = useMe().organization;
  const form = useForm(JOB_NAMES, async (values) => {
    const read = readJobFields(values, { zone, currency, job });
    if ('errors' in read) return read.errors;
    jobs.put(await inSession(() => api.jobs.update(job.job_id, read.body)));
    sayDone(text.job.saved, { undo: () => void restore(job) });
    onClose();
  });
  return (
    <FormDialog title={text.job.editTitle} form={form} submit={text.save} onClose={onClose}>
      <JobFields
        job={job}
        person={{ customerId: job.customer_id, leadId: job.lead_id }}
        service={null}
        currency={currency}
        zone={zone}
        errors={form.trouble.fields}
      />
    </FormDialog>
  );
}

async function restore(before: Job): Promise<void> {
  const { title, service, contract, assigned_to, property_id, equipment_id } = before;
  const { warranty_months, enrolled_at } = before;
  const body = { title, service, contract, assigned_to, property_id, equipment_id };
  const changed = await act(() =>
    api.jobs.update(before.job_id, enrolled_at === null ? { ...body, warranty_months } : body),
  );
  if (changed) jobs.put(changed);
}
