import { CHANNELS, type Channel, type StoredConsent, strictest } from '../../domain/consent.ts';
import { prepareEmail } from '../../domain/dedup/email.ts';

/** What becomes of two leads that turned out to be one, and how that is taken back. Pure rules. */

/** What the kept lead takes over where it has nothing of its own. */
const FILLED = [
  'name',
  'phone',
  'email',
  'address',
  'notes',
  'assigned_to',
  'first_contacted_at',
] as const;

/** The fields of a lead that a merge can change. */
export interface Mergeable {
  name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  notes: string | null;
  assigned_to: string | null;
  first_contacted_at: Date | null;
  consent: StoredConsent;
}

type Filled = (typeof FILLED)[number];

const CHANNEL_OF = {
  'consent.call': 'call',
  'consent.sms': 'sms',
  'consent.email': 'email',
} as const satisfies { [Name in Channel as `consent.${Name}`]: Name };

type Field = Filled | keyof typeof CHANNEL_OF;

const FIELDS: readonly Field[] = [...FILLED, ...CHANNELS.map((one) => `consent.${one}` as const)];

interface Change {
  before: unknown;
  after: unknown;
}

/** Each field that changed, as it was and as it became, in JSON. */
export type MergeChanges = Partial<Record<Field, Change>>;

/** What changes in the kept lead when the other is merged into it. */
export function joinChanges(kept: Mergeable, other: Mergeable): MergeChanges {
  const after: Mergeable = { ...kept };
  for (const field of FILLED) Object.assign(after, { [field]: kept[field] ?? other[field] });
  const reaches = (channel: Channel) =>
    channel === 'email'
      ? prepareEmail(after.email)?.canonical === prepareEmail(other.email)?.canonical
      : after.phone === other.phone;
  after.consent = strictest(kept.consent, other.consent, reaches);
  return differences(kept, after);
}

/** The lead with the changes in place. */
export function withChanges<Lead extends Mergeable>(lead: Lead, changes: MergeChanges): Lead {
  const after = { ...lead, consent: { ...lead.consent } };
  for (const [field, change] of changedIn(changes)) write(after, field, change.after);
  return after;
}

/**
 * Takes one merge back out of the kept lead. What a later merge built upon is taken out from under it;
 * what somebody has changed since stays as they left it. Then whatever is empty now is filled from the
 * leads that are still merged, as it would have been without this one.
 */
export function takeBack<Lead extends Mergeable, Merge extends LaterMerge>(
  kept: Lead,
  changes: MergeChanges,
  later: readonly Merge[],
): { kept: Lead; later: Merge[] } {
  let after = { ...kept, consent: { ...kept.consent } };
  const rest = later.map((merge) => ({ ...merge, changes: structuredClone(merge.changes) }));
  for (const [field, change] of changedIn(changes)) {
    const upon = rest
      .map((merge) => merge.changes[field])
      .find((other) => isSame(other?.before, change.after));
    if (upon) upon.before = change.before;
    else if (isSame(read(after, field), change.after)) write(after, field, change.before);
  }
  for (const merge of rest) {
    const filled = joinChanges(after, merge.lead);
    merge.changes = { ...filled, ...merge.changes };
    after = withChanges(after, filled);
  }
  return { kept: after, later: rest };
}

/** A merge into the same lead that came after the one that is taken back. */
interface LaterMerge {
  lead: Mergeable;
  changes: MergeChanges;
}

function changedIn(changes: MergeChanges): [Field, Change][] {
  return FIELDS.flatMap((field) => {
    const change = changes[field];
    return change === undefined ? [] : [[field, change] satisfies [Field, Change]];
  });
}

function differences(before: Mergeable, after: Mergeable): MergeChanges {
  const changes: MergeChanges = {};
  for (const field of FIELDS) {
    const [from, to] = [read(before, field), read(after, field)];
    if (!isSame(from, to)) changes[field] = { before: from, after: to };
  }
  return changes;
}

function read(lead: Mergeable, field: Field): unknown {
  if (!isFilled(field)) return lead.consent[CHANNEL_OF[field]] ?? null;
  const value = lead[field];
  return value instanceof Date ? value.toISOString() : value;
}

function write(lead: Mergeable, field: Field, value: unknown): void {
  if (field === 'first_contacted_at') {
    lead.first_contacted_at = value === null ? null : new Date(String(value));
  } else if (isFilled(field)) {
    Object.assign(lead, { [field]: value });
  } else if (value === null) {
    delete lead.consent[CHANNEL_OF[field]];
  } else {
    Object.assign(lead.consent, { [CHANNEL_OF[field]]: value });
  }
}

function isFilled(field: Field): field is Filled {
  return !(field in CHANNEL_OF);
}

/** PostgreSQL gives an object's members back in an order of its own. */
function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && sorted(a) === sorted(b);
}

function sorted(value: unknown): string {
  return value !== null && typeof value === 'object'
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value);
}
