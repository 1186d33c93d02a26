import type { Tx } from '../../platform/database/transaction.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { linkCreated } from './events.ts';
import { defaultExpiry } from './link.ts';
import { derivedLinkKey, linkUrl } from './link-key.ts';
import { insertLink, type LinkRow, toLink } from './queries.ts';
import type { LinkTarget } from './targets.ts';

export function newLink(tx: Tx, target: LinkTarget, more: Partial<LinkRow> = {}): LinkRow {
  return {
    link_id: newUuid(),
    ...target,
    communication_id: null,
    expires_at: defaultExpiry(target.purpose, tx.now),
    revoked_at: null,
    created_at: tx.now,
    updated_at: tx.now,
    ...more,
  };
}

export function emitCreated(tx: Tx, row: LinkRow): void {
  tx.emit(row.lifecycle_number, pendingEvent(linkCreated, toLink(row)));
}

/** The link of a visit that was just booked on a page. The same again for a booking that is repeated. */
export async function linkOfBooking(
  tx: Tx,
  visit: { appointment_id: string; lifecycle_number: string },
  baseUrl: string,
): Promise<string> {
  const { appointment_id: target_id, lifecycle_number } = visit;
  const key = derivedLinkKey(tx, `booking ${target_id}`);
  const row = newLink(tx, { purpose: 'visit', target_id, lifecycle_number });
  if (await insertLink(tx, row, key)) emitCreated(tx, row);
  return linkUrl(baseUrl, key);
}
