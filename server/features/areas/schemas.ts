import Type, { type Static } from 'typebox';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import type { Circle as StoredCircle, Polygon as StoredPolygon } from './area.ts';

export const MAX_USERS = 200;
export const MAX_TEAMS = 50;
export const MAX_RINGS = 4;
export const MAX_POINTS = 200;

const latitude = { minimum: -90, maximum: 90, description: 'Latitude in degrees.' };
const longitude = { minimum: -180, maximum: 180, description: 'Longitude in degrees.' };

const Circle = field.closedObject('AreaCircle', 'Everything within a distance of a point.', {
  latitude: Type.Number({ ...latitude, examples: [45.5152] }),
  longitude: Type.Number({ ...longitude, examples: [-122.6784] }),
  radius_km: Type.Number({
    exclusiveMinimum: 0,
    maximum: 20_000,
    description: 'Distance in kilometers.',
    examples: [25],
  }),
});

const position = Type.Array(
  Type.Number({ minimum: -180, maximum: 180, description: 'Degrees.', examples: [-122.6784] }),
  { minItems: 2, maxItems: 2, description: 'Longitude and latitude.' },
);
const Polygon = field.closedObject('AreaPolygon', 'A polygon as in GeoJSON.', {
  type: Type.Unsafe<'Polygon'>({
    type: 'string',
    enum: ['Polygon'],
    description: 'Always `Polygon`.',
    examples: ['Polygon'],
  }),
  coordinates: Type.Array(
    Type.Array(position, { minItems: 4, maxItems: MAX_POINTS, description: 'A closed ring.' }),
    {
      minItems: 1,
      maxItems: MAX_RINGS,
      description: 'The outline, then holes. Each ring ends where it begins.',
      examples: [
        [
          [
            [-122.8, 45.4],
            [-122.5, 45.4],
            [-122.5, 45.6],
            [-122.8, 45.4],
          ],
        ],
      ],
    },
  ),
});

const ids = (prefix: 'user' | 'team', maxItems: number, description: string) =>
  Type.Array(
    Type.String({
      maxLength: TEXT_LIMITS.id,
      description: `Id of a ${prefix}.`,
      examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
    }),
    { maxItems, description, examples: [[`${prefix}_01h455vb4pex5vsknk084sn02q`]] },
  );

const fields = {
  name: requiredText('name', 'Name of the area.', 'Portland, west'),
  postal_codes: Type.Array(
    Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9 -]{0,10}\\*?$',
      description: 'A postal code, or the beginning of several and a star.',
      examples: ['972*'],
    }),
    {
      maxItems: 1000,
      description: 'Postal codes of the area. Capitals, spaces and hyphens do not matter.',
      examples: [['97035', '972*']],
    },
  ),
  circle: Type.Unsafe<StoredCircle | null>({ ...Circle, type: ['object', 'null'] }),
  polygon: Type.Unsafe<StoredPolygon | null>({ ...Polygon, type: ['object', 'null'] }),
  user_ids: ids('user', MAX_USERS, 'Users who work there.'),
  team_ids: ids('team', MAX_TEAMS, 'Teams that work there. Without users and teams: everyone.'),
  active: Type.Boolean({ description: 'Whether the area counts.', examples: [true] }),
};

const { name, ...others } = fields;
const optional = {
  postal_codes: Type.Optional(others.postal_codes),
  circle: Type.Optional(others.circle),
  polygon: Type.Optional(others.polygon),
  user_ids: Type.Optional(others.user_ids),
  team_ids: Type.Optional(others.team_ids),
  active: Type.Optional(others.active),
};

export const CreateAreaBody = field.closedObject(
  'CreateArea',
  'An area needs a `name` and at least one of `postal_codes`, `circle` and `polygon`.',
  { name, ...optional },
  { example: { name: 'Portland, west', postal_codes: ['97035', '972*'] } },
);
export type CreateAreaBody = Static<typeof CreateAreaBody>;

export const UpdateAreaBody = field.closedObject(
  'UpdateArea',
  'The fields to change; fields that you leave out stay unchanged. Lists are replaced as a whole.',
  { name: Type.Optional(name), ...optional },
  { example: { postal_codes: ['97035', '972*'] } },
);
export type UpdateAreaBody = Static<typeof UpdateAreaBody>;

export const Area = field.closedObject('Area', 'A part of the world that you serve.', {
  area_id: field.id('area', 'Id of the area.'),
  ...fields,
  ...field.timestamps,
});
export type Area = Static<typeof Area>;
