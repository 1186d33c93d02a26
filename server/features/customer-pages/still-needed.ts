import type { Tx } from '../../platform/database/transaction.ts';
import { findAppointment } from '../calendar/index.ts';
import { findEstimate } from '../estimates/index.ts';
import { findInvoice, findToday } from '../invoices/index.ts';
import { isDefaultExpiry, type LinkRow } from '../links/index.ts';

const DAYS_AFTER_VISIT = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Whether a link works now. Visits are booked further ahead than links last, and moved; estimates can be valid for longer,
 * and an invoice can be unpaid for longer. A time that someone asked for is kept.
 */
export async function isOpenLink(tx: Tx, link: LinkRow): Promise<boolean> {
  if (link.expires_at > tx.now) return true;
  return isDefaultExpiry(link) && isStillNeeded(tx, link);
}

async function isStillNeeded(tx: Tx, { purpose, target_id }: LinkRow): Promise<boolean> {
  switch (purpose) {
    case 'visit': {
      const { ends_at } = await findAppointment(tx, target_id);
      return ends_at.getTime() + DAYS_AFTER_VISIT * DAY_MS > tx.now.getTime();
    }
    case 'estimate': {
      const [{ expires_on, status }, today] = await Promise.all([
        findEstimate(tx, target_id),
        findToday(tx),
      ]);
      return ['sent', 'viewed'].includes(status) && expires_on >= today;
    }
    case 'invoice': {
      const { status, total, paid } = await findInvoice(tx, target_id);
      return status !== 'void' && status !== 'draft' && total > paid;
    }
    case 'profile':
      return false;
  }
}
