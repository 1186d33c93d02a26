import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Circle, Polygon } from './area.ts';
import type { Area } from './schemas.ts';

export interface AreaRow {
  area_id: string;
  name: string;
  postal_codes: string[];
  circle: Circle | null;
  polygon: Polygon | null;
  user_ids: string[];
  team_ids: string[];
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

const areas = table<AreaRow>('areas', {
  area_id: 'key',
  name: 'value',
  postal_codes: 'value',
  circle: 'json',
  polygon: 'json',
  user_ids: 'value',
  team_ids: 'value',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { find: findAreaById, lock: lockArea } = areas.byKey('area');
export const listAreaRows = areas.newestFirst();

export function toArea({ created_at, updated_at, user_ids, team_ids, ...row }: AreaRow): Area {
  return {
    ...row,
    area_id: toPublicId('area', row.area_id),
    user_ids: user_ids.map((id) => toPublicId('user', id)),
    team_ids: team_ids.map((id) => toPublicId('team', id)),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export const areaResource = { insert: areas.insert, save: areas.update, show: toArea };

const selectArea = statement(
  'select_whether_area',
  'select 1 from areas where organization_id = $1 and area_id = $2',
);

export async function isArea(tx: Tx, areaId: string): Promise<boolean> {
  return (await tx.query(selectArea, [tx.organizationId, areaId])).length > 0;
}
