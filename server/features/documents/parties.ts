import type { Language } from '../../domain/languages.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findSmallFile } from '../files/index.ts';
import { findOrganization, type OrganizationRow } from '../organizations/index.ts';
import type { Party, PrintedDocument } from './pdf/printed-document.ts';
import type { Words } from './words.ts';
import { onOneLine } from './written.ts';

/** Who writes a document and to whom. */
export interface Parties {
  company: OrganizationRow;
  logo: Buffer | null;
  contact: Contact;
}

export interface Contact {
  name: string | null;
  address: string | null;
  language: Language;
}

/** Of the customer that was kept, if two were merged. The function is outside of the join, as in `select_recipient`. */
const selectContact = statement(
  'select_contact_of_document',
  `select coalesce(c.name, l.name) as name, coalesce(c.address, l.address) as address,
          coalesce(c.language, l.language, o.language) as language
   from leads l
   join organizations o on o.organization_id = $1
   cross join lateral (select customer_of_lead($1, l.lead_id) as customer_id offset 0) as owner
   left join customers c on c.organization_id = $1 and c.customer_id = owner.customer_id
   where l.organization_id = $1 and l.lifecycle_number = $2`,
);

/** The contact as it is now. What was signed has its own copy. */
export async function findParties(tx: Tx, lifecycleNumber: string): Promise<Parties> {
  const company = await findOrganization(tx);
  const [contact, logo] = await Promise.all([
    findContact(tx, lifecycleNumber, company),
    company.logo_file_id === null ? null : findSmallFile(tx, company.logo_file_id),
  ]);
  return { company, logo, contact };
}

export async function findContact(
  tx: Tx,
  lifecycleNumber: string,
  { language }: Pick<OrganizationRow, 'language'>,
): Promise<Contact> {
  const [row] = await tx.query<Contact>(selectContact, [tx.organizationId, lifecycleNumber]);
  return row ?? { name: null, address: null, language };
}

export function printedCompany(
  { company, logo }: Parties,
  words: Words,
): PrintedDocument['company'] {
  const { name, address, phone, tax_id } = company;
  const lines = [
    ...linesOf(address),
    ...(phone === null ? [] : [`${words.phone}: ${phone}`]),
    ...(tax_id === null ? [] : [`${words.taxId}: ${onOneLine(tax_id)}`]),
  ];
  return { name: onOneLine(name), lines, logo };
}

export function printedContact({ contact }: Parties): Party {
  return { name: onOneLine(contact.name ?? ''), lines: linesOf(contact.address) };
}

/** Addresses are on one line or on a few. */
const MAX_ADDRESS_LINES = 6;

function linesOf(address: string | null): string[] {
  const lines = (address ?? '').split(/\r\n|\r|\n/).map(onOneLine);
  return lines.filter((line) => line !== '').slice(0, MAX_ADDRESS_LINES);
}
