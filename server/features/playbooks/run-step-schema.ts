import Type, { type Static } from 'typebox';
import { closedObject, nullableTime, time } from '../../platform/http/fields.ts';
import { STEP_STATUSES, type StepStatus } from './runtime/run.ts';

const anything = (description: string, example: unknown) =>
  Type.Unsafe<unknown>({ description, examples: [example] });

export const problem = (description: string) =>
  Type.Unsafe<{ code: string; detail: string } | null>({
    type: ['object', 'null'],
    properties: {
      code: { type: 'string', description: 'What went wrong.', examples: ['request_failed'] },
      detail: {
        type: 'string',
        description: 'The same for a person.',
        examples: ['The receiver returned 500.'],
      },
    },
    required: ['code', 'detail'],
    additionalProperties: false,
    description,
    examples: [null],
  });

export const freeObject = (description: string, example: object) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [example],
  });

export const PlaybookRunStep = closedObject('PlaybookRunStep', 'What a run did at one step.', {
  step_id: Type.String({ description: 'Id of the step in the definition.', examples: ['text'] }),
  do: Type.String({ description: 'What kind of step it is.', examples: ['send_message'] }),
  status: Type.Unsafe<StepStatus>({
    type: 'string',
    enum: [...STEP_STATUSES],
    description:
      'How far it has come. `unknown`: it was under way when its worker was lost, or its answer never came, so it may or may not have had its effect; it is not done again by itself.',
    examples: ['completed'],
  }),
  key: Type.String({
    description:
      'Names its effect: sent along as `Idempotency-Key`, and never used for another one.',
    examples: ['run_01h455vb4pex5vsknk084sn02q:text'],
  }),
  input: anything('What it was done with, filled in.', { channel: 'sms', body: 'Hi Dana' }),
  output: anything('What came of it.', {
    communication_id: 'communication_01h455vb4pex5vsknk084sn02q',
  }),
  error: problem('Why it failed, or why it is unknown; null unless it is.'),
  attempts: Type.Integer({ description: 'How often it was begun.', examples: [1] }),
  started_at: time('When it began.'),
  finished_at: nullableTime('When it ended; null until then.'),
  duration_ms: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'How long its last attempt took, in milliseconds; null until it ends.',
    examples: [4.2],
  }),
});
export type PlaybookRunStep = Static<typeof PlaybookRunStep>;
