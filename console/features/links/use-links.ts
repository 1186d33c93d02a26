import type { Link } from '../../../packages/sdk/src/index.ts';
import { fieldOf } from '../../../server/features/links/link.ts';
import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import { now } from '../../time/clock.ts';
import type { LinkTarget } from './may-link.ts';

const MAX_LINKS = 100;

/** Those that work, newest first; undefined until they are read. */
export function useLinks({ purpose, id }: LinkTarget, mayRead: boolean) {
  const { value, query } = useQuery<readonly Link[]>(`links ${id}`, {
    load: async (signal) => {
      if (!mayRead) return [];
      const filter = { [fieldOf(purpose)]: id, limit: MAX_LINKS };
      return api.links.list(filter, { signal }).toArray({ limit: MAX_LINKS });
    },
    isAffectedBy: (event) => kindOf(event) === 'link',
  });
  const links = value?.filter(
    ({ revoked_at, expires_at }) => revoked_at === null && Date.parse(expires_at) > now(),
  );
  return { links, refresh: () => void query.refresh() };
}
