import { type Place, placeKey } from '../../domain/distance.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LIVE } from './appointment.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Alternatives to a time are searched this far from it first. */
const AROUND_MS = 3 * DAY_MS;

/** A place that visits can come before and after. */
export interface RoutedPlace {
  place: Place;
  /** When someone is there, or could be. */
  at: Date;
  /** Who goes there; empty if that is not known. */
  userIds: readonly string[];
}

/** The same as placeKey() of domain/distance.ts. */
function rounded(field: 'latitude' | 'longitude'): string {
  const thousandths = `floor((a.location->>'${field}')::double precision * 1000 + 0.5)`;
  return `to_char(${thousandths}::numeric / 1000, 'FM9990.000')`;
}

/**
 * Visits of the same people come first, then those that are closest in time: they are the likely neighbors. A visit at the
 * same rounded place needs no way.
 */
const selectUnknownWays = statement(
  'select_unknown_ways',
  `with near as (
     select ${rounded('latitude')} || ',' || ${rounded('longitude')} as place,
            (a.assigned_to = any ($6) or a.crew && $6) is true as is_same,
            abs(extract(epoch from a.starts_at - $3::timestamptz)) as apart
     from appointments a
     where a.organization_id = $1 and a.starts_at >= $4 and a.starts_at < $5 and a.status = any ($7)
       and a.location ? 'latitude' and a.location ? 'longitude'
   ), places as (
     select place, bool_or(is_same) as is_same, min(apart) as apart from near group by place
   )
   select p.place from places p
   where p.place <> $2
     and exists (select from organizations o where o.organization_id = $1 and o.travel_speed_kmh is not null)
     and not exists (
       select from travel_times t where t.organization_id = $1 and t.from_place = $2 and t.to_place = p.place)
   order by p.is_same desc, p.apart, p.place limit $8`,
);

/** The places of visits around that time whose way from here is not known; none if the organization does not count ways. */
export async function unknownWays(
  tx: Tx,
  { place, at, userIds }: RoutedPlace,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ place: string }>(selectUnknownWays, [
    tx.organizationId,
    placeKey(place),
    at,
    new Date(at.getTime() - AROUND_MS),
    new Date(at.getTime() + AROUND_MS),
    userIds,
    LIVE,
    limit,
  ]);
  return rows.map((row) => row.place);
}

const saveWays = statement('save_travel_times', 'select save_travel_times($1, $2, $3, $4, $5)');

export interface TravelTime {
  from: string;
  to: string;
  seconds: number;
}

export async function saveTravelTimes(tx: Tx, ways: readonly TravelTime[]): Promise<void> {
  await tx.query(saveWays, [
    tx.organizationId,
    ways.map(({ from }) => from),
    ways.map(({ to }) => to),
    ways.map(({ seconds }) => seconds),
    tx.now,
  ]);
}
