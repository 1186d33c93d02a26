import { CHANNELS, type Channel, type StoredConsent, strictest } from '../../domain/consent.ts';
import { prepareEmail } from '../../domain/dedup/email.ts';

/** Pure rules for merging two leads of the same person, and for undoing the merge. */

/** Fields that the kept lead copies from the other lead when it has no value. */
const FILLABLE_FIELDS = [
  'name',
  'phone',
  'email',
  'address',
  'notes',
  'assigned_to',
  'first_contacted_at',
  'first_response_at',
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
  first_response_at: Date | null;
  consent: StoredConsent;
}

type FillableField = (typeof FILLABLE_FIELDS)[number];

const CHANNEL_OF = {
  'consent.call': 'call',
  'consent.sms': 'sms',
  'consent.email': 'email',
} as const satisfies { [Name in Channel as `consent.${Name}`]: Name };

type Field = FillableField | keyof typeof CHANNEL_OF;

const FIELDS: readonly Field[] = [
  ...FILLABLE_FIELDS,
  ...CHANNELS.map((one) => `consent.${one}` as const),
];

interface Change {
  before: unknown;
  after: unknown;
}

/** Each changed field with its value before and after, as JSON. */
export type MergeChanges = Partial<Record<Field, Change>>;

/** The changes to the kept lead when the other lead is merged into it. */
export function computeMergeChanges(kept: Mergeable, other: Mergeable): MergeChanges {
  const after: Mergeable = { ...kept };
  for (const field of FILLABLE_FIELDS)
    Object.assign(after, { [field]: kept[field] ?? other[field] });
  const hasSameContact = (channel: Channel) =>
    channel === 'email'
      ? prepareEmail(after.email)?.canonical === prepareEmail(other.email)?.canonical
      : after.phone === other.phone;
  after.consent = strictest(kept.consent, other.consent, hasSameContact);
  return differences(kept, after);
}

/** Returns the lead with the changes applied. */
export function applyChanges<Lead extends Mergeable>(lead: Lead, changes: MergeChanges): Lead {
  const after = { ...lead, consent: { ...lead.consent } };
  for (const [field, change] of changedIn(changes)) write(after, field, change.after);
  return after;
}

/**
 * Undoes one merge in the kept lead. If a later merge replaced a value of this merge, the record of the
 * later merge is corrected instead. Fields that were changed by hand since then stay. Then empty fields
 * are filled from the leads that are still merged, as if this merge had never happened.
 */
export function undoMerge<Lead extends Mergeable, Merge extends LaterMerge>(
  kept: Lead,
  changes: MergeChanges,
  later: readonly Merge[],
): { kept: Lead; later: Merge[] } {
  let after = { ...kept, consent: { ...kept.consent } };
  const rest = later.map((merge) => ({ ...merge, changes: structuredClone(merge.changes) }));
  for (const [field, change] of changedIn(changes)) {
    const dependent = rest
      .map((merge) => merge.changes[field])
      .find((other) => isSame(other?.before, change.after));
    if (dependent) dependent.before = change.before;
    else if (isSame(read(after, field), change.after)) write(after, field, change.before);
  }
  for (const merge of rest) {
    const filled = computeMergeChanges(after, merge.lead);
    merge.changes = { ...filled, ...merge.changes };
    after = applyChanges(after, filled);
  }
  return { kept: after, later: rest };
}

/** A merge into the same lead that came after the one being undone. */
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
  if (!isFillable(field)) return lead.consent[CHANNEL_OF[field]] ?? null;
  const value = lead[field];
  return value instanceof Date ? value.toISOString() : value;
}

function write(lead: Mergeable, field: Field, value: unknown): void {
  if (field === 'first_contacted_at' || field === 'first_response_at') {
    lead[field] = value === null ? null : new Date(String(value));
  } else if (isFillable(field)) {
    Object.assign(lead, { [field]: value });
  } else if (value === null) {
    delete lead.consent[CHANNEL_OF[field]];
  } else {
    Object.assign(lead.consent, { [CHANNEL_OF[field]]: value });
  }
}

function isFillable(field: Field): field is FillableField {
  return !(field in CHANNEL_OF);
}

/** PostgreSQL returns the members of a jsonb object in a different order. */
function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);
}

function canonicalJson(value: unknown): string {
  return value !== null && typeof value === 'object'
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value);
}
