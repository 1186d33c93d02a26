import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import * as text from '../../text/en.ts';
import { nameOfItem } from './name-of-item.ts';

/** What happens to a row, with the way back. `hide` takes it off the list at once; `show` brings it back. */
export interface RowChange {
  hide(): void;
  show(): void;
}

export async function markDone(item: InboxItem, row: RowChange): Promise<void> {
  const { lifecycle_number } = item;
  row.hide();
  const done = await act(() => api.inbox.update(lifecycle_number, { done: true }), row.show);
  if (!done) return;
  sayDone(text.inbox.doneSaid(nameOfItem(item)), {
    undo: () => void act(() => api.inbox.update(lifecycle_number, { done: false })).then(row.show),
  });
}

export async function snooze(
  item: InboxItem,
  until: { at: number; label: string },
  row: RowChange,
): Promise<void> {
  const { lifecycle_number } = item;
  const snoozed_until = new Date(until.at).toISOString();
  row.hide();
  const done = await act(() => api.inbox.update(lifecycle_number, { snoozed_until }), row.show);
  if (!done) return;
  sayDone(text.inbox.snoozedUntil(nameOfItem(item), until.label), {
    undo: () =>
      void act(() => api.inbox.update(lifecycle_number, { snoozed_until: null })).then(row.show),
  });
}

/** The same person: one customer with several numbers, or one lead with two. */
export async function mergeDuplicate(item: InboxItem): Promise<void> {
  const { duplicate, lead_id } = item;
  if (duplicate === null) return;
  const { customer_id } = duplicate;
  const isCustomer = customer_id !== null;
  const merged = await act(() =>
    isCustomer
      ? api.leads.attach(lead_id, { customer_id })
      : api.leads.merge(lead_id, { into: duplicate.lead_id }),
  );
  if (!merged) return;
  sayDone(text.inbox.merged(duplicate.name ?? duplicate.lifecycle_number), {
    undo: () =>
      void act(() => (isCustomer ? api.leads.detach(lead_id) : api.leads.unmerge(lead_id))),
  });
}

export async function dismissDuplicate({ lead_id }: InboxItem): Promise<void> {
  if (!(await act(() => api.leads.dismissDuplicate(lead_id)))) return;
  sayDone(text.inbox.kept, { undo: () => void act(() => api.leads.reopenDuplicate(lead_id)) });
}

export async function completeFollowUp(followUpId: string): Promise<void> {
  if (await act(() => api.followUps.complete(followUpId))) sayDone(text.inbox.followUpDone);
}

export async function retryMessage(communicationId: string): Promise<void> {
  if (await act(() => api.communications.retry(communicationId))) sayDone(text.inbox.retried);
}
