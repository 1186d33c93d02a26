import { bigintArray } from '../../../platform/database/bigint-array.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { Pauses } from '../../../platform/pauses.ts';
import { type CandidateRow, inLockOrder, oldestFirst, toFound } from '../duplicates.ts';
import { originOf } from '../lead.ts';
import { addKnownLead, emptyKnownLeads, type KnownLeads } from './known-leads.ts';
import type { PreparedCapture } from './prepare.ts';

/** Stored leads that the captures may be duplicates of, and the origins that are already captured. */
export interface Probe {
  known: KnownLeads;
  origins: Set<string>;
}

/**
 * Waits for other captures of the same phone numbers and mailboxes, then looks for stored leads. It can
 * run while the previous batch is being inserted: it waits for contacts that both batches share, and
 * captureBatch receives the leads of that batch that this probe can miss.
 */
export async function probeBatch(tx: Tx, captures: readonly PreparedCapture[]): Promise<Probe> {
  if (captures.length === 0) return { known: emptyKnownLeads(), origins: new Set() };
  const [known, origins] = await Promise.all([findKnown(tx, captures), findOrigins(tx, captures)]);
  return { known, origins };
}

async function findKnown(tx: Tx, captures: readonly PreparedCapture[]): Promise<KnownLeads> {
  const rows = await tx.query<ProbedRow | CrowdedRow>(probeLeadsBatch, [
    tx.organizationId,
    bigintArray(inLockOrder([...new Set(captures.flatMap(({ locks }) => locks))])),
    bigintArray([...new Set(captures.flatMap(({ probes }) => probes.exact))]),
    bigintArray([...new Set(captures.flatMap(({ probes }) => probes.companies))]),
    bigintArray(captures.flatMap(({ probes }) => probes.others)),
  ]);
  const crowded = rows.filter((row) => row.contact_id === null).flatMap(keysOf);
  const known = emptyKnownLeads(new Set(crowded));
  // Thousands, if many leads share a name.
  const pauses = new Pauses();
  for (const row of rows.filter((one) => one.contact_id !== null).sort(oldestFirst)) {
    const { contact, id } = toFound(row);
    const lead = { contact, id: { ...id, batchRow: null }, order: known.ids.size };
    addKnownLead(known, row.contact_id, keysOf(row), lead);
    await pauses.takeIfDue();
  }
  return known;
}

type ProbedRow = CandidateRow & { keys: string };

/** The keys of mail domains that too many share. */
interface CrowdedRow {
  contact_id: null;
  keys: string;
}

// There can be 30,000 keys in all: as text they are split here, with pauses. The driver would parse arrays without any.
function keysOf({ keys }: { keys: string }): bigint[] {
  return [...new Set(keys.split(' '))].map(BigInt);
}

async function findOrigins(tx: Tx, captures: readonly PreparedCapture[]): Promise<Set<string>> {
  const withOrigin = captures.filter(({ origin }) => origin !== null);
  if (withOrigin.length === 0) return new Set();
  const rows = await tx.query<{ source: string; source_ref: string }>(selectOrigins, [
    tx.organizationId,
    withOrigin.map(({ fields }) => fields.source),
    withOrigin.map(({ fields }) => fields.source_ref),
  ]);
  return new Set(rows.map(originOf).filter((origin) => origin !== null));
}

const probeLeadsBatch = statement(
  'probe_leads_batch',
  'select * from probe_leads_batch($1, $2, $3, $4, $5)',
);

const selectOrigins = statement(
  'select_lead_origins',
  `select l.source, l.source_ref
   from unnest($2::text[], $3::text[]) as sent (source, source_ref)
   join leads l on l.organization_id = $1 and l.source = sent.source and l.source_ref = sent.source_ref`,
);
