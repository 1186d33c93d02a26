import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { findActiveChannel } from '../channels/queries.ts';
import { CHANNEL_KIND, type MessageRow } from './message.ts';
import { insertQueued } from './queue-message.ts';
import { type CommunicationLead, newCommunication } from './record.ts';

/** The reply to a STOP or a HELP. */
export interface KeywordReply {
  kind: 'opt_out_confirmation' | 'help';
  /** E.164. */
  to: string;
  body: string;
}

/** More than a person sends. An automatic responder that answers every reply gets no more than these. */
const MAX_REPLIES_PER_DAY = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

const selectReplies = statement(
  'select_keyword_replies',
  `select communication_id from communications
   where organization_id = $1 and lifecycle_number = $2 and direction = 'outbound'
     and kind in ('opt_out_confirmation', 'help') and created_at > $3
   limit $4`,
);

/** Texts of one sender are received one after the other, so no two of them take the last place. */
export async function mayReply(tx: Tx, lead: CommunicationLead | null): Promise<boolean> {
  if (lead === null) return true;
  const since = new Date(tx.now.getTime() - DAY_MS);
  const values = [tx.organizationId, lead.lifecycle_number, since, MAX_REPLIES_PER_DAY];
  return (await tx.query(selectReplies, values)).length < MAX_REPLIES_PER_DAY;
}

/** Returns the function that queues the reply, which awaits nothing: a new lead may hold the organization's counter. */
export async function prepareReply(
  tx: Tx,
  { kind, to, body }: KeywordReply,
): Promise<(lead: CommunicationLead | null) => void> {
  const channel = await findActiveChannel(tx, CHANNEL_KIND.sms);
  return (lead) => {
    const row: MessageRow = {
      ...newCommunication(tx, lead),
      channel: 'sms',
      direction: 'outbound',
      kind,
      purpose: 'service',
      // After a long pause, it would answer a text that no one remembers.
      expires_at: new Date(tx.now.getTime() + DAY_MS),
      status: channel === null ? 'not_sent' : 'queued',
      status_reason: channel === null ? 'no_channel' : null,
      to_address: to,
      body,
    };
    insertQueued(tx, row, null);
  };
}
