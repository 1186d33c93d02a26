import { oneOfErrors } from '../../domain/one-of.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, notFound, validationFailed } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertActive, lockLeadOfLifecycle } from '../leads/index.ts';
import { inboxItemUpdated } from './events.ts';
import { readItems } from './items.ts';
import { InboxItem, UpdateInboxItemBody } from './schemas.ts';

export const updateInboxItem = mutation({
  id: 'updateInboxItem',
  method: 'PATCH',
  path: '/v1/inbox/{lifecycle_number}',
  tag: 'Inbox',
  resource: 'lifecycle',
  scopes: ['leads:write'],
  params: { lifecycle_number: 'lifecycle_number' },
  summary: 'Mark an inbox item as done, or snooze it',
  description:
    'The mark is for everyone. Something new, such as another message, brings the item back, and so does the end of the snooze. A call or task that is due stays due: complete it, or move it. To undo it, send `done: false` or `snoozed_until: null`.',
  body: UpdateInboxItemBody,
  responses: returns(InboxItem, 'The item.'),
  problems: ['lead_deleted', 'lead_merged'],
  check: (body) => ({
    errors: [
      ...oneOfErrors(body, ['done', 'snoozed_until'], 'what to mark'),
      ...(isOutsideSupportedRange(body.snoozed_until) ? [OUT_OF_RANGE] : []),
    ],
  }),
  async run(tx, { params, body }) {
    const lead = await lockLeadOfLifecycle(tx, params.lifecycle_number);
    assertActive(lead);
    const { done = null, snoozed_until = null } = body;
    assertInFuture(snoozed_until, tx.now);
    const before = await readItem(tx, lead.lead_id);
    if (isMarked(before, done, snoozed_until)) return { status: 200, body: before };
    tx.query(markItem, [tx.organizationId, lead.lead_id, done, snoozed_until, tx.now]);
    const after = await readItem(tx, lead.lead_id);
    const item = { ...after, updated_at: tx.now.toISOString() };
    const previous = changedFields(before, item);
    tx.emit(lead.lifecycle_number, pendingEvent(inboxItemUpdated, item, previous));
    return { status: 200, body: item };
  },
});

const markItem = statement('mark_inbox_item', 'select mark_inbox_item($1, $2, $3, $4, $5)');

/** The same mark again changes nothing. Only one of the two was sent. */
function isMarked(item: InboxItem, done: boolean | null, until: string | null): boolean {
  if (done !== null) return done === (item.done_at !== null);
  if (until === null) return item.snoozed_until === null;
  return item.snoozed_until !== null && Date.parse(item.snoozed_until) === Date.parse(until);
}

async function readItem(tx: Tx, leadId: string): Promise<InboxItem> {
  const [item] = await readItems(tx, [leadId]);
  if (item === undefined) throw notFound('lifecycle');
  return item;
}

const OUT_OF_RANGE: FieldError = {
  pointer: '/snoozed_until',
  code: 'out_of_range',
  detail: `The time must be ${SUPPORTED_RANGE}.`,
};

function assertInFuture(time: string | null, now: Date): void {
  if (time === null || Date.parse(time) > now.getTime()) return;
  const detail = 'The time has passed. Send a time in the future, or null to end the snooze.';
  throw validationFailed([{ pointer: '/snoozed_until', code: 'out_of_range', detail }]);
}
