import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { changeCommunication, stopClock } from './change-communication.ts';
import { communicationDelivered, communicationFailed, communicationSent } from './events.ts';
import { type CommunicationRow, lockCommunication } from './queries.ts';

export interface DeliveryReport {
  /** The communication, as we had named it. */
  communicationId: string | null;
  channelId: string;
  status: 'sent' | 'delivered' | 'failed';
  detail: string | null;
}

/** What the gateway says, once it has taken a text: said again, or too late, it changes nothing. */
export async function reportDelivery(tx: Tx, report: DeliveryReport): Promise<CommunicationRow> {
  const row = await lockCommunication(tx, report.communicationId);
  if (row.channel_id !== report.channelId) throw notFound('communication');
  const isOpen = ['sending', 'sent', 'unknown'].includes(row.status);
  // Delivered is delivered: a report of failure that comes after it is out of order.
  if (report.status === 'delivered' && (isOpen || row.status === 'failed')) {
    await stopClock(tx, row);
    const changes = {
      status: 'delivered',
      status_reason: null,
      status_detail: null,
      sent_at: row.sent_at ?? tx.now,
      delivered_at: tx.now,
    } as const;
    changeCommunication(tx, row, changes, communicationDelivered);
  }
  // News only where its own answer was lost, or is still on the way.
  if (report.status === 'sent' && isOpen && row.status !== 'sent') {
    await stopClock(tx, row);
    const changes = { status: 'sent', status_reason: null, sent_at: tx.now } as const;
    changeCommunication(tx, row, { ...changes, status_detail: null }, communicationSent);
  }
  if (report.status === 'failed' && isOpen) {
    const why = { status_reason: 'not_delivered', status_detail: report.detail };
    changeCommunication(tx, row, { status: 'failed', ...why }, communicationFailed);
  }
  return row;
}
