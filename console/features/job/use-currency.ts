import { api } from '../../api/client.ts';
import { useQuery } from '../../store/use-query.ts';
import { contractAmount } from '../jobs/sums.ts';

/**
 * The currency in which the company sells: that of its newest job with a price. The organization itself has none, so a
 * company without such a job begins with US dollars and can change them in the form.
 */
export function useCurrency(): string {
  const { value } = useQuery('currency', {
    load: async (signal) => {
      const { data } = await api.jobs.list({ limit: 20 }, { signal });
      const [amount] = data.flatMap((job) => contractAmount(job) ?? []);
      return amount?.currency ?? null;
    },
    isAffectedBy: ({ type }): boolean => type === 'job.created' && value === null,
  });
  return value ?? 'USD';
}
