import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../platform/ids.ts';
import { momentsOf, type Period, type Span, startOfDay } from './span.ts';

const selectTimeZone = statement(
  'select_time_zone',
  'select time_zone from organizations where organization_id = $1',
);

export async function findTimeZone(tx: Tx): Promise<string> {
  const rows = tx.query<{ time_zone: string }>(selectTimeZone, [tx.organizationId]);
  return (await foundRow(rows, 'organization')).time_zone;
}

const CAPTURED_IN_SPAN = `l.organization_id = $1
     and l.lead_id >= $2 and l.lead_id < $3
     and l.created_at >= $4 and l.created_at < $5
     and ($6::text[] is null or l.source = any ($6))
     and l.deleted_at is null and l.merged_into is null`;

function spanValues(tx: Tx, span: Span, sources: readonly string[] | null): unknown[] {
  const { start, end } = momentsOf(span);
  return [
    tx.organizationId,
    firstUuidAt(new Date(start.getTime() - CLOCK_SLACK_MS)),
    firstUuidAt(new Date(end.getTime() + CLOCK_SLACK_MS)),
    start,
    end,
    sources,
  ];
}

export interface FunnelRow {
  /** Which of the periods, from 1. */
  period: number;
  source: string;
  captured: number;
  qualified: number;
  booked: number;
  converted: number;
  sold: number;
  paid: number;
}

/**
 * The later stages are whatever the log says, so that a feature fills its column by emitting its event.
 * The aggregate keeps the log to one lookup a lead, 12 µs with six events each (0.1 s for a month of
 * 7,900 leads among 200,000): a join could be planned as a scan of every booking there ever was.
 */
const selectFunnel = statement(
  'report_funnel',
  `select width_bucket(l.created_at, $7::timestamptz[]) as period, l.source,
          count(*) as captured,
          count(l.qualified_at) as qualified,
          count(*) filter (where later.booked) as booked,
          count(l.converted_at) as converted,
          count(*) filter (where later.sold) as sold,
          count(*) filter (where later.paid) as paid
   from leads l
   cross join lateral (
     select bool_or(e.type = 'appointment.booked') as booked,
            bool_or(e.type = 'job.created') as sold,
            bool_or(e.type = 'invoice.paid') as paid
     from events e
     where e.organization_id = $1 and e.lifecycle_number = l.lifecycle_number
   ) as later
   where ${CAPTURED_IN_SPAN}
   group by period, l.source
   order by period, l.source collate "C"`,
);

/** The periods are those of the span, cut where the organization's days begin. */
export function countFunnel(
  tx: Tx,
  span: Span,
  periods: readonly Period[],
  sources: readonly string[] | null,
): Promise<FunnelRow[]> {
  const starts = periods.map(({ startsOn }) => startOfDay(startsOn, span.timeZone));
  return tx.query(selectFunnel, [...spanValues(tx, span, sources), starts]);
}

export interface SpeedRow {
  /** Null for the row of all of them together, which is the first. */
  source: string | null;
  captured: number;
  contacted: number;
  median_seconds: number | null;
  p90_seconds: number | null;
  within_5_minutes: number;
}

const NO_LEADS: SpeedRow = {
  source: null,
  captured: 0,
  contacted: 0,
  median_seconds: null,
  p90_seconds: null,
  within_5_minutes: 0,
};

const selectSpeedToLead = statement(
  'report_speed_to_lead',
  `select source, count(*) as captured, count(seconds) as contacted,
          round(percentile_cont(0.5) within group (order by seconds)::numeric, 3)::float8 as median_seconds,
          round(percentile_cont(0.9) within group (order by seconds)::numeric, 3)::float8 as p90_seconds,
          count(*) filter (where seconds <= 300) as within_5_minutes
   from (
     select l.source, extract(epoch from l.first_contacted_at - l.created_at)::float8 as seconds
     from leads l where ${CAPTURED_IN_SPAN}
   ) as lead
   group by grouping sets ((), (source))
   order by grouping(source) desc, source collate "C"`,
);

/** Of all leads together, and by source. */
export async function measureSpeedToLead(
  tx: Tx,
  span: Span,
  sources: readonly string[] | null,
): Promise<{ together: SpeedRow; bySource: SpeedRow[] }> {
  const rows = await tx.query<SpeedRow>(selectSpeedToLead, spanValues(tx, span, sources));
  const [together = NO_LEADS, ...bySource] = rows;
  return { together, bySource };
}
