import type { Estimate, Invoice, Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { estimates, kindOf } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { useQuery } from '../../store/use-query.ts';

export interface EstimateDetails {
  estimate: Estimate;
  /** What it was accepted as; null before, and without the right to read it. */
  job: Job | null;
  invoice: Invoice | null;
}

/** One version of an estimate, with the job and the deposit invoice that it made, up to date. */
export function useEstimate(id: string) {
  const me = useMe();
  const mayRead = (kind: string) => mayI(me, `${kind}:read`) || mayI(me, `${kind}:own`);
  const details = useQuery<EstimateDetails>(`estimate ${id}`, {
    load: async (signal) => {
      const estimate = await api.estimates.get(id, { signal });
      const { job_id = null, invoice_id = null } = estimate.acceptance ?? {};
      const [job, invoice] = await Promise.all([
        job_id !== null && mayRead('jobs') ? api.jobs.get(job_id, { signal }) : null,
        invoice_id !== null && mayRead('invoices')
          ? api.invoices.get(invoice_id, { signal })
          : null,
      ]);
      estimates.put(estimate);
      return { estimate, job, invoice };
    },
    isAffectedBy: (event): boolean =>
      ['estimate', 'job', 'invoice', 'customer', 'lead'].includes(kindOf(event)) &&
      event.lifecycle_number === details.value?.estimate.lifecycle_number,
  });
  const { value } = details;
  const [estimate] = useNewest(estimates, value && [value.estimate]) ?? [];
  return { ...details, value: value && estimate && { ...value, estimate } };
}

/** Those of a number, newest first. */
export function useEstimatesOf(lifecycleNumber: string, mayRead: boolean): readonly Estimate[] {
  const { value } = useQuery<readonly Estimate[]>(`estimates ${lifecycleNumber}`, {
    load: async (signal) => {
      if (!mayRead) return [];
      const query = { lifecycle_number: lifecycleNumber, limit: 100 };
      const found = await api.estimates.list(query, { signal }).toArray({ limit: MAX_ESTIMATES });
      for (const one of found) estimates.put(one);
      return found;
    },
    isAffectedBy: (event) =>
      kindOf(event) === 'estimate' && event.lifecycle_number === lifecycleNumber,
  });
  return useNewest(estimates, value) ?? [];
}

const MAX_ESTIMATES = 200;
