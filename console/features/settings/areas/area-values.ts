import type { Area, CreateArea } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import * as text from '../../../text/en.ts';
import { typed } from '../../../ui/use-form.ts';
import type { Entered } from '../shared/use-editor.ts';
import { isChecked, numberOrNull } from '../shared/values.ts';
import { polygonIn } from './polygon.ts';

/** Of the fields, in the order of the page. */
export const AREA_NAMES = [
  ...['name', 'postal_codes', 'circle/latitude', 'circle/longitude', 'circle/radius_km'],
  ...['polygon', 'team_ids', 'user_ids'],
];

export function areaIn(values: FormData): Entered<CreateArea> {
  const polygon = polygonIn(typed(values, 'polygon'));
  if (polygon === undefined) return { wrong: { polygon: text.settings.areas.wrongPolygon } };
  return {
    body: {
      name: typed(values, 'name').trim(),
      postal_codes: codesIn(typed(values, 'postal_codes')),
      circle: circleIn(values),
      polygon,
      active: isChecked(values, 'active'),
      ...(values.has('who') && {
        user_ids: values.getAll('user_ids').map(String),
        team_ids: values.getAll('team_ids').map(String),
      }),
    },
  };
}

function codesIn(written: string): string[] {
  const codes = written.split(/[\n,;]/).map((code) => code.trim());
  return [...new Set(codes.filter((code) => code !== ''))];
}

/** What is not a number is sent as null, which the service refuses at the field. */
function circleIn(values: FormData): Area['circle'] {
  const [latitude, longitude, radius_km] = ['latitude', 'longitude', 'radius_km'].map((name) =>
    numberOrNull(values, `circle/${name}`),
  );
  if (latitude == null && longitude == null && radius_km == null) return null;
  return {
    latitude: latitude ?? Number.NaN,
    longitude: longitude ?? Number.NaN,
    radius_km: radius_km ?? Number.NaN,
  };
}

/** The values that a change replaces, to undo it. */
export function bodyOf(area: Area): CreateArea {
  const { name, postal_codes, circle, polygon, user_ids, team_ids, active } = area;
  return { name, postal_codes, circle, polygon, user_ids, team_ids, active };
}

export function saveArea(stored: Area | null, body: CreateArea): Promise<Area> {
  return stored ? api.areas.update(stored.area_id, body) : api.areas.create(body);
}
