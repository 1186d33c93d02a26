import type { CustomerRow, StoredContactPoint } from './queries.ts';

type Details = Pick<CustomerRow, 'phone' | 'email'>;

/** The contact points of a customer whose details changed now, as the database returns them from then on. */
export function contactPointsAfter(
  before: Details & Pick<CustomerRow, 'contact_points'>,
  after: Details,
  now: Date,
): StoredContactPoint[] {
  const points = new Map(before.contact_points.map((point) => [keyOf(point), point]));
  for (const kind of ['phone', 'email'] as const) {
    const [old, current] = [before[kind], after[kind]];
    if (old !== null && old !== current) {
      const ended = { kind, value: old, valid_until: now.toISOString() };
      points.set(keyOf(ended), ended);
    }
    if (current !== null) {
      const valid = { kind, value: current, valid_until: null };
      points.set(keyOf(valid), valid);
    }
  }
  return [...points.values()].sort(newestFirst);
}

/** The phone numbers and mailboxes that these leads have now. */
export function validPointsOf(leads: readonly Details[]): StoredContactPoint[] {
  const points = leads.flatMap((lead) =>
    (['phone', 'email'] as const).flatMap((kind) => {
      const value = lead[kind];
      return value === null ? [] : { kind, value, valid_until: null };
    }),
  );
  return [...new Map(points.map((point) => [keyOf(point), point])).values()].sort(newestFirst);
}

function keyOf({ kind, value }: StoredContactPoint): string {
  return `${kind} ${value}`;
}

/** Valid ones first, then those that ended last; phones before mailboxes. */
function newestFirst(a: StoredContactPoint, b: StoredContactPoint): number {
  return order(a) < order(b) ? -1 : 1;
}

function order({ kind, value, valid_until }: StoredContactPoint): string {
  const age = valid_until === null ? 0 : Number.MAX_SAFE_INTEGER - Date.parse(valid_until);
  return `${String(age).padStart(17, '0')} ${kind === 'phone' ? 0 : 1} ${value}`;
}
