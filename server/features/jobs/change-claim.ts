import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type ClaimRow, claims, toClaim } from './claim-queries.ts';
import type { WarrantyClaim } from './claim-schemas.ts';

/** Saves the changes of a locked claim and emits the event. */
export function changeClaim(
  tx: Tx,
  before: ClaimRow,
  changes: Partial<ClaimRow>,
  type: EventType<typeof WarrantyClaim>,
): WarrantyClaim {
  return changeResource(tx, { save: claims.update, show: toClaim }, before, changes, type);
}
