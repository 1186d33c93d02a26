import type { LeadsListQuery } from '../../../packages/sdk/src/generated/resources.ts';
import { type Filters, setFilters } from '../../saved-views/views.ts';
import { addDays, daysBetween } from '../../time/days.ts';

export const STATUSES = ['new', 'qualified', 'unqualified', 'converted'] as const;
type Status = (typeof STATUSES)[number];

/** The filters of the list, as they are in its address. */
export interface LeadSearch {
  status?: readonly Status[];
  source?: string;
  campaign?: string;
  outcome?: 'open' | 'won' | 'lost';
  relation?: 'new' | 'returning';
  booked?: boolean;
  /** The id of a user, or `none`. */
  assigned?: string;
  /** First and last day on the calendar of the company. */
  since?: string;
  until?: string;
  sort?: 'last_activity_at';
  deleted?: boolean;
}

/** Whatever was typed into the address; what is not understood is left out. */
export function readLeadSearch(search: Record<string, unknown>): LeadSearch {
  const { source, campaign, booked, since, until, sort, deleted, assigned } = search;
  const status = [search.status].flat().filter(isStatus);
  const outcome = oneOf(['open', 'won', 'lost'] as const, search.outcome);
  const relation = oneOf(['new', 'returning'] as const, search.relation);
  return {
    ...(status.length > 0 && { status }),
    ...(typeof source === 'string' && source !== '' && { source }),
    ...(typeof campaign === 'string' && campaign !== '' && { campaign }),
    ...(outcome && { outcome }),
    ...(relation && { relation }),
    ...(typeof booked === 'boolean' && { booked }),
    ...(typeof assigned === 'string' && /^(none|user_\w+)$/.test(assigned) && { assigned }),
    ...(isDay(since) && { since }),
    ...(isDay(until) && { until }),
    ...(sort === 'last_activity_at' && { sort }),
    ...(deleted === true && { deleted }),
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

function isStatus(value: unknown): value is Status {
  return STATUSES.some((one) => one === value);
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value);
}

export function queryOf(search: LeadSearch): LeadsListQuery {
  const { status, source, campaign, outcome, relation, booked, assigned } = search;
  const { since, until, sort, deleted } = search;
  return {
    limit: 50,
    status,
    source: source === undefined ? undefined : [source],
    campaign,
    outcome: outcome === undefined ? undefined : [outcome],
    relation,
    booked,
    ...(assigned === 'none' ? { unassigned: true } : { assigned_to: assigned }),
    from: since,
    to: until,
    sort: sort ?? 'created_at',
    include_deleted: deleted,
  };
}

/** As a saved view has them. Without an end, the first day is so many days ago, so that the view of a week stays one. */
export function filtersOf(search: LeadSearch, today: string): Filters {
  const { status, source, campaign, outcome, relation, booked, assigned } = search;
  const { since, until, sort, deleted } = search;
  return setFilters({
    status: status?.join(' '),
    source,
    campaign,
    outcome,
    relation,
    assigned,
    booked: booked === undefined ? undefined : String(booked),
    ...(until === undefined
      ? { days: since === undefined ? undefined : String(daysBetween(since, today)) }
      : { since, until }),
    sort,
    deleted: deleted ? 'true' : undefined,
  });
}

export function searchOf({ status, booked, days, deleted, ...others }: Filters, today: string) {
  return readLeadSearch({
    ...others,
    status: status?.split(' '),
    ...(booked !== undefined && { booked: booked === 'true' }),
    ...(days !== undefined && { since: addDays(today, -Number(days)) }),
    deleted: deleted === 'true',
  });
}
