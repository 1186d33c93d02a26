import { type Probes, probesOf, storedKeys } from '../../../domain/dedup/keys.ts';
import { searchKeys, searchText } from '../../../domain/search.ts';
import type { Capture } from '../capture.ts';
import { locksOf, type PreparedContact, prepare } from '../duplicates.ts';
import { type CapturedFields, originOf, readCapturedFields } from '../lead.ts';
import { originKeys } from '../origin.ts';

/** A lead prepared for a batch: everything that can be computed without the database. */
export interface PreparedCapture {
  fields: CapturedFields;
  consent: Capture['consent'];
  /** The source and its own id of the lead, which must not be captured twice. */
  origin: string | null;
  contact: PreparedContact;
  locks: bigint[];
  probes: Probes;
  /** Keys that later duplicates find this lead by. */
  storedKeys: bigint[];
  searchKeys: bigint[];
  searchText: string;
}

/** Expects fields that have passed validation. */
export function prepareCapture(given: Capture, country: string): PreparedCapture {
  const fields = readCapturedFields(given.fields, country);
  const origin = originOf(fields);
  const contact = prepare(fields);
  return {
    fields,
    consent: given.consent,
    origin,
    contact,
    locks: locksOf(contact, origin),
    probes: probesOf(contact),
    storedKeys: storedKeys(contact),
    searchKeys: [...searchKeys(fields, 'lead'), ...originKeys(fields)],
    searchText: searchText(fields),
  };
}
