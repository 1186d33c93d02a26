import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

export interface QuarantineCount {
  count: number;
  hasMore: boolean;
}

/** The service sends what arrived with each, so only the first are counted. */
const MAX_COUNTED = 20;

/** How much is in quarantine; undefined before it is known, and null for users who may not see it. */
export function useQuarantineCount(): QuarantineCount | null | undefined {
  const me = useMe();
  const mayRead = mayI(me, 'sources:read') && mayI(me, 'leads:read');
  const { value } = useQuery<QuarantineCount | null>('quarantine count', {
    load: async (signal) => {
      if (!mayRead) return null;
      const pages = api.quarantine.list({ limit: MAX_COUNTED }, { signal }).pages();
      const { value: page } = await pages.next();
      return { count: page?.data.length ?? 0, hasMore: page?.has_more ?? false };
    },
    isAffectedBy: (event) => kindOf(event) === 'quarantine',
  });
  return value;
}
