import { answered } from '../../domain/consent.ts';
import { bestMatch, type Candidate } from '../../domain/dedup/find.ts';
import { exactKeys, probeKeys, storedKeys } from '../../domain/dedup/keys.ts';
import { searchKeys, searchText } from '../../domain/search.ts';
import { bigintArray } from '../../platform/database/bigint-array.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { HAND_ON_EVENTS } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { type Capture, type CapturePolicy, newLead } from './capture.ts';
import {
  type CandidateRow,
  describe,
  type Identity,
  inLockOrder,
  locksOf,
  type PreparedContact,
  prepare,
  toFound,
} from './duplicates.ts';
import { type CapturedFields, readCapturedFields } from './lead.ts';
import { isQualifiedAtCapture } from './qualification.ts';
import { type LeadRow, toLead } from './queries.ts';

/** A lead made ready to be captured with others: all that can be computed before the database is asked. */
export interface PreparedCapture {
  fields: CapturedFields;
  consent: Capture['consent'];
  /** What must not be captured twice: the source's own id of the lead. */
  origin: string | null;
  contact: PreparedContact;
  locks: bigint[];
  exactKeys: bigint[];
  /** The exact ones not among them. */
  otherProbes: bigint[];
  /** What its duplicates find it by. */
  storedKeys: bigint[];
  searchKeys: bigint[];
  searchText: string;
}

/** Of fields that were found in order. */
export function prepareCapture(given: Capture, country: string): PreparedCapture {
  const fields = readCapturedFields(given.fields, country);
  const { source, source_ref } = fields;
  const origin = source_ref === null ? null : `${source} ${source_ref}`;
  const contact = prepare(fields);
  const exact = exactKeys(contact);
  return {
    fields,
    consent: given.consent,
    origin,
    contact,
    locks: locksOf(contact, origin),
    exactKeys: exact,
    otherProbes: probeKeys(contact).filter((key) => !exact.includes(key)),
    storedKeys: storedKeys(contact),
    searchKeys: searchKeys(fields, 'lead'),
    searchText: searchText(fields),
  };
}

export interface CapturedBatch {
  accepted: number;
  /** Of the accepted: those that likely repeat another. */
  duplicates: number;
  /** Those that their source had sent before, of which nothing is made. */
  repeated: number;
  /** For the batch behind it, whose probe may have missed them. */
  leads: Promise<CapturedLead[]>;
}

interface CapturedLead extends Candidate<BatchIdentity> {
  lead_id: string;
  storedKeys: bigint[];
}

/** What the database knows of those that the captures could be. */
export interface Probe {
  known: KnownLeads;
  origins: Set<string>;
}

/**
 * Waits for whoever is capturing any of the same phones and mailboxes, and looks for what is there. It
 * may run while the batch before is being written: what both share makes it wait, and whatever else it
 * misses of that batch is handed to captureBatch.
 */
export async function probeBatch(tx: Tx, captures: readonly PreparedCapture[]): Promise<Probe> {
  if (captures.length === 0) return { known: noLeads(), origins: new Set() };
  const [known, origins] = await Promise.all([findKnown(tx, captures), findOrigins(tx, captures)]);
  return { known, origins };
}

/**
 * Captures leads as if one after the other, in the given order: each is compared with the
 * organization's leads, with those of the batch before, and with those before it in this one.
 */
export function captureBatch(
  tx: Tx,
  captures: readonly PreparedCapture[],
  { known, origins }: Probe,
  before: readonly CapturedLead[],
  policy: Pick<CapturePolicy, 'qualificationPolicy'>,
): CapturedBatch {
  for (const { lead_id, storedKeys, contact, id } of before) {
    if (known.ids.has(lead_id)) continue;
    remember(known, lead_id, storedKeys, { contact, id, order: known.ids.size });
  }
  const leads: NewLead[] = [];
  for (const capture of captures) {
    if (capture.origin !== null) {
      if (origins.has(capture.origin)) continue;
      origins.add(capture.origin);
    }
    leads.push(decide(tx, capture, known, leads.length + 1, policy));
  }
  return {
    accepted: leads.length,
    duplicates: leads.filter(({ row }) => row.duplicate_of !== null).length,
    repeated: captures.length - leads.length,
    leads: leads.length === 0 ? Promise.resolve([]) : insertLeads(tx, leads),
  };
}

/** The lead that a candidate stands for: one that is kept, or a row of this batch, counted from 1. */
type BatchIdentity = Identity & { batchRow: number | null };

interface KnownLead extends Candidate<BatchIdentity> {
  /** The place by age. */
  order: number;
}

/** Leads by what they are found by; those of the batch join it one by one. */
interface KnownLeads {
  byKey: Map<bigint, KnownLead[]>;
  ids: Set<string>;
}

function noLeads(): KnownLeads {
  return { byKey: new Map(), ids: new Set() };
}

interface NewLead {
  capture: PreparedCapture;
  row: LeadRow;
  duplicateRow: number | null;
  own: BatchIdentity;
  /** What it stands for to those behind it: the oldest of its chain. */
  id: BatchIdentity;
}

function decide(
  tx: Tx,
  capture: PreparedCapture,
  known: KnownLeads,
  batchRow: number,
  { qualificationPolicy }: Pick<CapturePolicy, 'qualificationPolicy'>,
): NewLead {
  const { fields, contact } = capture;
  const best = bestMatch(contact, candidatesOf(capture, known));
  const match = best && describe(best.id, best.match);
  const isQualified = isQualifiedAtCapture(
    qualificationPolicy,
    { ...fields, duplicate_match: match },
    match !== null,
  );
  const row = newLead(fields, {
    duplicate_of: best?.id.lead_id ?? null,
    duplicate_match: match,
    consent: answered({}, capture.consent, { at: tx.now, source: fields.source }),
    isQualified,
    now: tx.now,
  });
  const own = { lead_id: row.lead_id, lifecycle_number: '', customer_id: null, batchRow };
  const id = best?.match.confidence === 'certain' ? best.id : own;
  remember(known, row.lead_id, capture.storedKeys, { contact, id, order: known.ids.size });
  return { capture, row, duplicateRow: best?.id.batchRow ?? null, own, id };
}

/** As many as a single capture looks at, see probe_leads. */
const MOST_OF_AN_EXACT_KEY = 20;
const MOST_CANDIDATES = 300;

function candidatesOf(capture: PreparedCapture, { byKey }: KnownLeads): KnownLead[] {
  const found = new Set<KnownLead>();
  for (const key of capture.exactKeys) {
    for (const lead of byKey.get(key)?.slice(0, MOST_OF_AN_EXACT_KEY) ?? []) found.add(lead);
  }
  for (const keys of [capture.exactKeys, capture.otherProbes]) {
    for (const key of keys) {
      const behind = byKey.get(key);
      if (behind === undefined) continue;
      for (const lead of behind) {
        if (found.size >= MOST_CANDIDATES) break;
        found.add(lead);
      }
    }
  }
  return found.size < 2 ? [...found] : [...found].sort((a, b) => a.order - b.order);
}

function remember(
  known: KnownLeads,
  leadId: string,
  keys: readonly bigint[],
  lead: KnownLead,
): void {
  known.ids.add(leadId);
  for (const key of keys) {
    const behind = known.byKey.get(key);
    if (behind === undefined) known.byKey.set(key, [lead]);
    else behind.push(lead);
  }
}

async function findKnown(tx: Tx, captures: readonly PreparedCapture[]): Promise<KnownLeads> {
  const rows = await tx.query<CandidateRow & { keys: string[] }>(probeLeadsBatch, [
    tx.organizationId,
    bigintArray(inLockOrder([...new Set(captures.flatMap(({ locks }) => locks))])),
    bigintArray([...new Set(captures.flatMap((capture) => capture.exactKeys))]),
    bigintArray(captures.flatMap(({ otherProbes }) => otherProbes)),
  ]);
  const known = noLeads();
  for (const row of rows) {
    const { contact, id } = toFound(row);
    const lead = { contact, id: { ...id, batchRow: null }, order: known.ids.size };
    remember(known, row.lead_id, [...new Set(row.keys)].map(BigInt), lead);
  }
  return known;
}

async function findOrigins(tx: Tx, captures: readonly PreparedCapture[]): Promise<Set<string>> {
  const referred = captures.filter(({ origin }) => origin !== null);
  if (referred.length === 0) return new Set();
  const rows = await tx.query<{ source: string; source_ref: string }>(selectOrigins, [
    tx.organizationId,
    referred.map(({ fields }) => fields.source),
    referred.map(({ fields }) => fields.source_ref),
  ]);
  return new Set(rows.map(({ source, source_ref }) => `${source} ${source_ref}`));
}

async function insertLeads(tx: Tx, leads: readonly NewLead[]): Promise<CapturedLead[]> {
  const keys: bigint[] = [];
  const keyRows: number[] = [];
  leads.forEach(({ capture }, index) => {
    for (const key of new Set([...capture.storedKeys, ...capture.searchKeys])) {
      keys.push(key);
      keyRows.push(index + 1);
    }
  });
  tx.wake(HAND_ON_EVENTS);
  const [row] = await tx.query<{ numbers: string[] }>(insertLeadsBatch, [
    tx.organizationId,
    tx.now,
    JSON.stringify(tx.actor),
    JSON.stringify(leads.map(toInsert)),
    `{${leads.map(({ row }) => row.lead_id).join(',')}}`,
    bigintArray(keys),
    `{${keyRows.join(',')}}`,
  ]);
  leads.forEach(({ own }, index) => {
    own.lifecycle_number = row!.numbers[index]!;
    own.batchRow = null;
  });
  return leads.map(({ capture: { contact, storedKeys }, id, own: { lead_id } }) => ({
    lead_id,
    contact,
    storedKeys,
    id,
  }));
}

/** The lead as its events show it, and what they do not show. The SQL is in migration 0003. */
function toInsert({ capture, row, duplicateRow }: NewLead) {
  const { lifecycle_number: _assignedByTheDatabase, ...data } = toLead(row);
  return {
    data,
    duplicate_of: row.duplicate_of,
    duplicate_row: duplicateRow,
    consent: row.consent,
    search_text: capture.searchText,
    created_event_id: newUuid(),
    qualified_event_id: row.qualified_at === null ? null : newUuid(),
  };
}

const probeLeadsBatch = statement(
  'probe_leads_batch',
  'select * from probe_leads_batch($1, $2, $3, $4)',
);

const selectOrigins = statement(
  'select_lead_origins',
  `select l.source, l.source_ref
   from unnest($2::text[], $3::text[]) as sent (source, source_ref)
   join leads l on l.organization_id = $1 and l.source = sent.source and l.source_ref = sent.source_ref`,
);

const insertLeadsBatch = statement(
  'insert_leads_batch',
  'select insert_leads_batch($1, $2, $3, $4, $5, $6, $7) as numbers',
);
