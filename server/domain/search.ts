import { prepareEmail } from './dedup/email.ts';
import { hash64 } from './dedup/hash.ts';
import { fold, words } from './dedup/text.ts';
import { type Address, canonicalAddress } from './message-address.ts';

/**
 * Searching for leads, customers and jobs as a person types: the beginnings of names, the end of a phone
 * number, an e-mail address, a lifecycle number. Each contact writes keys for what it can be found by,
 * and a search reads the stretch of one key, newest first; the text beside it settles the rest. So a
 * search costs a page of one index, however many there are.
 */
export interface Searchable {
  name: string | null;
  /** E.164. */
  phone: string | null;
  email: string | null;
  /** Of what is found by more than its contact. */
  title?: string;
}

export type SearchOwner = 'lead' | 'customer' | 'job';

export interface Search {
  /** The one key that is read; null when only a number can be meant. */
  key: bigint | null;
  /** All of these stand in the search text of what is meant, as LIKE patterns. */
  patterns: string[];
  /** Lifecycle numbers that may be meant: where no check digit was typed, with each of the ten. */
  numbers: string[];
}

/** Keys of phone endings and mailboxes are written for a lead already, to find its duplicates. */
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
const LOCAL_PART_WORDS = 2;
const MOST_SEARCHED_WORDS = 6;
const SHORTEST_PHONE_PART = 4;
const PHONE_ENDING = 7;

const LOOKS_DIALLED = /^\+?[\d\s().\-/\u00a0\u2010-\u2015]+$/;
const LIFECYCLE_NUMBER = /^(\d{6,15})(-\d)?$/;
const APOSTROPHES = /['’‘`´]/g;
const LIKE_SPECIAL = /[\\%_]/g;

export const MAX_SEARCH_KEYS = 34;

/** What a search is settled by: every word, the mailbox and the digits, each between spaces. */
export function searchText({ name, phone, email }: Searchable): string {
  const mailbox = prepareEmail(email);
  return ` ${[
    ...nameWords(name),
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
  // Nobody begins a search with the digits of a mailbox, and there are as many of them as mailboxes.
  const local = wordsOf(mailbox?.canonical.split('@')[0] ?? '', LOCAL_PART_WORDS).filter(
    (word) => !DIGITS_ALONE.test(word),
  );
  for (const word of [...named, ...local]) {
    for (const prefix of prefixes(word)) keys.add(hash64(kinds.word, prefix));
  }
  for (const pair of pairs(named)) keys.add(hash64(kinds.pair, pair));
  const addressed = [...local, ...wordsOf(mailbox?.domain ?? '', 1)];
  for (const pair of pairs(addressed)) keys.add(hash64(kinds.pair, pair));
  if (mailbox !== null) keys.add(hash64(kinds.email, mailbox.canonical));
  if (contact.phone !== null) {
    keys.add(hash64(kinds.phoneEnd, contact.phone.slice(-SHORTEST_PHONE_PART)));
    keys.add(hash64(kinds.phoneEnding, contact.phone.slice(-PHONE_ENDING)));
  }
  return [...keys];
}

/** Null for what is too short to search for. */
export function readSearch(q: string, owner: SearchOwner): Search | null {
  const typed = q.trim();
  if (LOOKS_DIALLED.test(typed)) return digitSearch(typed, owner);
  if (typed.includes('@') && prepareEmail(typed)?.domain.includes('.')) {
    return { ...searchForAddress({ channel: 'email', address: typed }, owner), numbers: [] };
  }
  return wordSearch(wordsOf(typed, MOST_SEARCHED_WORDS), owner);
}

/** What finds the contacts that have this very phone number (E.164) or mailbox, in whichever way it is written. */
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
  // With its check digit it is no phone number, and with six digits alone neither part that people give.
  const isNumber = numbers.length === 1 || /^\d{6}$/.test(typed);
  const dialled = isNumber ? '' : typed.replaceAll(/\D/g, '');
  // The zeros in front of a whole number are dialled within a country and no part of it.
  const digits = dialled.length > PHONE_ENDING ? dialled.replace(/^0+/, '') : dialled;
  if (digits.length < SHORTEST_PHONE_PART) {
    return numbers.length === 0 ? null : { key: null, patterns: [], numbers };
  }
  const kinds = KINDS[owner];
  const key =
    digits.length < PHONE_ENDING
      ? hash64(kinds.phoneEnd, digits.slice(-SHORTEST_PHONE_PART))
      : hash64(kinds.phoneEnding, digits.slice(-PHONE_ENDING));
  return { key, patterns: [`%${digits} `], numbers };
}

function lifecycleNumbers(typed: string): string[] {
  const [, ordinal, checkDigit] = LIFECYCLE_NUMBER.exec(typed) ?? [];
  if (ordinal === undefined) return [];
  return checkDigit ? [typed] : Array.from({ length: 10 }, (_, digit) => `${ordinal}-${digit}`);
}

/**
 * One list of what the key and what the numbers found, newest first, each once. They are read by two
 * statements, sent together: as one, on a database without statistics, the planner read the whole table
 * for the numbers.
 */
export async function joinFound<Row>(
  search: Search,
  limit: number,
  idOf: (row: Row) => string,
  read: {
    byKey: (key: string, patterns: string[]) => Promise<Row[]>;
    byNumbers: (numbers: string[]) => Promise<Row[]>;
  },
): Promise<Row[]> {
  const { key, patterns, numbers } = search;
  const found = await Promise.all([
    key === null ? [] : read.byKey(String(key), patterns),
    numbers.length === 0 ? [] : read.byNumbers(numbers),
  ]);
  const each = new Map(found.flat().map((row) => [idOf(row), row]));
  const newestFirst = [...each.entries()].sort(([a], [b]) => (a < b ? 1 : -1));
  return newestFirst.slice(0, limit).map(([, row]) => row);
}

/** Read by the two longest words together where there are two, since either alone may be common. */
function wordSearch(typed: string[], owner: SearchOwner): Search | null {
  const longest = [...typed].sort((a, b) => b.length - a.length);
  const [first, second] = longest;
  if (first === undefined || /^[a-z0-9]$/.test(first)) return null;
  const kinds = KINDS[owner];
  const key =
    second !== undefined && second.length >= PAIR_PREFIX
      ? hash64(kinds.pair, pairOf(first, second))
      : hash64(kinds.word, first.slice(0, LONGEST_PREFIX));
  return { key, patterns: typed.map((word) => `% ${escaped(word)}%`), numbers: [] };
}

function nameWords(name: string | null): string[] {
  return name === null ? [] : wordsOf(name, 8);
}

function wordsOf(text: string, most: number): string[] {
  return words(fold(text, 320).replace(APOSTROPHES, ''), most);
}

/**
 * Three Latin letters are the least that narrows anything down; of other scripts one may be a word. What
 * is shorter than that, such as Ng, is found whole.
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

/** In whichever order they are typed. */
function pairOf(a: string, b: string): string {
  return [a.slice(0, PAIR_PREFIX), b.slice(0, PAIR_PREFIX)].sort().join(' ');
}

function escaped(text: string): string {
  return text.replaceAll(LIKE_SPECIAL, (character) => `\\${character}`);
}
