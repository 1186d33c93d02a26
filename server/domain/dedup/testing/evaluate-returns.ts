import { type PreparedContact, prepare } from '../contact.ts';
import { bestMatch } from '../find.ts';
import { Index, type Level, levelOf } from './evaluate.ts';
import type { Arrival, KnownCustomer } from './generated-returns.ts';

export interface ReturningQuality extends Level {
  /** Of those who came back, the share that was recognized, by what had changed. */
  recallByChange: Record<string, number>;
  /** The arrivals that were taken for another customer, by what they are. */
  mistaken: Record<string, number>;
}

interface Variant {
  order: number;
  contact: PreparedContact;
  customer: string;
}

/** A returning customer is one who certainly matches a customer, by any of the contacts known of that customer. */
export function evaluateReturns(
  customers: readonly KnownCustomer[],
  arrivals: readonly Arrival[],
): ReturningQuality {
  const index = indexOf(customers);
  const kinds = new Map<string, { returned: number; right: number; wrong: number }>();
  for (const { contact, customer, kind } of arrivals) {
    const tally = kinds.get(kind) ?? { returned: 0, right: 0, wrong: 0 };
    kinds.set(kind, tally);
    const recognized = recognize(index, prepare(contact));
    if (customer !== null) tally.returned += 1;
    if (recognized === null) continue;
    if (recognized === customer) tally.right += 1;
    else tally.wrong += 1;
  }
  const sum = (count: 'returned' | 'right' | 'wrong') =>
    [...kinds.values()].reduce((total, tally) => total + tally[count], 0);
  const entries = [...kinds].sort();
  return {
    ...levelOf(sum('right'), sum('right') + sum('wrong'), sum('returned')),
    recallByChange: Object.fromEntries(
      entries
        .filter(([, { returned }]) => returned > 0)
        .map(([kind, { right, returned }]) => [kind, Math.round((right / returned) * 1000) / 1000]),
    ),
    mistaken: Object.fromEntries(entries.map(([kind, { wrong }]) => [kind, wrong])),
  };
}

function indexOf(customers: readonly KnownCustomer[]): Index<Variant> {
  const index = new Index<Variant>();
  let order = 0;
  for (const { customer, variants } of customers) {
    for (const variant of variants) {
      index.store({ order, contact: prepare(variant), customer });
      order += 1;
    }
  }
  return index;
}

function recognize(index: Index<Variant>, contact: PreparedContact): string | null {
  const { found } = index.probe(contact);
  const best = bestMatch(
    contact,
    found.map(({ customer, contact: variant }) => ({ id: customer, contact: variant })),
  );
  return best?.match.confidence === 'certain' ? best.id : null;
}
