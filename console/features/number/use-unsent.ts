import type { Lifecycle, PlaybookRunWithSteps } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useQuery } from '../../store/use-query.ts';

/** A message that a playbook would have sent about a visit, and why it did not. */
export interface Unsent {
  id: string;
  playbook: string;
  at: string;
  reason: string;
}

/** Of the newest runs only: older ones are of no interest on the phone. */
const MAX_RUNS = 5;
/** It was the turn of another step, such as the email of a contact without a phone number. */
const NOT_MEANT = 'condition_not_met';

/** A step that is skipped leaves no message, so only its run knows of it. A run that has ended does not change. */
export function useUnsent({ playbook_runs }: Lifecycle): readonly Unsent[] {
  const ids = playbook_runs
    .filter(({ status, appointment_id }) => status === 'completed' && appointment_id !== null)
    .slice(0, MAX_RUNS)
    .map(({ run_id }) => run_id);
  const { value = [] } = useQuery(`ended runs ${ids.join(' ')}`, {
    load: (signal) => Promise.all(ids.map((id) => api.playbookRuns.get(id, { signal }))),
    isAffectedBy: () => false,
  });
  return value.flatMap(unsentOf);
}

function unsentOf({ run_id, playbook_name, steps }: PlaybookRunWithSteps): readonly Unsent[] {
  const messages = steps.filter((step) => step.do === 'send_message');
  if (messages.some(({ status }) => status === 'completed')) return [];
  for (const { step_id, status, output, finished_at } of messages) {
    const reason = status === 'skipped' ? reasonIn(output) : null;
    if (reason === null || reason === NOT_MEANT || finished_at === null) continue;
    return [{ id: `${run_id} ${step_id}`, playbook: playbook_name, at: finished_at, reason }];
  }
  return [];
}

function reasonIn(output: unknown): string | null {
  const isObject = typeof output === 'object' && output !== null;
  return isObject && 'reason' in output ? String(output.reason) : null;
}
