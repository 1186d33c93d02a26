import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from './text-limits.ts';

const degrees = (limit: number, description: string) =>
  Type.Optional(
    Type.Number({ minimum: -limit, maximum: limit, description, examples: [limit / 2] }),
  );

export const Location = Type.Object(
  {
    address: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.address,
        description: 'Postal address on one line.',
        examples: ['1418 Alder St, Portland, OR 97205'],
      }),
    ),
    latitude: degrees(90, 'Latitude in degrees, positive to the north.'),
    longitude: degrees(180, 'Longitude in degrees, positive to the east.'),
  },
  {
    additionalProperties: false,
    title: 'Location',
    description: 'Where the appointment takes place.',
    examples: [{ address: '1418 Alder St, Portland, OR 97205' }],
  },
);
export type Location = Static<typeof Location>;

/** A list of types instead of a union, so the serializer does not try each branch. */
export const nullableLocation = Type.Unsafe<Location | null>({
  ...Location,
  type: ['object', 'null'],
});
