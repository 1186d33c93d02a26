import type { Estimate } from '../../../packages/sdk/src/index.ts';
import { OPEN } from '../../../server/features/estimates/estimate.ts';
import { api } from '../../api/client.ts';
import { estimates, kindOf } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { type StoredList, useStoredPages } from '../../store/use-pages.ts';
import { useQuery } from '../../store/use-query.ts';
import { isExpiring, isShown, type PagedFilter, statusesOf } from './filters.ts';

const MAX_OPEN = 1_000;
const isAffectedBy = (event: { type?: string | undefined }) =>
  ['estimate', 'customer', 'lead'].includes(kindOf(event));

/** The versions with these statuses, newest first. */
export function useEstimates(filter: PagedFilter): StoredList<Estimate> {
  const list = useStoredPages(`estimates ${filter}`, {
    store: estimates,
    list: (signal) =>
      api.estimates.list({ limit: 100, status: statusesOf(filter) }, signal && { signal }),
    isAffectedBy,
  });
  return { ...list, items: list.items?.filter(({ status }) => isShown(status, filter)) };
}

/** Those that end soon, the first to end at the top: of all that are open, because the service lists by age. */
export function useExpiring(today: string) {
  const read = useQuery<readonly Estimate[]>('estimates expiring', {
    load: async (signal) => {
      const query = { status: [...OPEN], limit: 200 };
      const found = await api.estimates.list(query, { signal }).toArray({ limit: MAX_OPEN });
      for (const one of found) estimates.put(one);
      return found;
    },
    isAffectedBy,
  });
  const newest = useNewest(estimates, read.value);
  const value = newest
    ?.filter((one) => isExpiring(one, today))
    .toSorted((a, b) => a.valid_until.localeCompare(b.valid_until));
  return { ...read, value };
}
