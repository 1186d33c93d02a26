import { searchForAddress } from '../../../domain/search.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import {
  type LeadRow,
  lockLead,
  readLifecyclesOfCustomer,
  readMergedLifecycles,
} from '../../leads/index.ts';

const lockByName = statement(
  'lock_text_by_name',
  'select pg_advisory_xact_lock(hashtextextended($1, 0)) as locked',
);

/**
 * Of two simultaneous texts with one reference, the second waits and finds the first, even from another number. Two
 * simultaneous texts from an unknown number create one lead: the second waits and finds the lead.
 */
export function lockText(tx: Tx, channelId: string, reference: string, phone: string): void {
  tx.query(lockByName, [`${tx.organizationId} text ${channelId} ${reference}`]);
  tx.query(lockByName, [`${tx.organizationId} text from ${phone}`]);
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
  const values = [tx.organizationId, phone, ...keysOf(phone)];
  const [row] = await tx.query<{ lead_id: string }>(selectContact, values);
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
 * The lifecycle numbers whose visits a reply can be about: those of the customer, or of the lead and of leads merged with it, and of every
 * contact with the phone, since a person who asks twice can be stored twice.
 */
export async function lifecyclesOfSender(
  tx: Tx,
  { lead_id, customer_id, lifecycle_number }: LeadRow,
  phone: string | null,
): Promise<string[]> {
  const members =
    customer_id === null
      ? await readMergedLifecycles(tx, lead_id)
      : await readLifecyclesOfCustomer(tx, customer_id);
  const values = [tx.organizationId, phone, phone === null ? [] : keysOf(phone)];
  const same = phone === null ? [] : await tx.query<Numbered>(selectNumbers, values);
  const numbers = [...members, ...same].map((one) => one.lifecycle_number);
  return [...new Set([lifecycle_number, ...numbers])];
}

interface Numbered {
  lifecycle_number: string;
}
