import Type from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { CODE_FORM, closedObject, id, localTime } from '../../platform/http/fields.ts';
import { nullableLocation, postalCode } from '../calendar/index.ts';
import { Reason } from './suggest-schemas.ts';

export const MAX_SUGGESTED = 10;
/** Two weeks: for later, a suggestion is worth little. */
export const MAX_DAYS = 14;
export const SLOT_TARGETS = ['lead_id', 'lifecycle_number'] as const;

const date = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });

export const SuggestSlotsBody = closedObject(
  'SuggestSlots',
  'The new appointment.',
  {
    lead_id: Type.Optional(idField('lead', 'Id of the lead that the appointment is for.')),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.lifecycleNumber,
        description: 'Lifecycle number of the lead, instead of its id.',
        examples: ['100042-7'],
      }),
    ),
    service: Type.Optional(
      Type.String({
        pattern: CODE_FORM,
        description: 'Code of the service. Default: the lead’s `service_needed`.',
        examples: ['water_heater_repair'],
      }),
    ),
    team_id: Type.Optional(idField('team', 'Suggest only members of this team.')),
    postal_code: Type.Optional(postalCode),
    location: Type.Optional(nullableLocation),
    duration_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 1440,
        description: 'Length in minutes. Default: that of the service, otherwise 60.',
        examples: [60],
      }),
    ),
    from: date('First date, in the organization’s time zone.', '2027-03-01'),
    to: date('Last date, inclusive; at most 14 days.', '2027-03-05'),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SUGGESTED,
        description: 'Maximum number of suggestions. Default 10.',
        examples: [5],
      }),
    ),
  },
  {
    oneOf: SLOT_TARGETS,
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      duration_minutes: 90,
      from: '2027-03-01',
      to: '2027-03-05',
      limit: 5,
    },
  },
);

const SuggestedSlot = closedObject('SuggestedSlot', 'A user and a time.', {
  user_id: id('user', 'Id of the user.'),
  crew: Type.Array(id('user', 'Id of a user.'), {
    description: 'Ids of those who go along, if the service needs more than one.',
    examples: [[]],
  }),
  name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
  starts_at: localTime('When it starts, in the organization’s time zone.'),
  ends_at: localTime('When it ends.'),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How well the slot fits, from 0 to 1.',
    examples: [0.94],
  }),
  reasons: Type.Array(Reason, { description: 'Reasons for and against it.' }),
});

export const SuggestedSlots = closedObject('SuggestedSlots', 'Slots for a new appointment.', {
  suggestions: Type.Array(SuggestedSlot, { description: 'The suggested slots, best first.' }),
});
