import Type, { type Static } from 'typebox';
import { SCOPES_OF_VARIABLES } from '../../domain/scopes.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import type { Needs } from '../../platform/auth/needs.ts';
import type { Scope } from '../../platform/auth/scopes.ts';
import { closedObject, nullableTime, time } from '../../platform/http/fields.ts';
import { STEP_STATUSES, type StepStatus } from './runtime/run.ts';

/** Texts and outputs of steps can contain everything that a run can read. */
export const TRACE_SCOPES: Needs = [
  ...Object.values(SCOPES_OF_VARIABLES).map((scope): [Scope] => [scope]),
  ['communications:read'],
];

const anything = (description: string, example: unknown) =>
  Type.Unsafe<unknown>({
    description: `${description} Null without the scopes to read everything that a run can: see /docs/guides/scopes.`,
    examples: [example],
    ...shownWith(...TRACE_SCOPES),
  });

export const problem = (description: string) =>
  Type.Unsafe<{ code: string; detail: string } | null>({
    type: ['object', 'null'],
    title: 'RunError',
    properties: {
      code: {
        type: 'string',
        description: 'Stable code of the error.',
        examples: ['request_failed'],
      },
      detail: {
        type: 'string',
        description: 'Explanation of the error, for display.',
        examples: ['The receiver returned 500.'],
      },
    },
    required: ['code', 'detail'],
    additionalProperties: false,
    description,
    examples: [null],
  });

export const freeObject = (description: string, example: object, options = {}) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [example],
    ...options,
  });

export const PlaybookRunStep = closedObject('PlaybookRunStep', 'One executed step of a run.', {
  step_id: Type.String({ description: 'Id of the step in the definition.', examples: ['text'] }),
  do: Type.String({ description: 'Type of the step.', examples: ['send_message'] }),
  status: Type.Unsafe<StepStatus>({
    type: 'string',
    enum: [...STEP_STATUSES],
    description:
      'Status of the step. `unknown` means that the worker was lost while the request was in progress, or that no response arrived: the request may or may not have had an effect. It is not repeated automatically.',
    examples: ['completed'],
  }),
  key: Type.String({
    description: 'Unique key of the step in this run. Requests send it as `Idempotency-Key`.',
    examples: ['run_01h455vb4pex5vsknk084sn02q:text'],
  }),
  input: anything('Input of the step, with its texts rendered.', {
    channel: 'sms',
    body: 'Hi Dana',
  }),
  output: anything('Output of the step.', {
    communication_id: 'communication_01h455vb4pex5vsknk084sn02q',
  }),
  error: problem('Why the step failed or is unknown; null otherwise.'),
  attempts: Type.Integer({ description: 'How often the step was started.', examples: [1] }),
  started_at: time('When the step started.'),
  finished_at: nullableTime('When the step ended; null until then.'),
  duration_ms: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'Duration of the last attempt in milliseconds; null until the step ends.',
    examples: [4.2],
  }),
});
export type PlaybookRunStep = Static<typeof PlaybookRunStep>;
