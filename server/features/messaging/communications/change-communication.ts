import type { Static } from 'typebox';
import type { Tx } from '../../../platform/database/transaction.ts';
import { changedFields } from '../../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../../platform/events/event.ts';
import { lockLead, stopSpeedToLead } from '../../leads/index.ts';
import { type CommunicationRow, saveCommunication, toCommunication } from './queries.ts';
import type { Communication } from './schemas.ts';

/** Writes the change of a locked communication and the event that tells of it. */
export function changeCommunication(
  tx: Tx,
  before: CommunicationRow,
  changes: Partial<CommunicationRow>,
  type: EventType<typeof Communication>,
): Static<typeof Communication> {
  const after = { ...before, ...changes, updated_at: tx.now };
  saveCommunication(tx, after);
  const communication = toCommunication(after);
  const previous = changedFields(toCommunication(before), communication);
  tx.emit(before.lifecycle_number, pendingEvent(type, communication, previous));
  return communication;
}

/** A message has reached the contact's side: the first time, that was the answer they waited for. */
export async function stopClock(tx: Tx, row: CommunicationRow): Promise<void> {
  if (row.purpose !== 'message' || row.lead_id === null) return;
  stopSpeedToLead(tx, await lockLead(tx, row.lead_id));
}
