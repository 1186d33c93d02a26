import { toUuid } from '../../../domain/ids.ts';
import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type CustomerRow, findLeadOfCustomer, lockCustomer } from '../../customers/index.ts';
import { type LeadRow, lockLead, lockLeadOfLifecycle } from '../../leads/index.ts';

/** A locked lead, and the customer it has become. */
export interface Contact {
  lead: LeadRow;
  customer: CustomerRow | null;
}

/** The customer's, who may have changed it since being a lead. */
export function ownAddress({ lead, customer }: Contact, channel: SentBy): string | null {
  return channel === 'sms' ? (customer?.phone ?? lead.phone) : (customer?.email ?? lead.email);
}

/** Before anything is told to the log: whoever changes the customer meanwhile waits for the log too. */
export async function withCustomer(tx: Tx, lead: LeadRow): Promise<Contact> {
  const { customer_id } = lead;
  return { lead, customer: customer_id === null ? null : await lockCustomer(tx, customer_id) };
}

/** How a request names a lead: by one of these. */
export interface NamedLead {
  lead_id?: string;
  customer_id?: string;
  lifecycle_number?: string;
}

/** The lead that a request names, locked. */
export async function lockNamedLead(tx: Tx, named: NamedLead): Promise<LeadRow> {
  if (named.lead_id !== undefined) return lockLead(tx, toUuid('lead', named.lead_id));
  if (named.customer_id !== undefined) {
    return lockLead(tx, await findLeadOfCustomer(tx, toUuid('customer', named.customer_id)));
  }
  return lockLeadOfLifecycle(tx, named.lifecycle_number ?? '');
}
