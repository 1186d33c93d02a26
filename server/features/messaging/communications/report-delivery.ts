import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { changeCommunication, stopSpeedToLeadClock } from './change-communication.ts';
import { communicationDelivered, communicationFailed, communicationSent } from './events.ts';
import { type CommunicationRow, lockCommunication } from './queries.ts';

export interface DeliveryReport {
  /** Id of the communication, which the gateway got as the reference. */
  communicationId: string | null;
  channelId: string;
  status: 'sent' | 'delivered' | 'failed';
  detail: string | null;
}

/** Applies a delivery report of the gateway. A repeated or late report changes nothing. */
export async function reportDelivery(tx: Tx, report: DeliveryReport): Promise<CommunicationRow> {
  const row = await lockCommunication(tx, report.communicationId);
  if (row.channel_id !== report.channelId) throw notFound('communication');
  const isOpen = ['sending', 'sent', 'unknown'].includes(row.status);
  // A `failed` report after `delivered` is out of order and is ignored.
  if (report.status === 'delivered' && (isOpen || row.status === 'failed')) {
    await stopSpeedToLeadClock(tx, row);
    const changes = {
      status: 'delivered',
      status_reason: null,
      status_detail: null,
      sent_at: row.sent_at ?? tx.now,
      delivered_at: tx.now,
    } as const;
    changeCommunication(tx, row, changes, communicationDelivered);
  }
  // Only needed if the gateway's own response was lost or has not arrived yet.
  if (report.status === 'sent' && isOpen && row.status !== 'sent') {
    await stopSpeedToLeadClock(tx, row);
    const changes = { status: 'sent', status_reason: null, sent_at: tx.now } as const;
    changeCommunication(tx, row, { ...changes, status_detail: null }, communicationSent);
  }
  if (report.status === 'failed' && isOpen) {
    const why = { status_reason: 'not_delivered', status_detail: report.detail };
    changeCommunication(tx, row, { status: 'failed', ...why }, communicationFailed);
  }
  return row;
}
