import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayRefused, type ToastAction } from '../../feedback/feedback.ts';
import { sendLater } from '../../feedback/send-later.ts';
import * as text from '../../text/en.ts';

const CONFIRMATION = 'visit_confirmation';

/**
 * A move tells the customer nothing, unless the dispatcher wants it to. Then it is the ready playbook that confirms
 * visits, as when a whole day is reassigned: in the language of the customer, not to people who have opted out, and by
 * email to those without a phone number.
 */
export function tellThem({ appointment_id, contact }: Appointment): readonly ToastAction[] {
  if (!contact?.phone && !contact?.email) return [];
  const who = contact.name ?? contact.phone ?? contact.email ?? '';
  return [{ label: text.dispatch.tellThemNow, run: () => void tell(appointment_id, who) }];
}

/** What to run is found out first: a page that is closed while the text waits has time for one request only. */
async function tell(appointment_id: string, who: string): Promise<void> {
  const found = await act(findConfirmation);
  if (found === undefined) return;
  if (found.id === null) return sayRefused(text.dispatch.noConfirmation);
  const { id } = found;
  const send = () => void act(() => api.playbooks.run(id, { appointment_id }));
  sendLater(text.dispatch.telling(who), send);
}

async function findConfirmation(): Promise<{ id: string | null }> {
  for await (const { key, playbook_id } of api.playbooks.list({ limit: 200 })) {
    if (key === CONFIRMATION) return { id: playbook_id };
  }
  return { id: null };
}
