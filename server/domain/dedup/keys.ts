import type { PreparedContact } from './contact.ts';
import { isDistinctive, type PreparedEmail } from './email.ts';
import { fullGivenName } from './given-names.ts';
import { hash64 } from './hash.ts';
import type { PreparedName } from './name.ts';

/** Two leads are compared only if a probed key of the new one is a stored key of the old one. */
const EMAIL = 1;
const EMAIL_TYPO = 2;
const LOCAL_PART = 3;
const COMPANY = 4;
const PHONE = 5;
const PHONE_ENDING = 6;
const NAME_ZIP = 7;
const NAME_ADDRESS = 10;
const LETTERS_ZIP = 11;
const PHONE_WITHOUT_END = 12;
const PHONE_WITHOUT_MIDDLE = 13;
const PHONE_WITHOUT_EXCHANGE = 14;

export const MAX_STORED_KEYS = 21;
export const MAX_PROBED_KEYS = 39;
/** A mail domain with more contacts of one surname is no company. */
export const MAX_OF_A_COMPANY = 20;

/** From ten letters on, thirds of the local part are distinctive enough, and need three keys instead of ten. */
const LONG_LOCAL_PART = 10;

/** The keys that are stored with a lead. */
export function storedKeys(contact: PreparedContact): bigint[] {
  const keys = new Set<bigint>();
  addExactKeys(keys, contact);
  addNameKeys(keys, contact, orders(contact.name).slice(0, 1));
  const { email, phone } = contact;
  if (phone !== null) addPhoneParts(keys, phone);
  if (email !== null && !email.role) {
    if (email.letters.length < LONG_LOCAL_PART) addDeletions(keys, email);
    else addThirds(keys, email, email.letters, email.letters.length);
  }
  return [...keys];
}

/** The keys of exactly this phone and exactly this mailbox. */
export function identityKeys({ email, phone }: PreparedContact): bigint[] {
  const keys: bigint[] = [];
  if (email !== null) keys.push(hash64(EMAIL, email.canonical));
  if (phone !== null) keys.push(hash64(PHONE, phone));
  return keys;
}

/** The keys that are looked up when a lead arrives, by how many of their contacts are compared. */
export interface Probes {
  /** Of the lead's own phone and mailbox, which many people may share: the oldest. */
  exact: bigint[];
  /** Of its surname at its mail domain: none if there are many, because then the domain is no company. */
  companies: bigint[];
  others: bigint[];
}

export function probesOf(contact: PreparedContact): Probes {
  const { name, email, phone } = contact;
  const exact = new Set<bigint>();
  addExactKeys(exact, contact);
  const names = orders(name);
  const companies = new Set<bigint>();
  if (email !== null && !email.free) {
    for (const { surname } of names) companies.add(companyKey(surname, email));
  }
  const others = new Set<bigint>();
  addNameKeys(others, contact, names);
  if (email !== null && !email.role) addEmailTypos(others, email);
  if (phone !== null) addPhoneTypos(others, phone);
  for (const key of [...exact, ...companies]) others.delete(key);
  return { exact: [...exact], companies: [...companies], others: [...others] };
}

function addExactKeys(keys: Set<bigint>, { email, phone }: PreparedContact): void {
  if (email !== null) {
    keys.add(hash64(EMAIL, email.canonical));
    if (isDistinctive(email)) keys.add(hash64(LOCAL_PART, localPart(email)));
  }
  if (phone !== null) {
    keys.add(hash64(PHONE, phone));
    keys.add(hash64(PHONE_ENDING, phone.slice(-7)));
  }
}

/** Surname and given name as written, and swapped in case the form was filled in wrongly. */
function orders(name: PreparedName | null): NameInOrder[] {
  if (name === null) return [];
  const straight = inOrder(name.given, name.surname, name.sounds.surname);
  if (name.sounds.given === '') return [straight];
  return [straight, inOrder(name.surname, name.given, name.sounds.given)];
}

interface NameInOrder {
  /** The sound of the surname, which most typos in vowels do not change. */
  surname: string;
  initial: string;
  /** The given name with the first and last letter of the surname, which most typos in consonants do not change. */
  letters: string;
}

/** The given name in its full form, so that Bob Miller matches Robert Miller. */
function inOrder(given: string, surname: string, sound: string): NameInOrder {
  const full = fullGivenName(given) ?? given;
  const letters = `${full} ${surname[0]}${surname.at(-1)}`;
  return { surname: sound, initial: full[0] ?? '', letters };
}

/**
 * A name alone is not a key: the number of Smiths grows with the table. With a zip, a house or a company it is rare.
 */
function addNameKeys(
  keys: Set<bigint>,
  { email, address }: PreparedContact,
  names: readonly NameInOrder[],
): void {
  const zip = address?.zip ?? null;
  for (const { surname, initial, letters } of names) {
    if (zip !== null) {
      keys.add(hash64(NAME_ZIP, `${surname} ${initial} ${zip}`));
      keys.add(hash64(LETTERS_ZIP, `${letters} ${zip}`));
    }
    if (email !== null && !email.free) {
      keys.add(companyKey(surname, email));
      // A short local part is distinctive enough with the name, and finds a company whose domain is mistyped.
      if (!isDistinctive(email)) keys.add(hash64(LOCAL_PART, `${surname} ${localPart(email)}`));
    }
    if (address?.street) keys.add(hash64(NAME_ADDRESS, doorOf(surname, address)));
  }
  if (names.length === 0 && address?.street) keys.add(hash64(NAME_ADDRESS, doorOf('', address)));
}

function companyKey(surname: string, { domain }: PreparedEmail): bigint {
  return hash64(COMPANY, `${surname} ${domain}`);
}

function doorOf(surname: string, address: { house: string | null; street: string | null }): string {
  return `${surname} ${address.house} ${address.street}`;
}

function localPart({ letters, digits }: PreparedEmail): string {
  return `${letters} ${digits}`;
}

/** Two local parts that differ by one typo are equal after one letter is deleted from one or both of them. */
function addDeletions(keys: Set<bigint>, email: PreparedEmail): void {
  const { letters } = email;
  keys.add(typoKey(email, letters));
  for (let index = 0; index < letters.length; index += 1) {
    keys.add(typoKey(email, letters.slice(0, index) + letters.slice(index + 1)));
  }
}

/**
 * One typo in a long local part is in its first, middle or last third, and leaves the others intact. The thirds are
 * those of a local part of the given length, which a typo may have changed by one.
 */
function addThirds(keys: Set<bigint>, email: PreparedEmail, letters: string, length: number): void {
  const third = Math.floor(length / 3);
  const kept = length - third;
  keys.add(typoKey(email, `${letters.slice(0, kept)}*`));
  keys.add(typoKey(email, `*${letters.slice(-kept)}`));
  keys.add(typoKey(email, `${letters.slice(0, third)}*${letters.slice(-third)}`));
}

/** Includes digits and domain: john1 and john2 are two people. */
function typoKey(email: PreparedEmail, letters: string): bigint {
  return hash64(EMAIL_TYPO, `${letters} ${email.digits} ${email.domain}`);
}

function addEmailTypos(keys: Set<bigint>, email: PreparedEmail): void {
  const { letters } = email;
  if (letters.length <= LONG_LOCAL_PART) addDeletions(keys, email);
  for (let length = letters.length - 1; length <= letters.length + 1; length += 1) {
    if (length >= LONG_LOCAL_PART) addThirds(keys, email, letters, length);
  }
  if (letters.length < LONG_LOCAL_PART) return;
  // Two letters swapped across the border of two thirds leave no pair of thirds intact.
  const third = Math.floor(letters.length / 3);
  const kept = letters.length - third;
  for (const border of [third, kept]) {
    keys.add(typoKey(email, `${swapped(letters, border - 1).slice(0, kept)}*`));
  }
}

function swapped(text: string, index: number): string {
  return text.slice(0, index) + text[index + 1] + text[index] + text.slice(index + 2);
}

/**
 * One typo in a phone number, a wrong, missing or additional digit, leaves all of it intact but its area code, its exchange
 * or one half of its last four digits. PHONE_ENDING is the number without its area code. The parts are counted from the
 * nearer end, because a typo may have changed the length.
 */
function addPhoneParts(keys: Set<bigint>, phone: string): void {
  keys.add(hash64(PHONE_WITHOUT_END, phone.slice(0, 9)));
  keys.add(hash64(PHONE_WITHOUT_MIDDLE, phone.slice(0, 7) + phone.slice(-2)));
  keys.add(hash64(PHONE_WITHOUT_EXCHANGE, phone.slice(0, 4) + phone.slice(-4)));
}

function addPhoneTypos(keys: Set<bigint>, phone: string): void {
  addPhoneParts(keys, phone);
  // Two digits swapped across the border of two parts leave neither intact.
  for (const border of [phone.length - 7, phone.length - 4, phone.length - 2]) {
    if (border > 0) keys.add(hash64(PHONE, swapped(phone, border - 1)));
  }
}
