import { toUuid } from '../../../domain/ids.ts';
import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import {
  type CustomerRow,
  findLeadOfCustomer,
  findStandingCustomer,
  lockCustomer,
} from '../../customers/index.ts';
import { type LeadRow, lockLead, lockLeadOfLifecycle } from '../../leads/index.ts';

/** A locked lead, and its customer if it was converted. */
export interface Contact {
  lead: LeadRow;
  customer: CustomerRow | null;
}

/** Prefers the customer's address, which can be newer than the lead's. */
export function ownAddress({ lead, customer }: Contact, channel: SentBy): string | null {
  return channel === 'sms' ? (customer?.phone ?? lead.phone) : (customer?.email ?? lead.email);
}

/** Call it before the first event is emitted: another change of the customer also waits for the event counter. */
export async function withCustomer(tx: Tx, lead: LeadRow): Promise<Contact> {
  const { customer_id } = lead;
  if (customer_id === null) return { lead, customer: null };
  const customer = await lockCustomer(tx, customer_id);
  if (customer.merged_into === null) return { lead, customer };
  const standing = await findStandingCustomer(tx, customer.merged_into);
  return { lead, customer: await lockCustomer(tx, standing.customer_id) };
}

/** A request has one of these fields. */
export interface LeadReference {
  lead_id?: string;
  customer_id?: string;
  lifecycle_number?: string;
}

/** Locks the lead that the request refers to. */
export async function lockReferencedLead(tx: Tx, reference: LeadReference): Promise<LeadRow> {
  if (reference.lead_id !== undefined) return lockLead(tx, toUuid('lead', reference.lead_id));
  if (reference.customer_id !== undefined) {
    return lockLead(tx, await findLeadOfCustomer(tx, toUuid('customer', reference.customer_id)));
  }
  return lockLeadOfLifecycle(tx, reference.lifecycle_number ?? '');
}
