import { exactKeys, probeKeys, storedKeys } from '../../../domain/dedup/keys.ts';
import { searchKeys, searchText } from '../../../domain/search.ts';
import type { Capture } from '../capture.ts';
import { locksOf, type PreparedContact, prepare } from '../duplicates.ts';
import { type CapturedFields, originOf, readCapturedFields } from '../lead.ts';

/** A lead made ready to be captured with others: all that can be computed before the database is asked. */
export interface PreparedCapture {
  fields: CapturedFields;
  consent: Capture['consent'];
  /** What must not be captured twice: the source's own id of the lead. */
  origin: string | null;
  contact: PreparedContact;
  locks: bigint[];
  exactKeys: bigint[];
  /** The exact ones not among them. */
  otherProbes: bigint[];
  /** What its duplicates find it by. */
  storedKeys: bigint[];
  searchKeys: bigint[];
  searchText: string;
}

/** Of fields that were found in order. */
export function prepareCapture(given: Capture, country: string): PreparedCapture {
  const fields = readCapturedFields(given.fields, country);
  const origin = originOf(fields);
  const contact = prepare(fields);
  const exact = exactKeys(contact);
  return {
    fields,
    consent: given.consent,
    origin,
    contact,
    locks: locksOf(contact, origin),
    exactKeys: exact,
    otherProbes: probeKeys(contact).filter((key) => !exact.includes(key)),
    storedKeys: storedKeys(contact),
    searchKeys: searchKeys(fields, 'lead'),
    searchText: searchText(fields),
  };
}
