import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { closedObject, id } from '../../platform/http/fields.ts';

export const MAX_SUGGESTIONS = 10;

export const SuggestAssigneeBody = closedObject(
  'SuggestAssignee',
  'The appointment to find users for.',
  {
    appointment_id: idField('appointment', 'Id of the appointment to assign.'),
    team_id: Type.Optional(
      idField('team', 'Suggest only members of this team. Default: all users.'),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SUGGESTIONS,
        description: 'Maximum number of suggestions. Default 10.',
        examples: [3],
      }),
    ),
  },
  { example: { appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q', limit: 3 } },
);

const REASONS = [
  'free',
  'busy',
  'outside_working_hours',
  'time_off',
  'skill_matches',
  'generalist',
  'skill_missing',
  'travel',
  'load',
  'no_taker',
  'crew',
] as const;
export type ReasonCode = (typeof REASONS)[number];

export const Reason = closedObject('SuggestionReason', 'A reason for or against a user.', {
  code: Type.Unsafe<ReasonCode>({
    type: 'string',
    enum: [...REASONS],
    description: 'Code of the reason.',
    examples: ['skill_matches'],
  }),
  detail: Type.String({
    description: 'The reason, as a sentence.',
    examples: ['Has the skill water_heater_repair.'],
  }),
});
export type Reason = Static<typeof Reason>;

export const Suggestions = closedObject('Suggestions', 'Users who could take an appointment.', {
  appointment_id: id('appointment', 'Id of the appointment.'),
  suggestions: Type.Array(
    Type.Object(
      {
        user_id: id('user', 'Id of the user.'),
        name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
        score: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'How well the user fits, from 0 to 1.',
          examples: [0.94],
        }),
        is_free: Type.Boolean({
          description:
            'Whether the user works at that time and has no time off and no other appointment, buffers included.',
          examples: [true],
        }),
        reasons: Type.Array(Reason, { description: 'Reasons for and against the user.' }),
      },
      {
        additionalProperties: false,
        title: 'Suggestion',
        description: 'A user who could take the appointment.',
      },
    ),
    {
      description:
        'The suggested users, best first. Users who are not free are left out, unless no user is free.',
    },
  ),
});
