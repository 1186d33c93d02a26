import { fold, words } from '../../domain/dedup/text.ts';
import { KINDS, type SearchResult } from './schemas.ts';

/** Pure rules: how well something matches what was typed, and in which order results are shown. */

export interface Matched {
  names: readonly (string | null)[];
  phone?: string | null;
  email?: string | null;
  /** Lifecycle number. */
  number?: string;
}

const EXACT = 1;
const NAME_START = 0.9;
const PHONE_END = 0.8;
const NAME_WORD = 0.75;
const PHONE_START = 0.7;
const PHONE_PART = 0.6;
/** By an address, an earlier phone number, or part of an email address. */
const OTHER = 0.5;
/** Country codes have up to three digits: a part that starts after them is the start of the number. */
const LONGEST_COUNTRY_CODE = 3;
const COMPLETE_PHONE = 10;

export function scoreOf(typed: string, { names, phone, email, number }: Matched): number {
  const text = fold(typed, 200).trim();
  // With or without its check digit.
  const isNumber = number !== undefined && (number === text || number.slice(0, -2) === text);
  if (isNumber || fold(email ?? '', 320) === text) return EXACT;
  const digits = typed.replaceAll(/\D/g, '');
  const byPhone = digits === '' || !phone ? 0 : phoneScore(digits, phone.slice(1));
  return Math.max(OTHER, byPhone, ...names.map((name) => nameScore(text, name)));
}

function phoneScore(digits: string, phone: string): number {
  const national = digits.replace(/^0+/, '');
  if (phone.endsWith(digits)) return digits.length >= COMPLETE_PHONE ? EXACT : PHONE_END;
  if (national.length >= COMPLETE_PHONE && phone.endsWith(national)) return EXACT;
  const at = phone.indexOf(national);
  if (at < 0) return 0;
  return at <= LONGEST_COUNTRY_CODE ? PHONE_START : PHONE_PART;
}

function nameScore(text: string, name: string | null): number {
  if (name === null || text === '') return 0;
  const folded = fold(name, 320);
  if (folded.startsWith(text)) return NAME_START;
  const own = words(folded, 20);
  const isNamed = words(text, 6).every((word) => own.some((one) => one.startsWith(word)));
  return isNamed ? NAME_WORD : 0;
}

/** The best first; equally good ones by kind, and then as they were found, newest first. */
export function ranked(results: readonly SearchResult[], limit: number): SearchResult[] {
  const place = ({ kind }: SearchResult) => KINDS.indexOf(kind);
  return results.toSorted((a, b) => b.score - a.score || place(a) - place(b)).slice(0, limit);
}
