import { useEffect } from 'react';
import type { Invoice, Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import { useVersion } from '../../store/use-entities.ts';

const AT_ONCE = 4;
const underWay = new Set<string>();

/**
 * The jobs of invoices, for the names in a list: an invoice itself has only ids. The newest jobs come in one request,
 * older ones each in their own, and every job only once.
 */
export function useJobsOf(invoices: readonly Invoice[]): (invoice: Invoice) => Job | undefined {
  useVersion(jobs);
  const me = useMe();
  const mayRead = mayI(me, 'jobs:read') || mayI(me, 'jobs:own');
  const ids = [...new Set(invoices.map(({ job_id }) => job_id))].filter((id) => !jobs.get(id));
  const missing = ids.join(' ');
  useEffect(() => {
    if (mayRead && missing !== '') void readJobs(missing.split(' '));
  }, [mayRead, missing]);
  return ({ job_id }) => jobs.get(job_id);
}

/** A job that cannot be read leaves its row without a name; the list is useful without it. */
async function readJobs(missing: readonly string[]): Promise<void> {
  const wanted = missing.filter((id) => !underWay.has(id));
  for (const id of wanted) underWay.add(id);
  try {
    if (wanted.length > AT_ONCE) {
      const { data } = await inSession(async () => api.jobs.list({ limit: 200 }));
      for (const job of data) jobs.put(job);
    }
    const rest = wanted.filter((id) => !jobs.get(id));
    const readNext = async (): Promise<void> => {
      for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
        const read = id;
        jobs.put(await inSession(() => api.jobs.get(read)));
      }
    };
    await Promise.allSettled(Array.from({ length: AT_ONCE }, readNext));
  } catch {
    // Asked again when the list is shown again.
  } finally {
    for (const id of wanted) underWay.delete(id);
  }
}
