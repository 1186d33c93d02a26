import { type Contact, type PreparedContact, prepare } from '../contact.ts';
import { bestMatch } from '../find.ts';
import { MAX_OF_A_COMPANY, probesOf, storedKeys } from '../keys.ts';

/** A contact and the person it really is. */
export interface Labeled {
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

/** A processed record and the oldest one that it was merged into: itself, if it is new. */
interface Processed {
  order: number;
  record: Labeled;
  contact: PreparedContact;
  root: Labeled;
}

/**
 * Processes the records in order, like the service: probe, compare, store. A map is used as the index. Certain
 * matches count as merged, so that a match with any variant is a match with the oldest.
 */
export function evaluate(records: readonly Labeled[]): Quality {
  const index = new Index<Processed>();
  const tally = new Tally();
  for (const [order, record] of records.entries()) {
    const contact = prepare(record.contact);
    const { probed, found } = index.probe(contact);
    const best = bestMatch(
      contact,
      found.map((met) => ({ id: met, contact: met.contact })),
    );
    const isCertain = best?.match.confidence === 'certain';
    const root = best === null ? null : best.id.root;
    tally.count(record, contact, root, isCertain);
    const stored = index.store({
      order,
      record,
      contact,
      root: isCertain && root !== null ? root : record,
    });
    tally.countKeys(stored, probed, found.length);
  }
  return tally.quality(records.length);
}

/** The keys of the service, in a map. */
export class Index<T extends { order: number; contact: PreparedContact }> {
  readonly #byKey = new Map<bigint, T[]>();

  /** The contacts that share a key with this one, oldest first. */
  probe(contact: PreparedContact): { probed: number; found: T[] } {
    const { exact, companies, others } = probesOf(contact);
    const behind = (key: bigint) => this.#byKey.get(key) ?? [];
    const known = companies.filter((key) => behind(key).length <= MAX_OF_A_COMPANY);
    const found = new Set([...exact, ...known, ...others].flatMap(behind));
    const probed = exact.length + companies.length + others.length;
    return { probed, found: [...found].sort((a, b) => a.order - b.order) };
  }

  /** The number of keys that it is stored under. */
  store(met: T): number {
    const keys = storedKeys(met.contact);
    for (const key of keys) {
      const others = this.#byKey.get(key);
      if (others) others.push(met);
      else this.#byKey.set(key, [met]);
    }
    return keys.length;
  }
}

class Tally {
  readonly #seen = new Set<string>();
  readonly #households = new Households();
  readonly #counts = { duplicates: 0, likely: 0, likelyRight: 0, certain: 0, certainRight: 0 };
  readonly #stored: number[] = [];
  readonly #probed: number[] = [];
  readonly #candidates: number[] = [];
  #householdMembers = 0;
  #householdsCertain = 0;

  count(record: Labeled, contact: PreparedContact, root: Labeled | null, isCertain: boolean): void {
    const isRight = root?.cluster === record.cluster;
    if (this.#seen.has(record.cluster)) this.#counts.duplicates += 1;
    if (root !== null) this.#counts.likely += 1;
    if (isRight) this.#counts.likelyRight += 1;
    if (isCertain) this.#counts.certain += 1;
    if (isCertain && isRight) this.#counts.certainRight += 1;
    if (isCertain && root !== null && isRelative(record, root)) this.#householdsCertain += 1;
    if (this.#households.hasRelative(record, contact)) this.#householdMembers += 1;
    this.#seen.add(record.cluster);
  }

  countKeys(stored: number, probed: number, candidates: number): void {
    this.#stored.push(stored);
    this.#probed.push(probed);
    this.#candidates.push(candidates);
  }

  quality(records: number): Quality {
    const { duplicates, likely, likelyRight, certain, certainRight } = this.#counts;
    return {
      records,
      likely: levelOf(likelyRight, likely, duplicates),
      certain: levelOf(certainRight, certain, duplicates),
      householdsCalledCertain: this.#householdsCertain / Math.max(1, this.#householdMembers),
      details: {
        ...this.#counts,
        households: this.#householdMembers,
        storedKeys: spread(this.#stored),
        probedKeys: spread(this.#probed),
        candidates: spread(this.#candidates),
      },
    };
  }
}

/** Another person with the same surname; with the same given name too, it is a namesake. */
function isRelative(a: Labeled, b: Labeled): boolean {
  return a.cluster !== b.cluster && a.surname === b.surname && a.givenName !== b.givenName;
}

/** The leads by surname and phone, mailbox or zip: relatives that share one are a household. */
class Households {
  readonly #members = new Map<string, Labeled[]>();

  hasRelative(record: Labeled, lead: PreparedContact): boolean {
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

export function levelOf(right: number, found: number, duplicates: number): Level {
  const precision = right / Math.max(1, found);
  const recall = right / Math.max(1, duplicates);
  return { precision, recall, f1: (2 * right) / Math.max(1, found + duplicates) };
}

function spread(values: readonly number[]): Record<string, number> {
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    min: values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY),
    average: Math.round((sum / Math.max(1, values.length)) * 10) / 10,
    max: values.reduce((max, value) => Math.max(max, value), 0),
  };
}
