import type { StoredConsent } from '../../../domain/consent.ts';
import { toPublicId } from '../../../domain/ids.ts';
import type { Language } from '../../../domain/languages.ts';
import type { Address } from '../../../domain/message-address.ts';
import { searchForAddress } from '../../../domain/search.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { TemplateData } from '../templates/variables.ts';

/** The recipient of a message: the current values of a lead and its customer. */
export interface Recipient {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
  phone: string | null;
  email: string | null;
  /** The contact's, otherwise the organization's. */
  language: Language;
  /** Identify the person: the lead it was merged into, and the customer. */
  personKeys: string[];
  /** Consents of the lead, of the lead it was merged into, and of the customer. One denial is enough. */
  consents: StoredConsent[];
  isDeleted: boolean;
  doNotContact: boolean;
  /** Anyone could have sent the lead: it came by a public form, or with a token that can only create leads. */
  isPublic: boolean;
  /** The data for templates. */
  data: TemplateData;
}

interface RecipientRow {
  lead: Record<string, unknown> & { lead_id: string; lifecycle_number: string };
  customer: (Record<string, unknown> & { customer_id: string }) | null;
  phone: string | null;
  email: string | null;
  lead_consent: StoredConsent;
  standing_consent: StoredConsent;
  customer_consent: StoredConsent | null;
  is_deleted: boolean;
  do_not_contact: boolean;
  is_public: boolean;
  organization_name: string;
  organization_phone: string | null;
  language: Language;
  standing_lead_id: string;
}

/** The function is outside of the join: with row-level security, a function in a join condition runs for every lead. */
const selectRecipient = statement(
  'select_recipient',
  `select to_jsonb(l) as lead, to_jsonb(c) as customer,
          coalesce(c.phone, l.phone) as phone, coalesce(c.email, l.email) as email,
          l.consent as lead_consent, s.consent as standing_consent, c.consent as customer_consent,
          l.deleted_at is not null or s.deleted_at is not null as is_deleted,
          coalesce(c.do_not_contact, false) as do_not_contact, p.lead_id is not null as is_public, o.name as organization_name,
          o.phone as organization_phone, coalesce(c.language, l.language, s.language, o.language) as language,
          s.lead_id as standing_lead_id
   from leads l
   cross join lateral (select standing_lead($1, l.lead_id) as lead_id offset 0) as standing
   join leads s on s.organization_id = $1 and s.lead_id = standing.lead_id
   join organizations o on o.organization_id = $1
   left join public_leads p on p.organization_id = $1 and p.lead_id = l.lead_id
   left join customers c
     on c.organization_id = $1 and c.customer_id = coalesce(l.customer_id, s.customer_id)
   where l.organization_id = $1 and l.lead_id = $2`,
);

export async function findRecipient(tx: Tx, leadId: string): Promise<Recipient> {
  const [row] = await tx.query<RecipientRow>(selectRecipient, [tx.organizationId, leadId]);
  if (!row) throw notFound('lead');
  const { lead, customer } = row;
  return {
    lead_id: lead.lead_id,
    lifecycle_number: lead.lifecycle_number,
    customer_id: customer?.customer_id ?? null,
    phone: row.phone,
    email: row.email,
    language: row.language,
    personKeys: [
      `lead ${row.standing_lead_id}`,
      ...(customer ? [`customer ${customer.customer_id}`] : []),
    ],
    consents: [row.lead_consent, row.standing_consent, row.customer_consent ?? {}],
    isDeleted: row.is_deleted,
    doNotContact: row.do_not_contact,
    isPublic: row.is_public,
    data: {
      lead: { ...lead, lead_id: toPublicId('lead', lead.lead_id) },
      ...(customer && {
        customer: { ...customer, customer_id: toPublicId('customer', customer.customer_id) },
      }),
      organization: { name: row.organization_name, phone: row.organization_phone },
    },
  };
}

/** A customer with exactly this address and `do_not_contact`, among the customers that the key finds. */
const selectNotToBeContacted = statement(
  'select_not_to_be_contacted',
  `select k.contact_id from contact_keys k
   cross join lateral (
     select from customers c
     where c.organization_id = $1 and c.customer_id = k.contact_id and c.do_not_contact
       and (c.phone = $3 or c.search_text like all ($4))
     limit 1
   ) as c
   where k.organization_id = $1 and k.key = $2
   limit 1`,
);

/** A message to any contact would reach the customer who has the address, so the customer's `do_not_contact` counts. */
export async function isNotToBeContacted(tx: Tx, { channel, address }: Address): Promise<boolean> {
  const { key, patterns } = searchForAddress({ channel, address }, 'customer');
  const phone = channel === 'sms' ? address : null;
  const mailbox = channel === 'email' ? patterns : null;
  const values = [tx.organizationId, String(key), phone, mailbox];
  const found = await tx.query(selectNotToBeContacted, values);
  return found.length > 0;
}
