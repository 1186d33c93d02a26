import type { Tx } from '../../platform/database/transaction.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { type ClaimRow, saveClaim, toClaim } from './record-queries.ts';
import type { WarrantyClaim } from './record-schemas.ts';

/** Writes the change of a locked claim and the event that tells of it, and answers the claim after. */
export function changeClaim(
  tx: Tx,
  before: ClaimRow,
  changes: Partial<ClaimRow>,
  type: EventType<typeof WarrantyClaim>,
): WarrantyClaim {
  const after = { ...before, ...changes, updated_at: tx.now };
  saveClaim(tx, after);
  const claim = toClaim(after);
  const previous = changedFields(toClaim(before), claim);
  tx.emit(before.lifecycle_number, pendingEvent(type, claim, previous));
  return claim;
}
