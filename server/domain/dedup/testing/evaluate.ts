import { type Contact, type PreparedContact, prepare } from '../contact.ts';
import { bestMatch } from '../find.ts';
import { probeKeys, storedKeys } from '../keys.ts';

/** A contact, and who it is in truth. */
export interface Labelled {
  contact: Contact;
  cluster: string;
  givenName: string;
  surname: string;
}

export interface Level {
  precision: number;
  recall: number;
  f1: number;
}

export interface Quality {
  records: number;
  likely: Level;
  certain: Level;
  householdsCalledCertain: number;
  details: Record<string, unknown>;
}

/**
 * Feeds the records in order, as the service meets them: probe, compare, store. A map stands for the
 * index. What is certain counts as merged, so that a match with any variant is one with the oldest.
 */
export function evaluate(records: readonly Labelled[]): Quality {
  const index = new Map<bigint, number[]>();
  const prepared: PreparedContact[] = [];
  const roots: number[] = [];
  const seen = new Set<string>();
  const households = new Households();
  const counts = { stored: [] as number[], probed: [] as number[], candidates: [] as number[] };
  const tally = { duplicates: 0, likely: 0, likelyRight: 0, certain: 0, certainRight: 0 };
  let householdMembers = 0;
  let householdsCertain = 0;
  for (const [id, record] of records.entries()) {
    const { cluster } = record;
    const lead = prepare(record.contact);
    const probes = probeKeys(lead);
    const found = new Set<number>();
    for (const key of probes) for (const other of index.get(key) ?? []) found.add(other);
    const candidates = [...found]
      .sort((a, b) => a - b)
      .map((other) => ({ id: other, contact: prepared[other]! }));
    const best = bestMatch(lead, candidates);
    const root = best === null ? id : roots[best.id]!;
    const right = best !== null && records[root]!.cluster === cluster;
    const certain = best?.match.confidence === 'certain';
    if (seen.has(cluster)) tally.duplicates += 1;
    if (best !== null) tally.likely += 1;
    if (right) tally.likelyRight += 1;
    if (certain) tally.certain += 1;
    if (certain && right) tally.certainRight += 1;
    if (certain && !right && isRelative(record, records[root]!)) householdsCertain += 1;
    if (households.hasRelative(record, lead)) householdMembers += 1;
    seen.add(cluster);
    prepared.push(lead);
    roots.push(certain ? root : id);
    const stored = storedKeys(lead);
    for (const key of stored) {
      const ids = index.get(key);
      if (ids) ids.push(id);
      else index.set(key, [id]);
    }
    counts.stored.push(stored.length);
    counts.probed.push(probes.length);
    counts.candidates.push(candidates.length);
  }
  return {
    records: records.length,
    likely: levelOf(tally.likelyRight, tally.likely, tally.duplicates),
    certain: levelOf(tally.certainRight, tally.certain, tally.duplicates),
    householdsCalledCertain: householdsCertain / Math.max(1, householdMembers),
    details: {
      ...tally,
      households: householdMembers,
      storedKeys: spread(counts.stored),
      probedKeys: spread(counts.probed),
      candidates: spread(counts.candidates),
    },
  };
}

/** Somebody else of the same surname; who also has the given name is a namesake. */
function isRelative(a: Labelled, b: Labelled): boolean {
  return a.cluster !== b.cluster && a.surname === b.surname && a.givenName !== b.givenName;
}

/** The leads by surname and phone, mailbox or zip: relatives who meet there are a household. */
class Households {
  readonly #members = new Map<string, Labelled[]>();

  hasRelative(record: Labelled, lead: PreparedContact): boolean {
    let found = false;
    for (const value of [lead.phone, lead.email?.canonical, lead.address?.zip]) {
      if (!value || record.surname === '') continue;
      const key = `${record.surname} ${value}`;
      const members = this.#members.get(key) ?? [];
      found ||= members.some((member) => isRelative(member, record));
      members.push(record);
      this.#members.set(key, members);
    }
    return found;
  }
}

function levelOf(right: number, found: number, duplicates: number): Level {
  const precision = right / Math.max(1, found);
  const recall = right / Math.max(1, duplicates);
  return { precision, recall, f1: (2 * right) / Math.max(1, found + duplicates) };
}

function spread(values: readonly number[]): Record<string, number> {
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    least: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    average: Math.round((sum / Math.max(1, values.length)) * 10) / 10,
    most: values.reduce((most, value) => Math.max(most, value), 0),
  };
}
