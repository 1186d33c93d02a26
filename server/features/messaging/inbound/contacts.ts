import { searchForAddress } from '../../../domain/search.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type LeadRow, lockLead } from '../../leads/index.ts';

const lockSenderStatement = statement(
  'lock_sender',
  'select pg_advisory_xact_lock(hashtextextended($1, 0)) as locked',
);

/** Two simultaneous texts from an unknown number create one lead: the second waits and finds the lead. */
export function lockSender(tx: Tx, phone: string): void {
  tx.query(lockSenderStatement, [`${tx.organizationId} text from ${phone}`]);
}

const selectContact = statement(
  'select_contact_with_phone',
  `select lead_id from find_contact($1, 'phone', $2, null, $3, $4)`,
);

/**
 * Locks the lead that a text from this number belongs to: the newest request of the person who has the number, or had
 * it. Null if the number is unknown.
 */
export async function lockContact(tx: Tx, phone: string): Promise<LeadRow | null> {
  const sender = { channel: 'sms', address: phone } as const;
  const keys = (['lead', 'customer'] as const).map((owner) => searchForAddress(sender, owner).key);
  const values = [tx.organizationId, phone, ...keys.map(String)];
  const [row] = await tx.query<{ lead_id: string }>(selectContact, values);
  return row ? lockLead(tx, row.lead_id) : null;
}
