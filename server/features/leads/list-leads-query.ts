import { joinFound, type Search } from '../../domain/search.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../platform/ids.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { LEAD_COLUMNS, type LeadRow } from './queries.ts';
import { LEAD_STATUSES } from './schemas.ts';

export interface LeadFilters {
  statuses: readonly string[] | null;
  sources: readonly string[] | null;
  assignedTo: string | null;
  unassigned: boolean | null;
  capturedFrom: Date | null;
  capturedBefore: Date | null;
  includeDeleted: boolean;
  search: Search | null;
}

/**
 * Reads the newest leads of each branch (a status, a source, deleted or not) from its own index range, at
 * most one page per branch, and merges them. The cost is a few pages, whatever the size of the table.
 */
const MATCHES_FILTERS = `($5::timestamptz is null or l.created_at >= $5)
     and ($6::timestamptz is null or l.created_at < $6)
     and ($7::text[] is null or l.status = any ($7))
     and ($8::text[] is null or l.source = any ($8))
     and ($9::boolean is null or (l.assigned_to is null) = $9)`;
const PAGE = `l.lead_id < $2 and l.lead_id >= $4 and ${MATCHES_FILTERS}
   order by l.lead_id desc limit $3`;

const newest = statement(
  'list_leads',
  `select ${LEAD_COLUMNS} from leads l where l.organization_id = $1 and ${PAGE}`,
);

const newestActive = statement(
  'list_active_leads',
  `select ${LEAD_COLUMNS} from leads l
   where l.organization_id = $1 and l.deleted_at is null and l.merged_into is null and ${PAGE}`,
);

const byStatus = statement(
  'list_leads_of_statuses',
  `select l.* from unnest($7::text[]) as wanted (status)
   cross join unnest(case when $10 then '{t,f}'::boolean[] else '{t}' end) as active (is_active)
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.status = wanted.status
       and (l.deleted_at is null and l.merged_into is null) = active.is_active and ${PAGE}
   ) as l
   order by lead_id desc limit $3`,
);

const bySource = statement(
  'list_leads_of_sources',
  `select l.* from unnest($8::text[]) as wanted (source)
   cross join unnest(coalesce($7::text[], $11)) as state (status)
   cross join unnest(case when $10 then '{t,f}'::boolean[] else '{t}' end) as active (is_active)
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.source = wanted.source and l.status = state.status
       and (l.deleted_at is null and l.merged_into is null) = active.is_active and ${PAGE}
   ) as l
   order by lead_id desc limit $3`,
);

/** Active leads, and on request deleted and merged ones, each from its own range of the index by assignee. */
const byAssignee = (condition: string) =>
  `select l.* from unnest(case when $10 then '{t,f}'::boolean[] else '{t}' end) as active (is_active)
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.assigned_to ${condition}
       and (l.deleted_at is null and l.merged_into is null) = active.is_active and ${PAGE}
   ) as l
   order by lead_id desc limit $3`;

const assignedToUser = statement('list_leads_of_assignee', byAssignee('= $11'));
const unassigned = statement('list_unassigned_leads', byAssignee('is null'));
const assigned = statement('list_assigned_leads', byAssignee('is not null'));

const MATCHES_SEARCH = `($10 or (l.deleted_at is null and l.merged_into is null))
     and ($11::uuid is null or l.assigned_to = $11) and ${MATCHES_FILTERS}`;

/**
 * Reads the index range of one key, newest first, and looks up each lead by its id. The limit of 1 makes
 * the planner use a lookup: see probe_leads.
 */
const searchedByKey = statement(
  'search_leads',
  `select l.* from contact_keys k
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lead_id = k.contact_id and l.search_text like all ($13)
       and ${MATCHES_SEARCH} limit 1
   ) as l
   where k.organization_id = $1 and k.key = $12 and k.contact_id < $2 and k.contact_id >= $4
   order by k.contact_id desc limit $3`,
);

const searchedByNumber = statement(
  'search_leads_by_number',
  `select l.* from unnest($12::text[]) as typed (number)
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lifecycle_number = typed.number
       and l.lead_id < $2 and l.lead_id >= $4 and ${MATCHES_SEARCH} limit 1
   ) as l limit $3`,
);

/** The newest leads before the given one that match the filters. Uses the index of the most selective filter. */
export function listLeadRows(
  tx: Tx,
  filters: LeadFilters,
  before: string | null,
  limit: number,
): Promise<LeadRow[]> {
  const { capturedFrom, capturedBefore } = filters;
  const upper = capturedBefore && firstUuidAt(new Date(capturedBefore.getTime() + CLOCK_SLACK_MS));
  const lower = capturedFrom && firstUuidAt(new Date(capturedFrom.getTime() - CLOCK_SLACK_MS));
  const values = [
    tx.organizationId,
    [before, upper].filter((bound) => bound !== null).sort()[0] ?? LAST_UUID,
    limit,
    lower ?? '00000000-0000-0000-0000-000000000000',
    capturedFrom,
    capturedBefore,
    filters.statuses,
    filters.sources,
    filters.unassigned,
    filters.includeDeleted,
  ];
  if (filters.search !== null) {
    const filtered = [...values, filters.assignedTo];
    return joinFound<LeadRow>(filters.search, limit, (row) => row.lead_id, {
      byKey: (key, patterns) => tx.query(searchedByKey, [...filtered, key, patterns]),
      byNumbers: (numbers) => tx.query(searchedByNumber, [...filtered, numbers]),
    });
  }
  if (filters.assignedTo !== null) return tx.query(assignedToUser, [...values, filters.assignedTo]);
  if (filters.unassigned === true) return tx.query(unassigned, values);
  if (filters.unassigned === false) return tx.query(assigned, values);
  if (filters.sources !== null) return tx.query(bySource, [...values, LEAD_STATUSES]);
  if (filters.statuses !== null) return tx.query(byStatus, values);
  return tx.query(filters.includeDeleted ? newest : newestActive, values.slice(0, 9));
}
