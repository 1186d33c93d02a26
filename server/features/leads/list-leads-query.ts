import { hadBefore, joinFound, type Search } from '../../domain/search.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../platform/ids.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { originKeys } from './origin.ts';
import { LEAD_COLUMNS, type LeadRow } from './queries.ts';
import { LEAD_STATUSES } from './schemas.ts';

export interface LeadFilters {
  statuses: readonly string[] | null;
  sources: readonly string[] | null;
  assignedTo: string | null;
  unassigned: boolean | null;
  capturedFrom: Date | null;
  capturedBefore: Date | null;
  booked: boolean | null;
  /** `open` means without an outcome. */
  outcomes: readonly string[] | null;
  relation: string | null;
  services: readonly string[] | null;
  customerId: string | null;
  campaign: string | null;
  /** All of these values by key. */
  metadata: Readonly<Record<string, string>> | null;
  includeDeleted: boolean;
  search: Search | null;
}

/** Where a list by activity continues. */
export interface ActivityPosition {
  at: Date;
  lifecycleNumber: string;
}

/**
 * Reads the newest leads of each branch (a status, a source, deleted or not) from its own index range, at
 * most one page per branch, and merges them. The cost is a few pages, whatever the size of the table.
 */
const MATCHES_FILTERS = `($5::timestamptz is null or l.created_at >= $5)
     and ($6::timestamptz is null or l.created_at < $6)
     and ($7::text[] is null or l.status = any ($7))
     and ($8::text[] is null or l.source = any ($8))
     and ($9::boolean is null or (l.assigned_to is null) = $9)
     and ($11::boolean is null or l.booked = $11)
     and ($12::text[] is null or coalesce(l.outcome, 'open') = any ($12))
     and ($13::text is null or l.relation = $13)
     and ($14::text[] is null or l.service_needed = any ($14))
     and ($15::uuid is null or l.customer_id = $15)
     and ($16::uuid is null or l.assigned_to = $16)
     and ($17::text is null or l.attribution->>'campaign' = $17)
     and ($18::jsonb is null or l.metadata @> $18)`;
const PAGE = `l.lead_id < $2 and l.lead_id >= $4 and ${MATCHES_FILTERS}
   order by l.lead_id desc limit $3`;
const IS_ACTIVE = '(l.deleted_at is null and l.merged_into is null)';

const newest = statement(
  'list_leads',
  `select ${LEAD_COLUMNS} from leads l where l.organization_id = $1 and $10::boolean and ${PAGE}`,
);

const newestActive = statement(
  'list_active_leads',
  `select ${LEAD_COLUMNS} from leads l
   where l.organization_id = $1 and l.deleted_at is null and l.merged_into is null and not $10::boolean
     and ${PAGE}`,
);

/** Active leads, and on request deleted and merged ones, each from its own range of the index. */
const branches = (condition: string, wanted = '') =>
  `select l.* from unnest(case when $10 then '{t,f}'::boolean[] else '{t}' end) as active (is_active)
   ${wanted}
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and ${condition} and ${IS_ACTIVE} = active.is_active and ${PAGE}
   ) as l
   order by lead_id desc limit $3`;

const byStatus = statement(
  'list_leads_of_statuses',
  branches(
    'l.status = wanted.status and l.booked = visit.booked',
    `cross join unnest($7::text[]) as wanted (status)
   cross join unnest(case when $11::boolean is null then '{t,f}' else array[$11] end) as visit (booked)`,
  ),
);

const bySource = statement(
  'list_leads_of_sources',
  branches(
    'l.source = wanted.source and l.status = state.status',
    `cross join unnest($8::text[]) as wanted (source)
   cross join unnest(coalesce($7::text[], $19)) as state (status)`,
  ),
);

const byOutcome = statement(
  'list_leads_of_outcomes',
  branches('l.outcome = wanted.outcome', 'cross join unnest($12::text[]) as wanted (outcome)'),
);
const byService = statement(
  'list_leads_of_services',
  branches(
    'l.service_needed = wanted.service',
    'cross join unnest($14::text[]) as wanted (service)',
  ),
);
const ofReturning = statement('list_returning_leads', branches("l.relation = 'returning'"));
const ofCustomer = statement('list_leads_of_customer', branches('l.customer_id = $15'));
const assignedToUser = statement('list_leads_of_assignee', branches('l.assigned_to = $16'));
const unassigned = statement('list_unassigned_leads', branches('l.assigned_to is null'));
const assigned = statement('list_assigned_leads', branches('l.assigned_to is not null'));

/**
 * Reads the index range of one key, newest first, and looks up each lead by its id. The limit of 1 makes
 * the planner use a lookup: see probe_leads.
 */
const searchedByKey = statement(
  'search_leads',
  `select l.* from contact_keys k
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lead_id = k.contact_id
       and (l.search_text like all ($20) or ${hadBefore('l.lead_id', '$20')})
       and ($10 or ${IS_ACTIVE}) and ${MATCHES_FILTERS} limit 1
   ) as l
   where k.organization_id = $1 and k.key = $19 and k.contact_id < $2 and k.contact_id >= $4
   order by k.contact_id desc limit $3`,
);

/** The same for a campaign or a value of the metadata. */
const byOrigin = statement(
  'list_leads_of_origin',
  `select l.* from contact_keys k
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lead_id = k.contact_id
       and ($10 or ${IS_ACTIVE}) and ${MATCHES_FILTERS} limit 1
   ) as l
   where k.organization_id = $1 and k.key = $19 and k.contact_id < $2 and k.contact_id >= $4
   order by k.contact_id desc limit $3`,
);

const searchedByNumber = statement(
  'search_leads_by_number',
  `select l.* from unnest($19::text[]) as typed (number)
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lifecycle_number = typed.number
       and l.lead_id < $2 and l.lead_id >= $4 and ($10 or ${IS_ACTIVE}) and ${MATCHES_FILTERS} limit 1
   ) as l limit $3`,
);

/**
 * Reads the phone numbers in the index of the list, newest lead first, and nothing else, which takes twice as long as counting them. With
 * deleted leads, which are not in that index, it reads the leads themselves.
 */
const byPhone = (name: string, among: string) =>
  statement(
    name,
    `select l.* from (
     select lead_id, phone from leads k
     where organization_id = $1 and ${among} and lead_id < $2 and lead_id >= $4
     order by lead_id desc offset 0
   ) as k
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lead_id = k.lead_id and ${MATCHES_FILTERS} limit 1
   ) as l
   where k.phone like any ($19)
   order by k.lead_id desc limit $3`,
  );
const searchedByPhone = byPhone(
  'search_leads_by_phone',
  'k.deleted_at is null and k.merged_into is null and not $10::boolean',
);
const searchedByPhoneOfAny = byPhone('search_any_leads_by_phone', '$10::boolean');

/** Reads the index of activity; the filters decide about each lead. */
const byActivity = statement(
  'list_leads_by_activity',
  `select l.* from lifecycle_activity a
   cross join lateral (
     select ${LEAD_COLUMNS} from leads l
     where l.organization_id = $1 and l.lifecycle_number = a.lifecycle_number
       and ($10 or ${IS_ACTIVE}) and l.lead_id < $2 and l.lead_id >= $4 and ${MATCHES_FILTERS} limit 1
   ) as l
   where a.organization_id = $1 and a.last_activity_at <= $19
     and (a.last_activity_at, a.lifecycle_number) < ($19, $20)
   order by a.last_activity_at desc, a.lifecycle_number desc limit $3`,
);

/** The leads that match the filters, those with the newest activity first, after the given position. */
export function listLeadRowsByActivity(
  tx: Tx,
  filters: LeadFilters,
  after: ActivityPosition | null,
  limit: number,
): Promise<LeadRow[]> {
  const position = after === null ? ['infinity', ''] : [after.at, after.lifecycleNumber];
  return tx.query(byActivity, [...valuesOf(tx, filters, null, limit), ...position]);
}

/** The newest leads before the given one that match the filters. Uses the index of the most selective filter. */
export function listLeadRows(
  tx: Tx,
  filters: LeadFilters,
  before: string | null,
  limit: number,
): Promise<LeadRow[]> {
  const values = valuesOf(tx, filters, before, limit);
  if (filters.search !== null) {
    return joinFound<LeadRow>(filters.search, limit, (row) => row.lead_id, {
      byKey: (key, patterns) => tx.query(searchedByKey, [...values, key, patterns]),
      byNumbers: (numbers) => tx.query(searchedByNumber, [...values, numbers]),
      byPhone: (phones) =>
        tx.query(filters.includeDeleted ? searchedByPhoneOfAny : searchedByPhone, [
          ...values,
          phones,
        ]),
    });
  }
  const [originKey] = originKeysOf(filters);
  if (originKey !== undefined) return tx.query(byOrigin, [...values, originKey]);
  if (filters.customerId !== null) return tx.query(ofCustomer, values);
  if (filters.assignedTo !== null) return tx.query(assignedToUser, values);
  if (filters.outcomes !== null && !filters.outcomes.includes('open')) {
    return tx.query(byOutcome, values);
  }
  if (filters.relation === 'returning') return tx.query(ofReturning, values);
  if (filters.services !== null) return tx.query(byService, values);
  if (filters.sources !== null) return tx.query(bySource, [...values, LEAD_STATUSES]);
  if (filters.statuses !== null) return tx.query(byStatus, values);
  if (filters.booked !== null) {
    const ofAnyStatus = { ...filters, statuses: LEAD_STATUSES };
    return tx.query(byStatus, valuesOf(tx, ofAnyStatus, before, limit));
  }
  if (filters.unassigned === true) return tx.query(unassigned, values);
  if (filters.unassigned === false) return tx.query(assigned, values);
  return tx.query(filters.includeDeleted ? newest : newestActive, values);
}

function originKeysOf({ campaign, metadata }: LeadFilters): bigint[] {
  return originKeys({ metadata, attribution: campaign === null ? null : { campaign } });
}

const NO_FILTERS: LeadFilters = {
  statuses: null,
  sources: null,
  assignedTo: null,
  unassigned: null,
  capturedFrom: null,
  capturedBefore: null,
  booked: null,
  outcomes: null,
  relation: null,
  services: null,
  customerId: null,
  campaign: null,
  metadata: null,
  includeDeleted: false,
  search: null,
};

/** The newest active leads that a search finds. */
export function searchLeadRows(tx: Tx, search: Search, limit: number): Promise<LeadRow[]> {
  return listLeadRows(tx, { ...NO_FILTERS, search }, null, limit);
}

/** $1 to $18 of all statements. */
function valuesOf(tx: Tx, filters: LeadFilters, before: string | null, limit: number): unknown[] {
  const { capturedFrom, capturedBefore } = filters;
  const upper = capturedBefore && firstUuidAt(new Date(capturedBefore.getTime() + CLOCK_SLACK_MS));
  const lower = capturedFrom && firstUuidAt(new Date(capturedFrom.getTime() - CLOCK_SLACK_MS));
  return [
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
    filters.booked,
    filters.outcomes,
    filters.relation,
    filters.services,
    filters.customerId,
    filters.assignedTo,
    filters.campaign,
    filters.metadata && JSON.stringify(filters.metadata),
  ];
}
