import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';

/** What an appointment says of itself, and a booking of the appointment it asks for. */

export const startsAt = {
  format: 'date-time',
  description: 'When it starts, with the offset from UTC.',
  examples: ['2027-03-02T09:00:00-05:00'],
};
export const appointmentType = {
  maxLength: TEXT_LIMITS.code,
  pattern: '^[a-z][a-z0-9_]{0,63}$',
  description: 'The kind of appointment, as a code.',
  examples: ['estimate'],
};
export const appointmentNotes = {
  maxLength: TEXT_LIMITS.notes,
  description: 'Free text for the user who goes there.',
};
const degrees = (limit: number, description: string) =>
  Type.Optional(
    Type.Number({ minimum: -limit, maximum: limit, description, examples: [limit / 2] }),
  );

export const Location = Type.Object(
  {
    address: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.address,
        description: 'Postal address, on one line.',
        examples: ['1418 Alder St, Portland, OR 97205'],
      }),
    ),
    latitude: degrees(90, 'Degrees north.'),
    longitude: degrees(180, 'Degrees east.'),
  },
  {
    additionalProperties: false,
    title: 'Location',
    description: 'Where it takes place.',
    examples: [{ address: '1418 Alder St, Portland, OR 97205' }],
  },
);
export type Location = Static<typeof Location>;

export const ArrivalWindow = Type.Object(
  {
    starts_at: Type.String({ ...startsAt, description: 'The earliest arrival.' }),
    ends_at: Type.String({
      ...startsAt,
      description: 'The latest arrival.',
      examples: ['2027-03-02T11:00:00-05:00'],
    }),
  },
  {
    additionalProperties: false,
    title: 'ArrivalWindow',
    description: 'When the customer was told to expect somebody, apart from the working time.',
    examples: [{ starts_at: '2027-03-02T09:00:00-05:00', ends_at: '2027-03-02T11:00:00-05:00' }],
  },
);

/** A list of types, not a union: the serializer writes it without trying each branch. */
export const nullableLocation = Type.Unsafe<Location | null>({
  ...Location,
  type: ['object', 'null'],
  title: undefined,
});
export const nullableWindow = Type.Unsafe<Static<typeof ArrivalWindow> | null>({
  ...ArrivalWindow,
  type: ['object', 'null'],
  title: undefined,
});
