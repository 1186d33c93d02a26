import { useMemo } from 'react';
import type { User } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { kindOf, users } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { useQuery } from '../../store/use-query.ts';

const MAX_USERS = 1_000;

export interface People {
  /** Those who work here now, by name. */
  active: readonly User[];
  nameOf(userId: string | null): string | null;
}

/** The users of the company, for names and for lists to choose from. */
export function usePeople(): People {
  const { value } = useQuery('users', {
    load: async () => {
      const all = await api.users.list({ limit: 200 }).toArray({ limit: MAX_USERS });
      for (const user of all) users.put(user);
      return all;
    },
    isAffectedBy: (event) => kindOf(event) === 'user',
  });
  const all = useNewest(users, value);
  return useMemo(() => {
    const names = new Map(all?.map(({ user_id, name }) => [user_id, name]));
    const active = (all ?? []).filter((user) => user.active);
    return {
      active: active.toSorted((a, b) => a.name.localeCompare(b.name)),
      nameOf: (userId) => (userId === null ? null : (names.get(userId) ?? null)),
    };
  }, [all]);
}
