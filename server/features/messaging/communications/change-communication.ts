import type { Tx } from '../../../platform/database/transaction.ts';
import { changeResource } from '../../../platform/events/change-resource.ts';
import type { EventType } from '../../../platform/events/event.ts';
import { lockLead, stopSpeedToLead } from '../../leads/index.ts';
import { type CommunicationRow, saveCommunication, toCommunication } from './queries.ts';
import type { Communication } from './schemas.ts';

/** Writes the change of a locked communication, with its event. */
export function changeCommunication(
  tx: Tx,
  before: CommunicationRow,
  changes: Partial<CommunicationRow>,
  type: EventType<typeof Communication>,
): Communication {
  const resource = { save: saveCommunication, show: toCommunication };
  return changeResource(tx, resource, before, changes, type);
}

/** A message has reached the contact's side: the first time, that was the answer they waited for. */
export async function stopClock(tx: Tx, row: CommunicationRow): Promise<void> {
  if (row.purpose !== 'message' || row.lead_id === null) return;
  stopSpeedToLead(tx, await lockLead(tx, row.lead_id));
}
