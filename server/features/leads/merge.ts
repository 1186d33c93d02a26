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

type Field = (typeof FILLED)[number] | `consent.${Channel}`;

/** Each field that changed, as it was and as it became, in JSON. */
export type MergeChanges = Partial<Record<Field, { before: unknown; after: unknown }>>;

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
  for (const [field, change] of Object.entries(changes)) write(after, field as Field, change.after);
  return after;
}

/**
 * Takes one merge back out of the kept lead. What a later merge built upon is taken out from under it;
 * what somebody has changed since stays as they left it. Then whatever is empty now is filled from the
 * leads that are still merged, as it would have been without this one.
 */
export function takeBack<Lead extends Mergeable>(
  kept: Lead,
  changes: MergeChanges,
  later: readonly { lead: Mergeable; changes: MergeChanges }[],
): { kept: Lead; later: MergeChanges[] } {
  let after = { ...kept, consent: { ...kept.consent } };
  const rest = later.map((merge) => structuredClone(merge.changes));
  for (const [name, change] of Object.entries(changes)) {
    const field = name as Field;
    const upon = rest.find((other) => isSame(other[field]?.before, change.after));
    if (upon) upon[field]!.before = change.before;
    else if (isSame(read(after, field), change.after)) write(after, field, change.before);
  }
  for (const [index, { lead }] of later.entries()) {
    const filled = joinChanges(after, lead);
    Object.assign(rest[index]!, { ...filled, ...rest[index] });
    after = withChanges(after, filled);
  }
  return { kept: after, later: rest };
}

function differences(before: Mergeable, after: Mergeable): MergeChanges {
  const fields: Field[] = [...FILLED, ...CHANNELS.map((channel) => `consent.${channel}` as const)];
  const changes: MergeChanges = {};
  for (const field of fields) {
    const [from, to] = [read(before, field), read(after, field)];
    if (!isSame(from, to)) changes[field] = { before: from, after: to };
  }
  return changes;
}

function read(lead: Mergeable, field: Field): unknown {
  if (isFilled(field)) {
    const value = lead[field];
    return value instanceof Date ? value.toISOString() : value;
  }
  return lead.consent[channelOf(field)] ?? null;
}

function write(lead: Mergeable, field: Field, value: unknown): void {
  if (field === 'first_contacted_at') {
    lead.first_contacted_at = value === null ? null : new Date(value as string);
  } else if (isFilled(field)) {
    Object.assign(lead, { [field]: value });
  } else if (value === null) {
    delete lead.consent[channelOf(field)];
  } else {
    Object.assign(lead.consent, { [channelOf(field)]: value });
  }
}

function isFilled(field: Field): field is (typeof FILLED)[number] {
  return !field.startsWith('consent.');
}

function channelOf(field: Field): Channel {
  return field.slice('consent.'.length) as Channel;
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
