import { type Contact, type PreparedContact, prepare } from '../../domain/dedup/contact.ts';
import { type Candidate, type Ranked, rankMatches } from '../../domain/dedup/find.ts';
import { hash64 } from '../../domain/dedup/hash.ts';
import { identityKeys, probesOf, storedKeys } from '../../domain/dedup/keys.ts';
import type { Match } from '../../domain/dedup/score.ts';
import { toPublicId } from '../../domain/ids.ts';
import { searchKeys } from '../../domain/search.ts';
import { bigintArray } from '../../platform/database/bigint-array.ts';
import { groupedStatement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { probeTogether } from './capture-together.ts';
import type { DuplicateMatch } from './duplicate-schema.ts';
import { type Originated, originKeys } from './origin.ts';

/** Connects the duplicate scorer, which does not use the database, to the rows of leads. */

export interface Duplicate {
  leadId: string;
  /** The customer who is certainly the same person. */
  customerId: string | null;
  match: DuplicateMatch;
}

/** What a new lead may be a duplicate of. */
export interface Probed {
  duplicate: Duplicate | null;
  /** Checked by capture_lead: that nobody captured the same contact in the meantime. */
  check: { identity: bigint[]; known: string[] };
}

/**
 * The stored lead that this contact most likely duplicates. Nothing is locked, so capture_lead checks that nobody has
 * captured the same phone number or email address in the meantime; then this transaction runs again. The second time,
 * and if the lead has an origin that must not be captured twice, it waits here for others, and nothing is left to check.
 */
export async function probe(
  tx: Tx,
  contact: PreparedContact,
  locks: readonly bigint[],
  isSure: boolean,
): Promise<Probed> {
  if (isSure) tx.query(lockContacts, [tx.organizationId, bigintArray(locks)]);
  const found = await findCandidates(tx, contact);
  const duplicate = duplicateAmong(contact, found)?.duplicate ?? null;
  const identity = isSure ? [] : identityKeys(contact);
  const known = isSure ? [] : [...new Set(found.map(({ contactId }) => contactId))];
  return { duplicate, check: { identity, known } };
}

/** The best match with what it means for a new lead. */
export function duplicateAmong<Id extends Identity>(
  contact: PreparedContact,
  candidates: readonly Candidate<Id>[],
): { best: Ranked<Id>; duplicate: Duplicate } | null {
  const ranked = rankMatches(contact, candidates);
  const [best] = ranked;
  if (best === undefined) return null;
  // All certain matches are one person, so the customer of any of them counts.
  const ofCustomer = ranked.find(({ id, match }) => isCertain(match) && id.customer_id !== null);
  const customerId = ofCustomer?.id.customer_id ?? null;
  const match = describe(
    { ...best.id, customer_id: customerId ?? best.id.customer_id },
    best.match,
  );
  return { best, duplicate: { leadId: best.id.lead_id, customerId, match } };
}

function isCertain({ confidence }: Match): boolean {
  return confidence === 'certain';
}

/** Who certainly is the person of a lead. */
export interface SamePerson {
  customerId: string | null;
  leadIds: string[];
}

/**
 * The customer and the other leads that certainly are the person of a lead. Waits for captures and conversions of the
 * same phone number or email address.
 */
export async function findSamePerson(
  tx: Tx,
  lead: Contact & { lead_id: string; detached_from: readonly string[] },
): Promise<SamePerson> {
  const contact = prepare(lead);
  tx.query(lockContacts, [tx.organizationId, bigintArray(locksOf(contact, null))]);
  const found = await findCandidates(tx, contact);
  const others = found.filter(({ own }) => own.lead_id !== lead.lead_id);
  const certain = rankMatches(contact, others.map(byOwnLead)).filter(({ match, id }) => {
    const isDetached = id.customer_id !== null && lead.detached_from.includes(id.customer_id);
    return isCertain(match) && !isDetached;
  });
  const customerId = certain.flatMap(({ id }) => id.customer_id ?? [])[0] ?? null;
  return { customerId, leadIds: [...new Set(certain.map(({ id }) => id.lead_id))] };
}

/** All leads that this contact may duplicate, best match first, for a person to review. */
export async function listDuplicates(
  tx: Tx,
  contact: PreparedContact,
  /** The lead itself and the leads it is already merged with. */
  excluded: ReadonlySet<string>,
): Promise<DuplicateMatch[]> {
  const found = await findCandidates(tx, contact);
  const others = found.filter(({ own }) => !excluded.has(own.lead_id));
  // Several candidates can be merged into one lead: keep its best match.
  const best = new Map<string, DuplicateMatch>();
  for (const { id, match } of rankMatches(contact, others.map(byOwnLead))) {
    if (!best.has(id.lead_id)) best.set(id.lead_id, describe(id, match));
  }
  return [...best.values()];
}

function byOwnLead({ contact, own }: Found): Candidate<Identity> {
  return { contact, id: own };
}

/** All keys of a lead: the ones its duplicates find it by, and the ones for search and filters. */
export function leadKeys(lead: Contact & Partial<Originated>, prepared: PreparedContact): bigint[] {
  const { metadata = null, attribution = null } = lead;
  const origin = originKeys({ metadata, attribution });
  return [...new Set([...storedKeys(prepared), ...searchKeys(lead, 'lead'), ...origin])];
}

export { type PreparedContact, prepare } from '../../domain/dedup/contact.ts';

export interface Identity {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
}

interface Found {
  /** The lead or customer whose key matched. */
  contactId: string;
  contact: PreparedContact;
  /** The lead whose key matched, or the lead it was merged into. */
  own: Identity;
  /** The oldest lead of its chain, if it is a duplicate itself. */
  id: Identity;
}

async function findCandidates(tx: Tx, contact: PreparedContact): Promise<Found[]> {
  const { exact, companies, others } = probesOf(contact);
  const rows = await tx.readAhead<CandidateRow>(probeLeads, [
    tx.organizationId,
    bigintArray(exact),
    bigintArray(companies),
    bigintArray(others),
  ]);
  return rows.sort(oldestFirst).map(toFound);
}

export function oldestFirst(a: CandidateRow, b: CandidateRow): number {
  if (a.lead_id !== b.lead_id) return a.lead_id < b.lead_id ? -1 : 1;
  return a.contact_id < b.contact_id ? -1 : 1;
}

export function toFound(row: CandidateRow): Found {
  const customer_id = row.customer_id ?? row.root_customer_id;
  const own = { lead_id: row.lead_id, lifecycle_number: row.lifecycle_number, customer_id };
  const root = row.root_lead_id !== null && {
    lead_id: row.root_lead_id,
    lifecycle_number: row.root_lifecycle_number,
    customer_id,
  };
  return {
    contactId: row.contact_id,
    contact: prepare(row),
    own: row.is_merged && root ? root : own,
    id: root || own,
  };
}

function describe(
  { lead_id, lifecycle_number, customer_id }: Identity,
  match: Match,
): DuplicateMatch {
  return {
    lead_id: toPublicId('lead', lead_id),
    ...(customer_id === null ? {} : { customer_id: toPublicId('customer', customer_id) }),
    lifecycle_number,
    score: Math.round(match.score * 1000) / 1000,
    confidence: match.confidence,
    reasons: match.reasons,
  };
}

const PHONE_LOCK = 101;
const EMAIL_LOCK = 102;
const ORIGIN_LOCK = 103;

/** In an order that is always the same, so that two captures that share both contacts cannot deadlock. */
export function locksOf({ phone, email }: PreparedContact, origin: string | null): bigint[] {
  const locks: bigint[] = [];
  if (phone !== null) locks.push(hash64(PHONE_LOCK, phone));
  if (email !== null) locks.push(hash64(EMAIL_LOCK, email.canonical));
  if (origin !== null) locks.push(hash64(ORIGIN_LOCK, origin));
  return inLockOrder(locks);
}

export function inLockOrder(locks: readonly bigint[]): bigint[] {
  return locks.toSorted((a, b) => (a < b ? -1 : 1));
}

export type CandidateRow = Contact & Identity & { contact_id: string; is_merged: boolean } & Root;

/** The oldest lead of a chain of duplicates; all null for a lead that is not a duplicate. */
type Root =
  | { root_lead_id: string; root_lifecycle_number: string; root_customer_id: string | null }
  | { root_lead_id: null; root_lifecycle_number: null; root_customer_id: null };

/** The SQL is in migration 0044. */
export const probeLeads = groupedStatement(
  'probe_leads',
  'select * from probe_leads($1, $2, $3, $4)',
  probeTogether,
);
const lockContacts = statement('lock_contacts', 'select lock_contacts($1, $2)');
