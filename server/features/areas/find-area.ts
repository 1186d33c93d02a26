import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { areaOf, patternsFor, type Shape, type Whereabouts } from './area.ts';

/** Who works in an area; both empty: everyone. */
export interface ServedArea {
  areaId: string;
  userIds: readonly string[];
  teamIds: readonly string[];
}

/**
 * The area of a place; null where everywhere is served, 'outside' where the place is in no area, and 'unknown' if only its
 * postal code is known and it could be in an area that has no postal codes.
 */
export type FoundArea = ServedArea | 'outside' | 'unknown' | null;

export function servedArea(found: FoundArea): ServedArea | null {
  return found === 'outside' || found === 'unknown' ? null : found;
}

export function areaIdOf(found: FoundArea): string | null {
  return servedArea(found)?.areaId ?? null;
}

interface ServedRow extends Shape {
  has_codes: boolean;
  area_id: string;
  user_ids: string[];
  team_ids: string[];
}

/** Only postal codes that can match are read, so that long lists cost little. */
const selectAreas = statement(
  'select_areas_of_place',
  `select area_id, user_ids, team_ids, circle, polygon,
     array(select code from unnest(postal_codes) as code where code = any ($2)) as postal_codes,
     cardinality(postal_codes) > 0 as has_codes
   from areas where organization_id = $1 and active order by area_id`,
);

export async function findServedArea(tx: Tx, place: Whereabouts): Promise<FoundArea> {
  if (place.postalCode === null && place.point === null) return null;
  const patterns = place.postalCode === null ? [] : patternsFor(place.postalCode);
  const rows = await tx.query<ServedRow>(selectAreas, [tx.organizationId, patterns]);
  if (rows.length === 0) return null;
  const area = areaOf(rows, place);
  if (area === null) {
    // Where an area has postal codes, they say enough; one that is only drawn can be anywhere.
    const isDrawn = rows.some(({ has_codes }) => !has_codes);
    return place.point === null && isDrawn ? 'unknown' : 'outside';
  }
  return { areaId: area.area_id, userIds: area.user_ids, teamIds: area.team_ids };
}

const selectWorkers = statement(
  'select_workers_of_areas',
  `select a.area_id, array(
     select unnest(a.user_ids)
     union
     select m.user_id from team_members m
     where m.organization_id = $1 and m.team_id = any (a.team_ids) and m.removed_at is null
   ) as user_ids
   from areas a
   where a.organization_id = $1 and a.area_id = any ($2) and cardinality(a.user_ids) + cardinality(a.team_ids) > 0`,
);

/** Ids of the users who work in each of these areas. An area that everyone serves is left out. */
export async function workersOfAreas(
  tx: Tx,
  areaIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (areaIds.length === 0) return new Map();
  const rows = await tx.query<{ area_id: string; user_ids: string[] }>(selectWorkers, [
    tx.organizationId,
    areaIds,
  ]);
  return new Map(rows.map(({ area_id, user_ids }) => [area_id, new Set(user_ids)]));
}
