import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type FollowUpRow, saveFollowUp, toFollowUp } from './queries.ts';
import type { FollowUp } from './schemas.ts';

/** Saves a change to a locked follow-up and emits its event. Returns the follow-up after the change. */
export function changeFollowUp(
  tx: Tx,
  before: FollowUpRow,
  changes: Partial<FollowUpRow>,
  type: EventType<typeof FollowUp>,
): FollowUp {
  return changeResource(tx, { save: saveFollowUp, show: toFollowUp }, before, changes, type);
}
