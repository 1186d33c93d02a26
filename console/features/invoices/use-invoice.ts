import type { InvoiceWithPayments, Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { invoices, jobs, kindOf } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { useQuery } from '../../store/use-query.ts';

export interface InvoiceDetails {
  invoice: InvoiceWithPayments;
  /** Null without the right to read jobs. */
  job: Job | null;
}

/** An invoice with its payments and its job, up to date. */
export function useInvoice(id: string) {
  const me = useMe();
  const mayReadJob = mayI(me, 'jobs:read') || mayI(me, 'jobs:own');
  const details = useQuery<InvoiceDetails>(`invoice ${id}`, {
    load: async (signal) => {
      const invoice = await api.invoices.get(id, { signal });
      const job = mayReadJob ? await api.jobs.get(invoice.job_id, { signal }) : null;
      invoices.put(invoice);
      if (job) jobs.put(job);
      return { invoice, job };
    },
    isAffectedBy: (event): boolean =>
      ['invoice', 'job'].includes(kindOf(event)) &&
      event.lifecycle_number === details.value?.invoice.lifecycle_number,
  });
  const [newest] = useNewest(invoices, details.value && [details.value.invoice]) ?? [];
  // A list does not contain the payments, so only the other fields can be newer.
  const value = details.value &&
    newest && { ...details.value, invoice: { ...details.value.invoice, ...newest } };
  return { ...details, value };
}
