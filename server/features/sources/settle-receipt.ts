import { toPublicId } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Actor, pendingEvent } from '../../platform/events/event.ts';
import {
  type Capture,
  type CapturePolicy,
  capture,
  changeLead,
  changeLeadFields,
  type LeadRow,
  leadEvents,
  lockLead,
} from '../leads/index.ts';
import { quarantineAdded } from './events.ts';
import { type CaptureFields, checkFields } from './lead-fields.ts';
import type { PublicSource } from './queries.ts';
import type { ReadDelivery } from './read-delivery.ts';
import {
  attachReceipts,
  listSiblings,
  type Sibling,
  settleReceipt,
  toChange,
} from './receipt-queries.ts';
import type { Outcome } from './receipt-schemas.ts';
import { additionsTo, isSamePerson, type Person, personOf, withEarlier } from './same-request.ts';
import { cut } from './texts.ts';
import { methodOf } from './verification.ts';

export interface Stored {
  receiptId: string;
  outcome: Outcome;
  /** Null if there is no new lead. It is known after the commit, so nothing may await it before. */
  lifecycleNumber: Promise<string> | null;
}

export function actorOf({ name }: Pick<PublicSource, 'name'>): Actor {
  return { type: 'system', id: null, name: `Source: ${name}` };
}

/** The receipt that is settled. */
export interface Arrived {
  receiptId: string;
  receivedAt: Date;
  senderId: string | null;
  /** It was in quarantine already, and arrived again. */
  isAgain: boolean;
}

type Delivery = Omit<ReadDelivery, 'part'>;

/**
 * Makes a lead of what arrived, adds it to the lead that an earlier delivery of the same id became, or says why there is
 * none.
 */
export async function settle(
  tx: Tx,
  source: PublicSource,
  arrived: Arrived,
  delivery: Delivery,
): Promise<Stored> {
  if (delivery.outcome === 'ignored') return settleAs(tx, source, arrived, delivery);
  const siblings = await sameRequest(tx, source, arrived, delivery.fields);
  const attached = siblings.find(({ lead_id }) => lead_id !== null);
  // What could not be read stays for a person. An event that is not known can still be about a known lead.
  const isRead = delivery.reason === null || isIncomplete(source, delivery);
  const isAbout = isRead || delivery.reason?.reason === 'unknown_event';
  if (attached?.lead_id && isAbout) {
    const earlier = siblings.map(({ fields }) => fields);
    return attachTo(tx, source, arrived, delivery.fields, attached.lead_id, earlier);
  }
  if (siblings.some(({ outcome }) => outcome === 'discarded')) {
    return settleAs(tx, source, arrived, {
      ...delivery,
      outcome: 'quarantined',
      reason: DISCARDED,
    });
  }
  const waiting = siblings.filter(({ outcome }) => outcome === 'quarantined');
  const fields = withEarlier(
    delivery.fields,
    waiting.map((one) => one.fields),
  );
  const isComplete = isRead && !('quarantined' in checkFields(fields, source.country));
  if (!isComplete) return settleAs(tx, source, arrived, { ...delivery, fields });

  const stored = await captureAs(tx, source, arrived, fields);
  attachReceipts(
    tx,
    waiting.map(({ receipt_id }) => receipt_id),
    stored.leadId,
  );
  return stored;
}

const DISCARDED = {
  reason: 'discarded_before',
  detail:
    'An earlier delivery with the same id was discarded. Release this one if it is a lead, or discard it, too.',
};

/** Something is missing or malformed, by the rules of every lead. */
function isIncomplete({ country }: PublicSource, { reason, fields }: Delivery): boolean {
  const checked = checkFields(fields, country);
  return 'quarantined' in checked && checked.quarantined.reason === reason?.reason;
}

/** What else arrived under the same id about the same request, newest first. */
async function sameRequest(
  tx: Tx,
  source: PublicSource,
  { receiptId, senderId }: Arrived,
  fields: CaptureFields,
): Promise<Sibling[]> {
  if (senderId === null) return [];
  const own = personOf(fields);
  const all = await listSiblings(tx, source.source_id, senderId, receiptId);
  return all.filter((one) => isSamePerson(personIn(one), own, hasCertainId(source)));
}

/** As it was sent, and as the lead has it now: a person may have corrected it. */
function personIn({ fields, lead_name, lead_phone, lead_email }: Sibling): Person {
  const sent = personOf(fields);
  const now = personOf({ name: lead_name, phone: lead_phone, email: lead_email });
  return { name: sent.name ?? now.name, contacts: [...sent.contacts, ...now.contacts] };
}

/** Without a mapping, the id of JSON and of forms is a guess: it may be that of the form. */
function hasCertainId({ kind, mapping }: PublicSource): boolean {
  return (kind !== 'json' && kind !== 'form') || mapping.id !== undefined;
}

function settleAs(
  tx: Tx,
  source: PublicSource,
  { receiptId, receivedAt, isAgain }: Arrived,
  { outcome, reason, fields }: Delivery,
): Stored {
  const known = { reason: reason?.reason ?? null, detail: reason?.detail ?? null, fields };
  settleReceipt(tx, receiptId, { ...known, outcome, lead_id: null });
  if (outcome === 'quarantined' && !isAgain) {
    const added = { receipt_id: receiptId, source_id: source.source_id, lead_id: null };
    const change = { ...added, outcome, reason: known.reason, received_at: receivedAt };
    tx.emit(null, pendingEvent(quarantineAdded, toChange(change)));
  }
  return { receiptId, outcome, lifecycleNumber: null };
}

async function captureAs(
  tx: Tx,
  source: PublicSource,
  arrived: Arrived,
  fields: CaptureFields,
): Promise<Stored & { leadId: string }> {
  const { receiptId, receivedAt } = arrived;
  const isPublic = methodOf(source.kind, source.verification) === 'none';
  const policy = { country: source.country, qualificationPolicy: source.qualification_policy };
  const found = await captureOnce(tx, source, { fields, isPublic, receivedAt }, policy);
  const leadId = found.row.lead_id;
  if (!found.isNew) {
    const stored = await attachTo(tx, source, arrived, fields, leadId, []);
    return { ...stored, leadId };
  }
  settleReceipt(tx, receiptId, { ...NO_REASON, fields, outcome: 'captured', lead_id: leadId });
  const { lifecycleNumber } = found;
  return { receiptId, outcome: 'captured', lifecycleNumber, leadId };
}

const NO_REASON = { reason: null, detail: null };

/**
 * Several addresses can have the same `source`, and each counts its ids for itself. So another person under the same
 * reference is a lead of its own, with a reference that names the address, or with none.
 */
export async function captureOnce(
  tx: Tx,
  source: PublicSource,
  given: Capture,
  policy: CapturePolicy,
) {
  const { source_ref, ...fields } = given.fields;
  const own = `${toPublicId('source', source.source_id)} ${source_ref}`;
  const references = source_ref === undefined ? [] : [source_ref, cut(own, 200)];
  for (const reference of references) {
    const one = await capture(
      tx,
      { ...given, fields: { ...fields, source_ref: reference } },
      policy,
    );
    const isOwn = one.isNew || isSamePerson(personOf(one.row), personOf(fields), false);
    if (isOwn) return withContact(tx, source, given, one);
  }
  return withContact(tx, source, given, await capture(tx, { ...given, fields }, policy));
}

/** A call that was answered was the first contact. */
function withContact<Found extends { isNew: boolean; row: LeadRow }>(
  tx: Tx,
  source: PublicSource,
  { fields, receivedAt }: Capture,
  found: Found,
): Found {
  if (found.isNew && wasAnswered(source, fields))
    markContacted(tx, found.row, receivedAt ?? tx.now);
  return found;
}

function wasAnswered({ kind }: PublicSource, { metadata }: CaptureFields): boolean {
  const { callrail_answered } = (metadata ?? {}) as Record<string, unknown>;
  return kind === 'callrail' && callrail_answered === 'true';
}

function markContacted(tx: Tx, row: LeadRow, at: Date): void {
  if (row.first_contacted_at !== null) return;
  changeLead(tx, row, { first_contacted_at: at }, leadEvents.leadContacted);
}

/** The lead gets what is new. A deleted or merged one stays as it is; what arrived is kept with it. */
async function attachTo(
  tx: Tx,
  source: PublicSource,
  { receiptId, receivedAt }: Arrived,
  fields: CaptureFields,
  leadId: string,
  earlier: readonly CaptureFields[],
): Promise<Stored> {
  await addToLead(tx, source, leadId, fields, earlier, receivedAt);
  settleReceipt(tx, receiptId, { ...NO_REASON, fields, outcome: 'attached', lead_id: leadId });
  return { receiptId, outcome: 'attached', lifecycleNumber: null };
}

export async function addToLead(
  tx: Tx,
  source: PublicSource,
  leadId: string,
  fields: CaptureFields,
  earlier: readonly CaptureFields[],
  receivedAt: Date,
): Promise<void> {
  const lead = await lockLead(tx, leadId);
  if (lead.deleted_at !== null || lead.merged_into !== null) return;
  const changes = additionsTo(lead, fields, earlier);
  const after = await changeLeadFields(tx, lead, changes, source.country);
  if (wasAnswered(source, fields)) markContacted(tx, after, receivedAt);
}
