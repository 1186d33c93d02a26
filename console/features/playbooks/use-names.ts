import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import type { Names } from './names.ts';

const NONE: Names = { users: [], teams: [], templates: [] };
const KINDS = ['user', 'team', 'template'];

export function useNames(): Names {
  const { value } = useQuery('names for playbooks', {
    load: async (signal): Promise<Names> => {
      const [users, teams, templates] = await Promise.all([
        api.users.list({ limit: 200 }, { signal }).then(({ data }) => data),
        api.teams.list({ limit: 200 }, { signal }).then(({ data }) => data),
        api.templates.list({ limit: 200 }, { signal }).then(({ data }) => data),
      ]);
      return {
        users: users.map(({ user_id, name }) => ({ value: user_id, label: name })),
        teams: teams.map(({ team_id, name }) => ({ value: team_id, label: name })),
        templates: templates.map(({ template_id, name, channel }) => ({
          value: template_id,
          label: name,
          channel,
        })),
      };
    },
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
  return value ?? NONE;
}
