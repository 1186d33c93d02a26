import type { Tx } from '../../platform/database/transaction.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { type FollowUpRow, saveFollowUp, toFollowUp } from './queries.ts';
import type { FollowUp } from './schemas.ts';

/** Writes the change of a locked follow-up and the event that tells of it, and answers it as it is now. */
export function changeFollowUp(
  tx: Tx,
  before: FollowUpRow,
  changes: Partial<FollowUpRow>,
  type: EventType<typeof FollowUp>,
): FollowUp {
  const after = { ...before, ...changes, updated_at: tx.now };
  saveFollowUp(tx, after);
  const followUp = toFollowUp(after);
  const previous = changedFields(toFollowUp(before), followUp);
  tx.emit(before.lifecycle_number, pendingEvent(type, followUp, previous));
  return followUp;
}
