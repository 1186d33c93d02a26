import { fullGivenName } from './given-names.ts';
import { fold, typos, words } from './text.ts';

export interface PreparedName {
  /** In the given order, without titles; the first counts as the given name, the last as the surname. */
  tokens: readonly string[];
  joined: string;
  given: string;
  surname: string;
  /** Empty if there is only one token, which may be either. */
  sounds: { given: string; surname: string };
  /** Junior, senior, II, III: the same name, but another person. */
  generation: string | null;
}

export type GivenAgreement =
  | 'same'
  | 'nickname'
  | 'similar'
  | 'close'
  | 'initial'
  | 'unknown'
  | 'different';
export type SurnameAgreement = 'same' | 'similar' | 'initial' | 'unknown' | 'different';
export interface NameAgreement {
  given: GivenAgreement;
  surname: SurnameAgreement;
}

const TITLES = new Set(
  'mr mrs ms miss mister dr prof sir madam rev herr frau mme sr sra srta the and of inc llc ltd gmbh co corp'.split(
    ' ',
  ),
);
const GENERATIONS = new Map([
  ['jr', 'junior'],
  ['junior', 'junior'],
  ['sr', 'senior'],
  ['senior', 'senior'],
  ['ii', 'second'],
  ['iii', 'third'],
]);
const APOSTROPHES = /['’‘`´]/g;
const UNKNOWN: NameAgreement = { given: 'unknown', surname: 'unknown' };
const SAME: NameAgreement = { given: 'same', surname: 'same' };
const DIFFERENT: NameAgreement = { given: 'different', surname: 'different' };

export function prepareName(name: string | null): PreparedName | null {
  if (name === null) return null;
  const folded = fold(name, 200).replace(APOSTROPHES, '');
  const all = words(surnameLast(folded), 8);
  let generation: string | null = null;
  if (all.length > 2) generation = GENERATIONS.get(all.at(-1) ?? '') ?? null;
  if (generation !== null) all.pop();
  const significant = all.filter((token) => !TITLES.has(token));
  const tokens = significant.length > 0 ? significant : all;
  const given = tokens[0];
  const surname = tokens.at(-1);
  if (given === undefined || surname === undefined) return null;
  return {
    tokens,
    joined: tokens.join(''),
    given,
    surname,
    sounds: { given: tokens.length > 1 ? sound(given) : '', surname: sound(surname) },
    generation,
  };
}

/** "Lopez, Maria" is Maria Lopez; "Lopez, Jr." stays. */
function surnameLast(folded: string): string {
  const comma = folded.indexOf(',');
  if (comma < 0 || comma !== folded.lastIndexOf(',')) return folded;
  const rest = folded.slice(comma + 1);
  if (GENERATIONS.has(rest.replaceAll('.', '').trim())) return folded;
  return `${rest} ${folded.slice(0, comma)}`;
}

const CLASSES = new Map<string, string>();
for (const [digit, letters] of ['aeiouyhw', 'bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].entries()) {
  for (const letter of letters) CLASSES.set(letter, String(digit));
}

/** Soundex. A name in another script is returned unchanged. */
export function sound(token: string): string {
  let code = token[0] ?? '';
  let last = CLASSES.get(code);
  if (last === undefined) return token;
  for (let index = 1; index < token.length && code.length < 4; index += 1) {
    const letter = token.charAt(index);
    const digit = CLASSES.get(letter);
    if (digit === undefined) return token;
    if (digit !== '0' && digit !== last) code += digit;
    // H and W do not separate two letters of the same class; vowels do.
    if (letter !== 'h' && letter !== 'w') last = digit;
  }
  return code;
}

export function compareNames(a: PreparedName | null, b: PreparedName | null): NameAgreement {
  if (a === null || b === null) return UNKNOWN;
  if (a.generation !== b.generation && a.generation !== null && b.generation !== null) {
    return { given: 'different', surname: compareSurnames(a, b) };
  }
  if (a.joined === b.joined) {
    return a.tokens.length === 1 && b.tokens.length === 1 ? { ...SAME, surname: 'unknown' } : SAME;
  }
  if (a.tokens.length === 1) return compareSingle(a.given, b);
  if (b.tokens.length === 1) return compareSingle(b.given, a);

  const straight = { given: compareGivenNames(a, b), surname: compareSurnames(a, b) };
  if (agrees(straight.given) && agrees(straight.surname)) return straight;
  // The two fields of a form were filled in the wrong order.
  const swapped = compareSwapped(a, b) ?? compareSwapped(b, a);
  if (swapped !== null) return swapped;
  if (agrees(straight.surname) || straight.given === 'different') return straight;
  return mostlyShared(a.tokens, b.tokens)
    ? { given: straight.given, surname: 'similar' }
    : straight;
}

function agrees(level: GivenAgreement | SurnameAgreement): boolean {
  return level !== 'different' && level !== 'unknown' && level !== 'close';
}

function compareSwapped(wrong: PreparedName, right: PreparedName): NameAgreement | null {
  const given = compareGiven(wrong.surname, right.given);
  const surname = compareTokens(wrong.given, right.surname);
  return agrees(given) && agrees(surname) ? { given, surname } : null;
}

function compareSingle(token: string, other: PreparedName): NameAgreement {
  const given = compareGiven(token, other.given);
  if (given === 'same' || given === 'nickname') return { given, surname: 'unknown' };
  const surname = compareTokens(token, other.surname);
  if (surname !== 'different' && other.tokens.length > 1) return { given: 'unknown', surname };
  return given === 'different' ? DIFFERENT : { given, surname: 'unknown' };
}

function compareGivenNames(a: PreparedName, b: PreparedName): GivenAgreement {
  const level = compareGiven(a.given, b.given);
  if (level !== 'different') return middlesDiffer(a.tokens, b.tokens) ? 'close' : level;
  // A person who uses the middle name.
  const asMiddle =
    a.tokens.indexOf(b.given, 1) > 0 && a.tokens.at(-1) !== b.given
      ? true
      : b.tokens.indexOf(a.given, 1) > 0 && b.tokens.at(-1) !== a.given;
  return asMiddle ? 'close' : 'different';
}

/** Maria Elena and Maria Teresa Lopez may be sisters; Maria E. Lopez may be either. */
function middlesDiffer(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < 3 || b.length < 3) return false;
  const [middlesA, middlesB] = [a.slice(1, -1), b.slice(1, -1)];
  return !middlesA.some((one) =>
    middlesB.some(
      (other) =>
        one[0] === other[0] &&
        (one.length === 1 || other.length === 1 || typos(one, other, 1) <= 1),
    ),
  );
}

function compareGiven(a: string, b: string): GivenAgreement {
  if (a === b) return 'same';
  const fullA = fullGivenName(a);
  const fullB = fullGivenName(b);
  if (fullA !== undefined && fullB !== undefined) return fullA === fullB ? 'nickname' : 'different';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === 1) {
    const full = fullGivenName(long);
    return long[0] === short || full?.[0] === short ? 'initial' : 'different';
  }
  const allowed = short.length >= 8 ? 2 : 1;
  const typed = short.length >= 3 && typos(a, b, allowed) <= allowed;
  // One different letter in a short name, or extra letters at the end (Daniel, Daniela), is often another name.
  if (long.startsWith(short) || (typed && short.length < 5)) return 'close';
  return typed ? 'similar' : 'different';
}

function compareSurnames(a: PreparedName, b: PreparedName): SurnameAgreement {
  const level = compareTokens(a.surname, b.surname);
  if (level !== 'different') return level;
  // Often only half of a double surname (Smith-Jones, Lopez Garcia) is given.
  const half = a.tokens.indexOf(b.surname, 1) > 0 || b.tokens.indexOf(a.surname, 1) > 0;
  if (half) return 'similar';
  return isInitialOf(a.surname, b.surname) || isInitialOf(b.surname, a.surname)
    ? 'initial'
    : 'different';
}

/** Ana P is Ana Petrov, or another Ana whose surname begins with P. */
function isInitialOf(initial: string, surname: string): boolean {
  return initial.length === 1 && surname.startsWith(initial);
}

function compareTokens(a: string, b: string): 'same' | 'similar' | 'different' {
  if (a === b) return 'same';
  const shorter = Math.min(a.length, b.length);
  if (shorter < 3) return 'different';
  const allowed = shorter >= 8 ? 2 : 1;
  if (typos(a, b, allowed) <= allowed) return 'similar';
  return shorter >= 4 && (a.startsWith(b) || b.startsWith(a)) ? 'similar' : 'different';
}

/** Business names, where no word is a surname: Katsu Sushi Bar and Katsu Sushi. */
function mostlyShared(a: readonly string[], b: readonly string[]): boolean {
  const shared = a.filter((token) => b.includes(token)).length;
  return shared >= 2 && shared * 3 >= Math.min(a.length, b.length) * 2;
}

/** Whether the letters of an email address only repeat the name (janedoe, jdoe, doejane). */
export function spellsName(letters: string, name: PreparedName | null): boolean {
  if (name === null || letters.length === 0) return false;
  const full = fullGivenName(name.given);
  return (
    spells(letters, name.given, name.surname) ||
    (full !== undefined && full !== name.given && spells(letters, full, name.surname))
  );
}

function spells(letters: string, given: string, surname: string): boolean {
  if (letters === given || letters === surname) return true;
  const first = given.charAt(0);
  const last = surname.charAt(0);
  return [given + surname, surname + given, first + surname, surname + first, given + last].some(
    (spelling) => typos(letters, spelling, 1) <= (spelling.length >= 6 ? 1 : 0),
  );
}
