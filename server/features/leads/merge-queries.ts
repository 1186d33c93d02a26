import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { MergeChanges } from './merge.ts';
import { LEAD_COLUMNS, type LeadRow, lockLead } from './queries.ts';

/** In the order of their ids, so that two who merge the same pair never wait for each other. */
export async function lockBoth(
  tx: Tx,
  leadId: string,
  otherId: string,
): Promise<[LeadRow, LeadRow]> {
  const [firstId, secondId] = leadId < otherId ? [leadId, otherId] : [otherId, leadId];
  const [first, second] = await Promise.all([lockLead(tx, firstId), lockLead(tx, secondId)]);
  return first.lead_id === leadId ? [first, second] : [second, first];
}

const insertRow = statement(
  'insert_lead_merge',
  `insert into lead_merges (organization_id, merge_id, lead_id, into_lead_id, changes, merged_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

export function insertMerge(
  tx: Tx,
  merge: { merge_id: string; lead_id: string; into: LeadRow; changes: MergeChanges },
): void {
  const { merge_id, lead_id, into, changes } = merge;
  const json = JSON.stringify(changes);
  tx.query(insertRow, [tx.organizationId, merge_id, lead_id, into.lead_id, json, tx.now]);
}

export interface MergeRow {
  merge_id: string;
  changes: MergeChanges;
}

const selectMerge = statement(
  'select_lead_merge',
  `select merge_id, changes from lead_merges
   where organization_id = $1 and lead_id = $2 and unmerged_at is null`,
);

export async function readMerge(tx: Tx, leadId: string): Promise<MergeRow> {
  const [row] = await tx.query<MergeRow>(selectMerge, [tx.organizationId, leadId]);
  return row!;
}

const selectMergesBehind = statement(
  'select_lead_merges_behind',
  `select m.merge_id, m.changes, to_jsonb(l) as lead
   from lead_merges m
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lead_id = m.lead_id limit 1
   ) as l
   where m.organization_id = $1 and m.into_lead_id = $2 and m.unmerged_at is null and m.merge_id > $3
   order by m.merge_id`,
);

/** What was merged into the same lead later, in order, each with the lead that was. */
export async function readMergesBehind(
  tx: Tx,
  intoId: string,
  mergeId: string,
): Promise<(MergeRow & { lead: LeadRow })[]> {
  const rows = await tx.query<MergeRow & { lead: LeadRow }>(selectMergesBehind, [
    tx.organizationId,
    intoId,
    mergeId,
  ]);
  return rows.map(({ lead, ...row }) => ({
    ...row,
    lead: { ...lead, first_contacted_at: asDate(lead.first_contacted_at) },
  }));
}

/** JSON has no times of its own. */
function asDate(json: unknown): Date | null {
  return json === null ? null : new Date(json as string);
}

const endRow = statement(
  'end_lead_merge',
  'update lead_merges set unmerged_at = $3 where organization_id = $1 and merge_id = $2',
);

export function endMerge(tx: Tx, mergeId: string): void {
  tx.query(endRow, [tx.organizationId, mergeId, tx.now]);
}

const updateChanges = statement(
  'update_lead_merge_changes',
  'update lead_merges set changes = $3 where organization_id = $1 and merge_id = $2',
);

export function saveChanges(tx: Tx, mergeId: string, changes: MergeChanges): void {
  tx.query(updateChanges, [tx.organizationId, mergeId, JSON.stringify(changes)]);
}

export interface LifecycleMember {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
  merged_into: string | null;
}

const selectLifecycles = statement(
  'select_merged_lifecycles',
  `with recursive one as (
     select standing_lead($1, $2) as lead_id
     union all
     select l.lead_id from one
     cross join lateral (
       select lead_id from leads where organization_id = $1 and merged_into = one.lead_id offset 0
     ) as l
   )
   select l.lead_id, l.lifecycle_number, l.customer_id, l.merged_into
   from one
   cross join lateral (
     select * from leads l where l.organization_id = $1 and l.lead_id = one.lead_id limit 1
   ) as l`,
);

/** All the leads that are one with this one, the one that stands for them first. */
export function readMergedLifecycles(tx: Tx, leadId: string): Promise<LifecycleMember[]> {
  return tx.query(selectLifecycles, [tx.organizationId, leadId]);
}
