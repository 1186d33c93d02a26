import type { Playbook } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import * as text from '../../text/en.ts';

type Known = Pick<Playbook, 'playbook_id' | 'name'>;

/** Turns a playbook on or off. */
export async function switchPlaybook(
  { playbook_id, name }: Known,
  enabled: boolean,
  onChanged: () => Promise<void>,
): Promise<void> {
  const send = (isOn: boolean) => act(() => api.playbooks.update(playbook_id, { enabled: isOn }));
  const done = await send(enabled);
  if (!done) return;
  const message = enabled ? text.playbooks.turnedOn(name) : text.playbooks.turnedOff(name);
  // Before the list shows it: it can be undone as soon as it is seen.
  sayDone(message, { undo: () => void send(!enabled).then(onChanged) });
  await onChanged();
}

/** Archiving also turns it off, so undoing it restores that too. */
export async function archivePlaybook(
  { playbook_id, name, enabled }: Known & { enabled: boolean },
  archived: boolean,
  onChanged: () => Promise<void>,
): Promise<void> {
  const done = await act(() => api.playbooks.update(playbook_id, { archived }));
  await onChanged();
  if (!done) return;
  const message = archived ? text.playbooks.archivedSaid(name) : text.playbooks.restoredSaid(name);
  const back = archived ? { archived: false, ...(enabled && { enabled }) } : { archived: true };
  sayDone(message, {
    undo: () => void act(() => api.playbooks.update(playbook_id, back)).then(onChanged),
  });
}
