import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { activeUsersAmong } from '../organizations/index.ts';
import { activeTeamsAmong } from '../teams/index.ts';
import { normalized } from './area.ts';
import type { AreaRow } from './queries.ts';
import { MAX_POINTS, MAX_RINGS, type UpdateAreaBody } from './schemas.ts';

/** Checks that need no database: rings that are not closed, and latitudes beyond the poles. */
export function checkArea({ polygon }: Record<string, unknown>): { errors: FieldError[] } {
  if (!isObject(polygon) || !Array.isArray(polygon.coordinates)) return { errors: [] };
  const rings = polygon.coordinates.slice(0, MAX_RINGS);
  return { errors: rings.flatMap((ring, index) => ringErrors(ring, index)) };
}

/** The schema reports what is no list of positions. */
function ringErrors(ring: unknown, index: number): FieldError[] {
  if (!Array.isArray(ring)) return [];
  const pointer = `/polygon/coordinates/${index}`;
  const positions: unknown[][] = ring.slice(0, MAX_POINTS).filter(Array.isArray);
  const beyond = positions.findIndex(([, latitude]) => Math.abs(Number(latitude)) > 90);
  if (beyond >= 0) {
    const detail = 'A position is longitude, then latitude; a latitude is from -90 to 90.';
    return [{ pointer: `${pointer}/${beyond}/1`, code: 'out_of_range', detail }];
  }
  const [first = [], last = []] = [positions[0], positions.at(-1)];
  if (positions.length < 4 || (first[0] === last[0] && first[1] === last[1])) return [];
  const detail = 'A ring must end where it begins. Repeat its first position at the end.';
  return [{ pointer, code: 'invalid_format', detail }];
}

type Definition = Omit<AreaRow, 'area_id' | 'created_at' | 'updated_at'>;

/** The area after the change, with users and teams that exist. */
export async function changedArea<Row extends Definition>(
  tx: Tx,
  before: Row,
  { name, postal_codes, user_ids, team_ids, ...shape }: UpdateAreaBody,
): Promise<Row> {
  const [userIds, teamIds] = await Promise.all([
    user_ids
      ? readIds('user', user_ids, before.user_ids, (ids) => activeUsersAmong(tx, ids))
      : null,
    team_ids
      ? readIds('team', team_ids, before.team_ids, (ids) => activeTeamsAmong(tx, ids))
      : null,
  ]);
  const after = {
    ...before,
    ...shape,
    name: name?.trim() ?? before.name,
    postal_codes: postal_codes ? once(postal_codes.map(normalized)) : before.postal_codes,
    user_ids: userIds ?? before.user_ids,
    team_ids: teamIds ?? before.team_ids,
  };
  if (after.postal_codes.length > 0 || after.circle !== null || after.polygon !== null)
    return after;
  const detail = 'An area needs postal codes, a circle or a polygon. Add one of them.';
  throw validationFailed([{ pointer: '/postal_codes', code: 'required', detail }]);
}

/** Those that the area has already can stay when they are inactive, so that a client can send an area back unchanged. */
async function readIds(
  prefix: 'user' | 'team',
  sent: readonly string[],
  current: readonly string[],
  activeAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const uuids = sent.map((id) => toUuid(prefix, id));
  const known = uuids.filter((id) => id !== null);
  const allowed = new Set([...current, ...(await activeAmong(known))]);
  const errors = uuids.flatMap((id, index): FieldError[] => {
    if (id !== null && allowed.has(id)) return [];
    const name = `${prefix}_ids`;
    const detail = `The field ${name}.${index} is not the id of an active ${prefix} of your organization.`;
    return [{ pointer: `/${name}/${index}`, code: `unknown_${prefix}`, detail }];
  });
  if (errors.length > 0) throw validationFailed(errors);
  return once(known);
}

function once(values: readonly string[]): string[] {
  return [...new Set(values)];
}
