import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { SPOKEN_CODE } from '../../platform/http/codes.ts';

/** Fields shared by appointments and the bodies that book or change them. */

export { Location, nullableLocation } from '../../domain/location.ts';

export const startsAt = {
  format: 'date-time',
  description: 'When the appointment starts, with its UTC offset.',
  examples: ['2027-03-02T09:00:00-08:00'],
};
export const appointmentType = {
  maxLength: TEXT_LIMITS.code,
  ...SPOKEN_CODE,
  description: 'Type of the appointment, as a code; `Site visit` is read as `site_visit`.',
  examples: ['estimate'],
};
export const appointmentNotes = {
  maxLength: TEXT_LIMITS.notes,
  description: 'Notes for the assigned user.',
};

/** Of the place of a visit: it decides on the area. */
export const postalCode = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9 -]{0,10}$',
  description: 'Postal code of the place: decides on the area, and so on who works there.',
  examples: ['97205'],
});

export const ArrivalWindow = Type.Object(
  {
    starts_at: Type.String({ ...startsAt, description: 'Earliest arrival.' }),
    ends_at: Type.String({
      ...startsAt,
      description: 'Latest arrival.',
      examples: ['2027-03-02T11:00:00-08:00'],
    }),
  },
  {
    additionalProperties: false,
    title: 'ArrivalWindow',
    description:
      'The arrival times promised to the customer, independent of the start and end of the appointment.',
    examples: [{ starts_at: '2027-03-02T09:00:00-08:00', ends_at: '2027-03-02T11:00:00-08:00' }],
  },
);

export const nullableWindow = Type.Unsafe<Static<typeof ArrivalWindow> | null>({
  ...ArrivalWindow,
  type: ['object', 'null'],
});
