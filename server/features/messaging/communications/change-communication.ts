import { ERASED } from '../../../domain/erased.ts';
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
  return changeResource(tx, resource, before, withoutNews(before, changes), type);
}

/** The contact of the message was erased: what the other side says about it, such as its number, is not stored. */
function withoutNews(
  before: CommunicationRow,
  changes: Partial<CommunicationRow>,
): Partial<CommunicationRow> {
  if (before.to_address !== ERASED) return changes;
  const { status_detail: _detail, from_address: _from, provider_id: _provider, ...rest } = changes;
  return rest;
}

/** Stops the speed-to-lead clock: the first message to a contact counts as the first contact. */
export async function stopSpeedToLeadClock(tx: Tx, row: CommunicationRow): Promise<void> {
  if (row.kind !== 'message' || row.lead_id === null) return;
  stopSpeedToLead(tx, await lockLead(tx, row.lead_id));
}
