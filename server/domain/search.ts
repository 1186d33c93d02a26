import { prepareEmail } from './dedup/email.ts';
import { hash64 } from './dedup/hash.ts';
import { fold, words } from './dedup/text.ts';
import { type Address, canonicalAddress } from './message-address.ts';

/**
 * Search for leads, customers and jobs while a user types: the start of names, any part of a phone number, an email
 * address, a postal address, a lifecycle number. Each contact stores keys for what it can be found by, and a search reads the index
 * range of one key, newest first; the search text decides the rest. So a search reads one page of one index,
 * however many contacts there are. Only a part of a phone number has no key: an index with all numbers is read instead.
 */
export interface Searchable {
  name: string | null;
  /** E.164. */
  phone: string | null;
  email: string | null;
  address?: string | null;
  /** For resources that are found by more than their contact. */
  title?: string;
}

export type SearchOwner = 'lead' | 'customer' | 'job';

export interface Search {
  /** The key that is read; null if the text can only be a lifecycle number. */
  key: bigint | null;
  /** LIKE patterns that must all match the search text. */
  patterns: string[];
  /** The lifecycle numbers that the text may be: without a check digit, one with each of the ten. */
  numbers: string[];
  /** LIKE patterns for a phone number, of which one must match; empty if the text is not part of one. */
  phones: string[];
}

/** For a lead, keys of phone endings and mailboxes are already stored to find duplicates. */
const KINDS = {
  lead: { word: 21, pair: 22, phoneEnd: 23, phoneEnding: 6, email: 1 },
  customer: { word: 41, pair: 42, phoneEnd: 43, phoneEnding: 44, email: 45 },
  job: { word: 51, pair: 52, phoneEnd: 53, phoneEnding: 54, email: 55 },
} as const;

const SHORTEST_PREFIX = 3;
const LONGEST_PREFIX = 5;
const DIGITS_ALONE = /^\d+$/;
const PAIR_PREFIX = 3;
const NAME_WORDS = 3;
const TITLE_WORDS = 6;
const ADDRESS_WORDS = 8;
const LOCAL_PART_WORDS = 2;
const MAX_SEARCHED_WORDS = 6;
const SHORTEST_PHONE_PART = 3;
/** The end of a phone number has keys of this length and of PHONE_ENDING. */
const SHORTEST_PHONE_END = 4;
const PHONE_ENDING = 7;

const LOOKS_DIALED = /^\+?[\d\s().\-/\u00a0\u2010-\u2015]+$/;
const LIFECYCLE_NUMBER = /^(\d{6,15})(-\d)?$/;
const APOSTROPHES = /['’‘`´]/g;
const LIKE_SPECIAL = /[\\%_]/g;

export const MAX_SEARCH_KEYS = 38;

/** The text that a search is compared with: every word, the mailbox and the digits, separated by spaces. */
export function searchText({ name, phone, email, address = null }: Searchable): string {
  const mailbox = prepareEmail(email);
  return ` ${[
    ...nameWords(name),
    ...wordsOf(address ?? '', ADDRESS_WORDS),
    ...wordsOf(mailbox?.canonical ?? '', 6),
    mailbox?.canonical ?? '',
    phone?.slice(1) ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ')} `;
}

export function searchKeys(contact: Searchable, owner: SearchOwner): bigint[] {
  const kinds = KINDS[owner];
  const keys = new Set<bigint>();
  const named = [
    ...nameWords(contact.name).slice(0, NAME_WORDS),
    ...nameWords(contact.title ?? null).slice(0, TITLE_WORDS),
  ];
  const mailbox = prepareEmail(contact.email);
  // Users do not start a search with the digits of a mailbox, and there are as many of them as mailboxes.
  const local = wordsOf(mailbox?.canonical.split('@')[0] ?? '', LOCAL_PART_WORDS).filter(
    (word) => !DIGITS_ALONE.test(word),
  );
  for (const word of [...named, ...local]) {
    for (const prefix of prefixes(word)) keys.add(hash64(kinds.word, prefix));
  }
  for (const pair of pairs(named)) keys.add(hash64(kinds.pair, pair));
  const addressed = [...local, ...wordsOf(mailbox?.domain ?? '', 1)];
  for (const pair of pairs(addressed)) keys.add(hash64(kinds.pair, pair));
  for (const key of streetKeys(contact.address ?? null, kinds)) keys.add(key);
  if (mailbox !== null) keys.add(hash64(kinds.email, mailbox.canonical));
  if (contact.phone !== null) {
    keys.add(hash64(kinds.phoneEnd, contact.phone.slice(-SHORTEST_PHONE_END)));
    keys.add(hash64(kinds.phoneEnding, contact.phone.slice(-PHONE_ENDING)));
  }
  return [...keys];
}

/**
 * A house is found by its number and street in either order, or by five letters of the street: shorter parts of
 * addresses would cost every lead more keys than its name.
 */
function streetKeys(address: string | null, kinds: (typeof KINDS)[SearchOwner]): bigint[] {
  const found = wordsOf(address ?? '', ADDRESS_WORDS);
  const street = found.find((word) => word.length > PAIR_PREFIX && !DIGITS_ALONE.test(word));
  if (street === undefined) return [];
  const house = found.find((word) => /^\d/.test(word));
  return [
    hash64(kinds.word, street.slice(0, LONGEST_PREFIX)),
    ...(house === undefined ? [] : [hash64(kinds.pair, pairOf(house, street))]),
  ];
}

/** Null if the text is too short to search for. */
export function readSearch(q: string, owner: SearchOwner): Search | null {
  const typed = q.trim();
  if (LOOKS_DIALED.test(typed)) return digitSearch(typed, owner);
  if (typed.includes('@') && prepareEmail(typed)?.domain.includes('.')) {
    const found = searchForAddress({ channel: 'email', address: typed }, owner);
    return { ...found, numbers: [], phones: [] };
  }
  return wordSearch(wordsOf(typed, MAX_SEARCHED_WORDS), owner);
}

/** Finds the contacts with exactly this phone number (E.164) or mailbox, in any notation. */
export function searchForAddress(
  { channel, address }: Address,
  owner: SearchOwner,
): Pick<Search, 'patterns'> & { key: bigint } {
  const kinds = KINDS[owner];
  if (channel === 'sms') {
    const key = hash64(kinds.phoneEnding, address.slice(-PHONE_ENDING));
    return { key, patterns: [`% ${address.slice(1)} %`] };
  }
  const mailbox = canonicalAddress(channel, address);
  return { key: hash64(kinds.email, mailbox), patterns: [`% ${escaped(mailbox)} %`] };
}

function digitSearch(typed: string, owner: SearchOwner): Search | null {
  const numbers = lifecycleNumbers(typed);
  // With a check digit it is not a phone number.
  const dialed = numbers.length === 1 ? '' : typed.replaceAll(/\D/g, '');
  if (dialed.length < SHORTEST_PHONE_PART) {
    return numbers.length === 0 ? null : { key: null, patterns: [], numbers, phones: [] };
  }
  // Leading zeros of a complete number are dialed within a country and are not part of the number.
  const digits = dialed.length > PHONE_ENDING ? dialed.replace(/^0+/, '') : dialed;
  const key = phoneKey(digits, KINDS[owner]);
  return { key, patterns: [`%${digits} `], numbers, phones: phonePatterns(dialed) };
}

function phoneKey(digits: string, kinds: (typeof KINDS)[SearchOwner]): bigint | null {
  if (digits.length < SHORTEST_PHONE_END) return null;
  return digits.length < PHONE_ENDING
    ? hash64(kinds.phoneEnd, digits.slice(-SHORTEST_PHONE_END))
    : hash64(kinds.phoneEnding, digits.slice(-PHONE_ENDING));
}

/** The digits anywhere in a number; after a leading zero also right after the country code, which has up to three. */
function phonePatterns(dialed: string): string[] {
  const national = dialed.replace(/^0+/, '');
  const starts =
    national.length === dialed.length || national.length < SHORTEST_PHONE_PART
      ? []
      : ['+_', '+__', '+___'].map((country) => `${country}${national}%`);
  return [`%${dialed}%`, ...starts];
}

function lifecycleNumbers(typed: string): string[] {
  const [, ordinal, checkDigit] = LIFECYCLE_NUMBER.exec(typed) ?? [];
  if (ordinal === undefined) return [];
  return checkDigit ? [typed] : Array.from({ length: 10 }, (_, digit) => `${ordinal}-${digit}`);
}

/** In SQL: whether a phone number or mailbox that the contact had before matches the patterns. */
export function hadBefore(contactId: string, patterns: string): string {
  return `exists (select from contact_points p
         where p.organization_id = $1 and p.contact_id = ${contactId}
           and ' ' || lower(p.value) || ' ' like all (${patterns}))`;
}

/**
 * One list of the rows found by key, by number and by a part of the phone number, newest first, without duplicates. They
 * are read by statements of their own, sent together: as one statement, on a database without statistics, the planner
 * read the whole table for the numbers. A complete phone number has a key; all numbers are read only if no key fits.
 */
export async function joinFound<Row>(
  search: Search,
  limit: number,
  idOf: (row: Row) => string,
  read: {
    byKey: (key: string, patterns: string[]) => Promise<Row[]>;
    byNumbers: (numbers: string[]) => Promise<Row[]>;
    byPhone: (patterns: string[]) => Promise<Row[]>;
  },
): Promise<Row[]> {
  const { key, patterns, numbers, phones } = search;
  const byPhone = async () => (phones.length === 0 ? [] : read.byPhone(phones));
  const isComplete = (phones[0]?.length ?? 0) >= PHONE_ENDING + '%%'.length;
  const keyed = await Promise.all([
    key === null ? [] : read.byKey(String(key), patterns),
    numbers.length === 0 ? [] : read.byNumbers(numbers),
    isComplete ? [] : byPhone(),
  ]);
  const found = keyed.flat();
  const rows = found.length === 0 && isComplete ? await byPhone() : found;
  const each = new Map(rows.map((row) => [idOf(row), row]));
  const newestFirst = [...each.entries()].sort(([a], [b]) => (a < b ? 1 : -1));
  return newestFirst.slice(0, limit).map(([, row]) => row);
}

/** Uses the two longest words together if there are two, since either alone may be common. */
function wordSearch(typed: string[], owner: SearchOwner): Search | null {
  const longest = [...typed].sort((a, b) => b.length - a.length);
  const [first, second] = longest;
  if (first === undefined || /^[a-z0-9]$/.test(first)) return null;
  const kinds = KINDS[owner];
  const key =
    second !== undefined && second.length >= PAIR_PREFIX
      ? hash64(kinds.pair, pairOf(first, second))
      : hash64(kinds.word, first.slice(0, LONGEST_PREFIX));
  return { key, patterns: typed.map((word) => `% ${escaped(word)}%`), numbers: [], phones: [] };
}

function nameWords(name: string | null): string[] {
  return name === null ? [] : wordsOf(name, 8);
}

function wordsOf(text: string, max: number): string[] {
  return words(fold(text, 320).replace(APOSTROPHES, ''), max);
}

/**
 * A prefix needs at least three Latin letters to be selective; in other scripts one letter may be a word. A shorter
 * word, such as Ng, is found only as a complete word.
 */
function prefixes(word: string): string[] {
  const found: string[] = [];
  const shortest = word.charCodeAt(0) > 0x7f ? 1 : SHORTEST_PREFIX;
  const longest = Math.min(word.length, LONGEST_PREFIX);
  for (let length = Math.min(shortest, longest); length <= longest; length += 1) {
    found.push(word.slice(0, length));
  }
  return found;
}

function pairs(of: readonly string[]): string[] {
  const long = of.filter((word) => word.length >= PAIR_PREFIX);
  return long.flatMap((word, index) => long.slice(index + 1).map((other) => pairOf(word, other)));
}

/** The same for either order. */
function pairOf(a: string, b: string): string {
  return [a.slice(0, PAIR_PREFIX), b.slice(0, PAIR_PREFIX)].sort().join(' ');
}

function escaped(text: string): string {
  return text.replaceAll(LIKE_SPECIAL, (character) => `\\${character}`);
}
