import type { Tx } from '../../../platform/database/transaction.ts';
import { changeResource } from '../../../platform/events/change-resource.ts';
import type { EventType } from '../../../platform/events/event.ts';
import { lockLead, stopSpeedToLead } from '../../leads/index.ts';
import { type CommunicationRow, saveCommunication, toCommunication } from './queries.ts';
import type { Communication } from './schemas.ts';

/** Saves the changes of a locked communication and emits the event. */
export function changeCommunication(
  tx: Tx,
  before: CommunicationRow,
  changes: Partial<CommunicationRow>,
  type: EventType<typeof Communication>,
): Communication {
  const resource = { save: saveCommunication, show: toCommunication };
  return changeResource(tx, resource, before, changes, type);
}

/** Stops the speed-to-lead clock: the first message to a contact counts as the first contact. */
export async function stopSpeedToLeadClock(tx: Tx, row: CommunicationRow): Promise<void> {
  if (row.purpose !== 'message' || row.lead_id === null) return;
  stopSpeedToLead(tx, await lockLead(tx, row.lead_id));
}
