import { searchForAddress } from '../../../domain/search.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type LeadRow, lockLead } from '../../leads/index.ts';

const lockSender = statement(
  'lock_sender',
  'select pg_advisory_xact_lock(hashtextextended($1, 0)) as locked',
);

/** Two texts of a stranger that arrive at once make one lead: the second waits, and finds it. */
export function takeTurns(tx: Tx, phone: string): void {
  tx.query(lockSender, [`${tx.organizationId} text from ${phone}`]);
}

/**
 * Of the leads and customers that a key finds, the newest living one with the very number. Keys are made
 * of the last seven digits, so the rest is compared. The limits of 1 keep each to a lookup of its own.
 */
const selectNewest = statement(
  'select_newest_contact_with_phone',
  `select lead_id from (
     (select k.contact_id, l.lead_id from contact_keys k
      cross join lateral (
        select l.lead_id from leads l
        where l.organization_id = $1 and l.lead_id = k.contact_id and l.phone = $2
          and l.deleted_at is null and l.merged_into is null
        limit 1
      ) as l
      where k.organization_id = $1 and k.key = $3
      order by k.contact_id desc limit 1)
     union all
     (select k.contact_id, c.lead_id from contact_keys k
      cross join lateral (
        select l.lead_id from customers c
        join leads l on l.organization_id = $1 and l.lead_id = c.lead_id
        where c.organization_id = $1 and c.customer_id = k.contact_id and c.phone = $2
          and l.deleted_at is null
        limit 1
      ) as c
      where k.organization_id = $1 and k.key = $4
      order by k.contact_id desc limit 1)
   ) as found
   order by contact_id desc limit 1`,
);

/** The lead that a text from this number belongs to, locked; null for a stranger's. */
export async function lockContact(tx: Tx, phone: string): Promise<LeadRow | null> {
  const sender = { channel: 'sms', address: phone } as const;
  const keys = (['lead', 'customer'] as const).map((owner) => searchForAddress(sender, owner).key);
  const values = [tx.organizationId, phone, ...keys.map(String)];
  const [row] = await tx.query<{ lead_id: string }>(selectNewest, values);
  return row ? lockLead(tx, row.lead_id) : null;
}
