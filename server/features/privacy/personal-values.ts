import { canonicalAddress } from '../../domain/message-address.ts';

/** What an erasure searches for, apart from the rows that belong to the person. No database access. */

export interface ContactDetails {
  name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
}

export interface PersonalValues {
  /** Everything that is known of the person: searched for in the person's own rows only, because names are common. */
  values: string[];
  /** Phone numbers and email addresses: searched for in rows that belong to no one. */
  contacts: string[];
}

/** Shorter parts of a name are parts of other words, too. */
const MIN_NAME_PART = 3;
/** Fewer digits are not the number of one person. */
const MIN_DIGITS = 7;

/** All in lower case, each once. */
export function personalValues(known: readonly ContactDetails[]): PersonalValues {
  const contacts = new Set<string>();
  const others = new Set<string>();
  for (const { name, phone, email, address } of known) {
    for (const form of phoneForms(phone)) contacts.add(form);
    for (const form of emailForms(email)) contacts.add(form);
    for (const form of nameForms(name)) others.add(form);
    if (address?.trim()) others.add(address.trim().toLowerCase());
  }
  return { values: [...contacts, ...others], contacts: [...contacts] };
}

/** The digits with and without the country code, and how people in North America write them. */
function phoneForms(phone: string | null): string[] {
  const digits = phone?.replace(/\D/g, '') ?? '';
  if (digits.length < MIN_DIGITS) return [];
  const forms = [digits];
  const national = digits.startsWith('1') && digits.length === 11 ? digits.slice(1) : null;
  if (national === null) return digits.length > 8 ? [...forms, digits.slice(-8)] : forms;
  const [area, exchange, line] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)];
  return [
    ...forms,
    national,
    `(${area}) ${exchange}-${line}`,
    `(${area})${exchange}-${line}`,
    `${area} ${exchange}-${line}`,
    `${area}/${exchange}-${line}`,
    ...['-', '.', ' '].map((separator) => [area, exchange, line].join(separator)),
  ];
}

function emailForms(email: string | null): string[] {
  const trimmed = email?.trim().toLowerCase();
  if (!trimmed) return [];
  return [trimmed, canonicalAddress('email', trimmed).toLowerCase()];
}

function nameForms(name: string | null): string[] {
  const trimmed = name?.trim().toLowerCase();
  if (!trimmed) return [];
  const parts = trimmed.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= MIN_NAME_PART);
  return [trimmed, ...parts];
}
