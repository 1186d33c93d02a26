import { searchForAddress } from '../../../domain/search.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type LeadRow, lockLead, readMergedLifecycles } from '../../leads/index.ts';

const lockSenderStatement = statement(
  'lock_sender',
  'select pg_advisory_xact_lock(hashtextextended($1, 0)) as locked',
);

/** Two simultaneous texts from an unknown number create one lead: the second waits and finds the lead. */
export function lockSender(tx: Tx, phone: string): void {
  tx.query(lockSenderStatement, [`${tx.organizationId} text from ${phone}`]);
}

/**
 * The newest lead or customer with this phone number that is not deleted or merged. Keys contain only the last
 * seven digits, so the whole number is compared. `limit 1` keeps each subquery a lookup.
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

/** Locks the lead that a text from this number belongs to; null if the number is unknown. */
export async function lockContact(tx: Tx, phone: string): Promise<LeadRow | null> {
  const values = [tx.organizationId, phone, ...keysOf(phone)];
  const [row] = await tx.query<{ lead_id: string }>(selectNewest, values);
  return row ? lockLead(tx, row.lead_id) : null;
}

/** Of a lead and of a customer with this number. */
function keysOf(phone: string): string[] {
  const sender = { channel: 'sms', address: phone } as const;
  const owners = ['lead', 'customer'] as const;
  return owners.map((owner) => String(searchForAddress(sender, owner).key));
}

const selectNumbers = statement(
  'select_lifecycles_with_phone',
  `select l.lifecycle_number from contact_keys k
   cross join lateral (
     select l.lifecycle_number from leads l
     where l.organization_id = $1 and l.lead_id = k.contact_id and l.phone = $2 and l.deleted_at is null
     union all
     select c.lifecycle_number from customers c
     where c.organization_id = $1 and c.customer_id = k.contact_id and c.phone = $2
   ) as l
   where k.organization_id = $1 and k.key = any ($3)
   order by k.contact_id desc limit 100`,
);

/**
 * The lifecycle numbers whose visits a reply can be about: those of the lead and of leads merged with it, and of every
 * contact with the phone, since a person who asks twice can be stored twice.
 */
export async function lifecyclesOfSender(
  tx: Tx,
  { lead_id, lifecycle_number }: LeadRow,
  phone: string | null,
): Promise<string[]> {
  const members = await readMergedLifecycles(tx, lead_id);
  const values = [tx.organizationId, phone, phone === null ? [] : keysOf(phone)];
  const same = phone === null ? [] : await tx.query<Numbered>(selectNumbers, values);
  const numbers = [...members, ...same].map((one) => one.lifecycle_number);
  return [...new Set([lifecycle_number, ...numbers])];
}

interface Numbered {
  lifecycle_number: string;
}
