import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { closedObject, id } from '../../platform/http/fields.ts';

export const MAX_SUGGESTIONS = 10;

export const SuggestAssigneeBody = closedObject(
  'SuggestAssignee',
  'Which appointment is to be given to somebody.',
  {
    appointment_id: idField('appointment', 'Id of the appointment that somebody should take.'),
    team_id: Type.Optional(idField('team', 'Id of the team to look in. Default: everybody.')),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SUGGESTIONS,
        description: 'How many to suggest at most. Default 10.',
        examples: [3],
      }),
    ),
  },
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
] as const;
export type ReasonCode = (typeof REASONS)[number];

const Reason = closedObject('SuggestionReason', 'Why.', {
  code: Type.Unsafe<ReasonCode>({
    type: 'string',
    enum: [...REASONS],
    description: 'What speaks for or against them.',
    examples: ['skill_matches'],
  }),
  detail: Type.String({
    description: 'The same for a person.',
    examples: ['Has the skill water_heater_repair.'],
  }),
});
export type Reason = Static<typeof Reason>;

export const Suggestions = closedObject('Suggestions', 'Who should take an appointment.', {
  appointment_id: id('appointment', 'Id of the appointment.'),
  suggestions: Type.Array(
    Type.Object(
      {
        user_id: id('user', 'Id of the user.'),
        name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
        score: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'How well it fits, from 0 to 1.',
          examples: [0.94],
        }),
        is_free: Type.Boolean({
          description:
            'Whether they work then, are not away, and have nothing else, buffers included.',
          examples: [true],
        }),
        reasons: Type.Array(Reason, { description: 'Why.' }),
      },
      {
        additionalProperties: false,
        title: 'Suggestion',
        description: 'Somebody who could take it.',
      },
    ),
    {
      description:
        'Who should take it, the best first. Users who are not free are left out, unless nobody is free.',
    },
  ),
});
