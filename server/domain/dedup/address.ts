import { fold, typos, words } from './text.ts';

export interface PreparedAddress {
  zip: string | null;
  house: string | null;
  /** The first significant word of the street: 100 N. Main St. and 100 Main Street are both main. */
  street: string | null;
  /** The apartment: one house can have hundreds of doors. */
  unit: string | null;
  /** The remaining words, used when there is nothing better to compare: mostly a city. */
  place: string;
}

export type AddressAgreement =
  | 'same'
  | 'same_zip'
  | 'same_place'
  | 'other_house'
  | 'other_zip'
  | 'different'
  | 'unknown';

const NUMBER = /^\d{1,5}[a-z]?$/;
const POSTCODE = /^\d{4,6}$/;
/** Two halves of a British or a Canadian postcode. */
const OUTWARD = /^(?:[a-z]{1,2}\d[a-z\d]?|[a-z]\d[a-z])$/;
const INWARD = /^(?:\d[a-z]{2}|\d[a-z]\d)$/;
const UNIT = new Set('apt apartment unit suite ste flat no room rm floor box lot bldg'.split(' '));
const STREET_TYPES = new Set(
  'street st str strasse avenue ave av road rd drive dr lane ln boulevard blvd blv court ct place pl circle cir way terrace ter highway hwy parkway pkwy square sq trail trl close crescent cres rue via calle the'.split(
    ' ',
  ),
);
const DIRECTIONS = new Set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '),
);

const GERMAN_STREET = /(?<=...)str(?:asse)?$/;
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

export function prepareAddress(address: string | null): PreparedAddress | null {
  if (address === null) return null;
  const parts = words(fold(address, 300).replaceAll("'", ''), 24);
  if (parts.length === 0) return null;
  const zipAt = findZip(parts);
  const houseAt = findHouse(parts, zipAt);
  const pair = zipAt >= 0 && !POSTCODE.test(partAt(parts, zipAt));
  const zip =
    zipAt < 0
      ? null
      : pair
        ? partAt(parts, zipAt) + partAt(parts, zipAt + 1)
        : partAt(parts, zipAt);
  const street = houseAt < 0 ? null : findStreet(parts, houseAt, zipAt);
  return {
    zip,
    house: street === null ? null : partAt(parts, houseAt),
    street,
    unit: findUnit(parts),
    place: parts.filter((part) => !NUMBER.test(part) && !STREET_TYPES.has(part)).join(' '),
  };
}

function partAt(parts: readonly string[], index: number): string {
  return parts[index] ?? '';
}

/** The last number of four to six digits, but not the one that the address starts with. */
function findZip(parts: readonly string[]): number {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = partAt(parts, index);
    if (index + 1 < parts.length && OUTWARD.test(part) && INWARD.test(partAt(parts, index + 1))) {
      return index;
    }
    if (!POSTCODE.test(part)) continue;
    if (index > 0) {
      // The four digits after an American zip only make it more precise.
      if (part.length === 4 && /^\d{5}$/.test(partAt(parts, index - 1)) && index > 1) continue;
      if (!UNIT.has(partAt(parts, index - 1))) return index;
      continue;
    }
    // "10115 Berlin" starts with a zip, "12224 Ventura Blvd" with a house number.
    const named = parts.slice(1).some((other) => STREET_TYPES.has(other) || /\d/.test(other));
    if (parts.length === 1 || (part.length === 5 && parts.length <= 3 && !named)) return index;
  }
  return -1;
}

function findHouse(parts: readonly string[], zipAt: number): number {
  return parts.findIndex(
    (part, index) =>
      index !== zipAt && NUMBER.test(part) && !(index > 0 && UNIT.has(partAt(parts, index - 1))),
  );
}

/** "Apt 4", "Unit 12b", "Suite 300": what follows the word, if it has a number or is one letter. */
function findUnit(parts: readonly string[]): string | null {
  const at = parts.findIndex((part) => UNIT.has(part));
  const unit = at < 0 ? '' : partAt(parts, at + 1);
  return /^(?:[a-z]?\d{1,5}[a-z]?|[a-z])$/.test(unit) ? unit : null;
}

/** Before the house number, as in German, unless a street name follows it, as in English. */
function findStreet(parts: readonly string[], houseAt: number, zipAt: number): string | null {
  const isSignificant = (part: string, index: number) =>
    index !== zipAt &&
    !(index === zipAt + 1 && INWARD.test(part)) &&
    part.length > 1 &&
    !STREET_TYPES.has(part) &&
    !DIRECTIONS.has(part) &&
    !UNIT.has(part) &&
    !NUMBER.test(part);
  const before = parts.findIndex((part, index) => index < houseAt && isSignificant(part, index));
  const after = parts.findIndex((part, index) => index > houseAt && isSignificant(part, index));
  const named = parts.slice(houseAt + 1, houseAt + 5).some((part) => STREET_TYPES.has(part));
  const streetAt = before >= 0 && !(named && after >= 0) ? before : after;
  return streetAt < 0 ? null : inDigits(partAt(parts, streetAt)).replace(GERMAN_STREET, '');
}

/** Ninth Avenue is 9th Avenue. */
function inDigits(street: string): string {
  const number = ORDINALS.indexOf(street) + 1;
  if (number === 0) return street;
  return `${number}${['th', 'st', 'nd', 'rd'][number] ?? 'th'}`;
}

export function compareAddresses(
  a: PreparedAddress | null,
  b: PreparedAddress | null,
): AddressAgreement {
  if (a === null || b === null) return 'unknown';
  const zips = a.zip === null || b.zip === null ? 'unknown' : a.zip === b.zip ? 'same' : 'other';
  if (a.street !== null && b.street !== null) {
    const sameHouse = a.house === b.house;
    const sameStreet = typos(a.street, b.street, 1) <= (a.street.length >= 5 ? 1 : 0);
    // A zip that differs by one digit at the same house is a typo.
    const zipMistyped = zips === 'other' && typos(a.zip ?? '', b.zip ?? '', 1) <= 1;
    if (sameHouse && sameStreet && (zips !== 'other' || zipMistyped)) return 'same';
    return zips === 'same' || (sameStreet && zips === 'unknown') ? 'other_house' : 'different';
  }
  if (zips !== 'unknown') return zips === 'same' ? 'same_zip' : 'other_zip';
  return a.place !== '' && a.place === b.place ? 'same_place' : 'unknown';
}

/** Whether two addresses in the same house name two different apartments. */
export function unitsDiffer(a: PreparedAddress | null, b: PreparedAddress | null): boolean {
  const [one, other] = [a?.unit ?? null, b?.unit ?? null];
  return one !== null && other !== null && one !== other;
}
