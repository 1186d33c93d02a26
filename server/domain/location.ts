import Type, { type Static } from 'typebox';
import * as field from '../platform/http/fields.ts';
import { alsoIn } from '../platform/http/nested-fields.ts';
import { placeOf } from './distance.ts';
import { TEXT_LIMITS } from './text-limits.ts';

const degrees = (limit: number, example: number) =>
  Type.Number({ minimum: -limit, maximum: limit, description: 'In degrees.', examples: [example] });

export const Coordinates = field.closedObject('Coordinates', 'Where it is on the map.', {
  latitude: degrees(90, 45.52),
  longitude: degrees(180, -122.68),
});
export type Coordinates = Static<typeof Coordinates>;

export const nullableCoordinates = Type.Unsafe<Coordinates | null>({
  ...Coordinates,
  type: ['object', 'null'],
});

const ownDegrees = (limit: number, description: string) =>
  Type.Optional(
    Type.Number({ minimum: -limit, maximum: limit, description, examples: [limit / 2] }),
  );

const parts = {
  address: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.address,
      description: 'Postal address on one line.',
      examples: ['1418 Alder St, Portland, OR 97205'],
    }),
  ),
  latitude: ownDegrees(90, 'Latitude in degrees, positive to the north.'),
  longitude: ownDegrees(180, 'Longitude in degrees, positive to the east.'),
};

export const Location = Type.Object(
  { ...parts, coordinates: Type.Optional(nullableCoordinates) },
  {
    additionalProperties: false,
    title: 'Location',
    description: 'Where the appointment takes place.',
    examples: [{ address: '1418 Alder St, Portland, OR 97205' }],
    ...alsoIn('coordinates'),
  },
);
export type Location = Static<typeof Location>;

/** A list of types instead of a union, so the serializer does not try each branch. */
export const nullableLocation = Type.Unsafe<Location | null>({
  ...Location,
  type: ['object', 'null'],
});

/** Where the days of a user start. */
const StartLocation = Type.Object(parts, {
  additionalProperties: false,
  title: 'StartLocation',
  description:
    'Where the user’s days start; the board, suggestions and plans count the way from there. Null if unknown.',
  examples: [{ address: '1418 Alder St, Portland, OR 97205' }],
});
export type StartLocation = Static<typeof StartLocation>;

export const nullableStartLocation = Type.Unsafe<StartLocation | null>({
  ...StartLocation,
  type: ['object', 'null'],
});

/** As the API shows it: with its coordinates in one, if they are known. */
export function shownLocation(location: Location | null): Location | null {
  const coordinates = placeOf(location);
  return location && coordinates ? { ...location, coordinates } : location;
}
