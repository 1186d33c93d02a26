import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

/** One playbook with the number of its runs, up to date. */
export function usePlaybook(id: string) {
  return useQuery(`playbook ${id}`, {
    load: (signal) => api.playbooks.get(id, { signal }),
    isAffectedBy: (event) =>
      ['playbook', 'playbook_run'].includes(kindOf(event)) &&
      'playbook_id' in event.data &&
      event.data.playbook_id === id,
  });
}
