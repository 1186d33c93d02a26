import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type DateRange, type Period, startsOf } from './date-range.ts';
import { CAPTURED_IN_RANGE, rangeValues } from './queries.ts';

export interface SpeedRow {
  /** What the leads have in common; null for the first row of all sources, and for no user. */
  key: string | null;
  captured: number;
  contacted: number;
  median_seconds: number | null;
  p90_seconds: number | null;
  within_5_minutes: number;
  responded: number;
  response_median_seconds: number | null;
  response_p90_seconds: number | null;
  responses_within_5_minutes: number;
}

const NO_LEADS: SpeedRow = {
  key: null,
  captured: 0,
  contacted: 0,
  median_seconds: null,
  p90_seconds: null,
  within_5_minutes: 0,
  responded: 0,
  response_median_seconds: null,
  response_p90_seconds: null,
  responses_within_5_minutes: 0,
};

const percentile = (share: number, seconds: string) =>
  `round(percentile_cont(${share}) within group (order by ${seconds})::numeric, 3)::float8`;

/** A merged lead is answered with the lead it was merged into, and a deleted one by no one, so both are left out. */
const speedBy = (name: string, key: string, grouping: string, joins = ''): Statement =>
  statement(
    name,
    `select key, count(*) as captured, count(contact) as contacted,
          ${percentile(0.5, 'contact')} as median_seconds, ${percentile(0.9, 'contact')} as p90_seconds,
          count(*) filter (where contact <= 300) as within_5_minutes,
          count(response) as responded,
          ${percentile(0.5, 'response')} as response_median_seconds,
          ${percentile(0.9, 'response')} as response_p90_seconds,
          count(*) filter (where response <= 300) as responses_within_5_minutes
   from (
     select ${key} as key, extract(epoch from l.first_contacted_at - l.created_at)::float8 as contact,
            extract(epoch from l.first_response_at - l.created_at)::float8 as response
     from leads l ${joins}
     where ${CAPTURED_IN_RANGE} and l.deleted_at is null and l.merged_into is null
   ) as lead
   group by ${grouping}
   order by grouping(key) desc, key collate "C"`,
  );

/**
 * The user who made the first contact: who did what is in the log as `lead.contacted`. A message is sent by the worker,
 * which emits `lead.contacted` and, next, `communication.sent`; then it is the user who queued that message.
 */
const CONTACT = `
     left join lateral (
       select coalesce(case when e.actor->>'type' = 'user' then e.actor->>'id' end, sender.id) as user_id
       from events e
       left join lateral (
         select q.actor->>'id' as id
         from events s
         join events q on q.organization_id = $1 and q.lifecycle_number = l.lifecycle_number
           and q.type = 'communication.queued' and q.actor->>'type' = 'user'
           and q.data->>'communication_id' = s.data->>'communication_id'
         where s.organization_id = $1 and s.seq = e.seq + 1 and s.logged_at >= e.logged_at and s.lifecycle_number = l.lifecycle_number
         limit 1
       ) as sender on e.actor->>'type' = 'system'
       where e.organization_id = $1 and e.lifecycle_number = l.lifecycle_number and e.type = 'lead.contacted'
       order by e.seq desc limit 1
     ) as first on l.first_contacted_at is not null`;

const bySource = speedBy('report_speed_to_lead', 'l.source', 'grouping sets ((), (key))');
const byUser = {
  assignee: speedBy('report_speed_to_lead_of_assignees', 'l.assigned_to::text', 'key'),
  first_contact: speedBy('report_speed_to_lead_of_contacts', 'first.user_id', 'key', CONTACT),
};
const byPeriod = speedBy(
  'report_speed_to_lead_per_period',
  "to_char(width_bucket(l.created_at, $7::timestamptz[]), 'FM0000')",
  'key',
);

export type SpeedByUser = keyof typeof byUser;

/** Measures all leads together, and the leads of each source. */
export async function measureSpeedToLead(
  tx: Tx,
  range: DateRange,
  sources: readonly string[] | null,
): Promise<{ overall: SpeedRow; bySource: SpeedRow[] }> {
  const rows = await tx.query<SpeedRow>(bySource, rangeValues(tx, range, sources));
  const [overall = NO_LEADS, ...others] = rows;
  return { overall, bySource: others };
}

/** One row per user with leads; the key is a UUID for an assignee, and a public id for who made the first contact. */
export function measureSpeedByUser(
  tx: Tx,
  by: SpeedByUser,
  range: DateRange,
  sources: readonly string[] | null,
): Promise<SpeedRow[]> {
  return tx.query(byUser[by], rangeValues(tx, range, sources));
}

/** One row per period with leads; the key is the number of the period, from 1. */
export function measureSpeedByPeriod(
  tx: Tx,
  range: DateRange,
  periods: readonly Period[],
  sources: readonly string[] | null,
): Promise<SpeedRow[]> {
  const starts = startsOf(periods, range.timeZone);
  return tx.query(byPeriod, [...rangeValues(tx, range, sources), starts]);
}
