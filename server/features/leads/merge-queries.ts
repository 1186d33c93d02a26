import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Mergeable, MergeChanges } from './merge.ts';
import { LEAD_COLUMNS, type LeadRow, lockLead } from './queries.ts';

/** Locks in the order of ids, so that two merges of the same pair cannot deadlock. */
export async function lockBoth(
  tx: Tx,
  leadId: string,
  otherId: string,
): Promise<[LeadRow, LeadRow]> {
  const isFirst = leadId < otherId;
  const early = isFirst ? null : lockLead(tx, otherId);
  const lead = lockLead(tx, leadId);
  const other = early ?? lockLead(tx, otherId);
  await Promise.allSettled([lead, other]);
  // If neither exists, the lead in the path is reported, whichever id is smaller.
  return [await lead, await other];
}

export interface MergeRow {
  merge_id: string;
  lead_id: string;
  into_lead_id: string;
  changes: MergeChanges;
  /** The customer that was merged together with its lead. */
  merged_customer_id: string | null;
  merged_at: Date;
  unmerged_at: Date | null;
}

const merges = table<MergeRow>('lead_merges', {
  merge_id: 'key',
  lead_id: 'fixed',
  into_lead_id: 'fixed',
  changes: 'json',
  merged_customer_id: 'fixed',
  merged_at: 'fixed',
  unmerged_at: 'value',
});

export function insertMerge(tx: Tx, row: MergeRow): void {
  merges.insert(tx, row);
}

export function saveMerge(tx: Tx, row: MergeRow): void {
  merges.update(tx, row);
}

const selectMerge = statement(
  'select_lead_merge',
  `select ${merges.columns} from lead_merges
   where organization_id = $1 and lead_id = $2 and unmerged_at is null`,
);

/** The current merge of a merged lead. */
export async function readMerge(tx: Tx, leadId: string): Promise<MergeRow> {
  const [row] = await tx.query<MergeRow>(selectMerge, [tx.organizationId, leadId]);
  if (!row) throw new Error('A merged lead has no row in lead_merges.');
  return row;
}

const selectLaterMerges = statement(
  'select_later_lead_merges',
  `select ${merges.columnsOf('m')}, to_jsonb(l) as lead
   from lead_merges m
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lead_id = m.lead_id limit 1
   ) as l
   where m.organization_id = $1 and m.into_lead_id = $2 and m.unmerged_at is null and m.merge_id > $3
   order by m.merge_id`,
);

/** JSON has no type for times, so these arrive as text. */
type Times = 'first_contacted_at' | 'first_response_at';
type JsonLead = Omit<Mergeable, Times> & Record<Times, string | null>;

/** Later merges into the same lead, in order, each with its merged lead. */
export async function readLaterMerges(
  tx: Tx,
  { into_lead_id, merge_id }: MergeRow,
): Promise<(MergeRow & { lead: Mergeable })[]> {
  const values = [tx.organizationId, into_lead_id, merge_id];
  const rows = await tx.query<MergeRow & { lead: JsonLead }>(selectLaterMerges, values);
  return rows.map((row) => {
    const first_contacted_at = toDate(row.lead.first_contacted_at);
    const first_response_at = toDate(row.lead.first_response_at);
    return { ...row, lead: { ...row.lead, first_contacted_at, first_response_at } };
  });
}

function toDate(time: string | null): Date | null {
  return time === null ? null : new Date(time);
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

const selectLifecyclesOfCustomer = statement(
  'select_lifecycles_of_customer',
  `select lead_id, lifecycle_number, customer_id, merged_into
   from leads_of_customer($1, (select standing_customer($1, $2)))`,
);

/** All requests of a customer, oldest first. */
export function readLifecyclesOfCustomer(tx: Tx, customerId: string): Promise<LifecycleMember[]> {
  return tx.query(selectLifecyclesOfCustomer, [tx.organizationId, customerId]);
}

/** All leads that are merged with this one, first the lead that represents them. */
export function readMergedLifecycles(tx: Tx, leadId: string): Promise<LifecycleMember[]> {
  return tx.query(selectLifecycles, [tx.organizationId, leadId]);
}
