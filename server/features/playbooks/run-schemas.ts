import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';
import { freeObject, PlaybookRunStep, problem } from './run-step-schema.ts';
import { STATUSES, type Status } from './runtime/run.ts';

export { PlaybookRunStep };

const target = (prefix: 'lead' | 'customer' | 'job' | 'appointment' | 'invoice') =>
  field.nullable({
    description: `The ${prefix} it is about, if it is about one.`,
    examples: [prefix === 'lead' ? 'lead_01h455vb4pex5vsknk084sn02q' : null],
  });

const runFields = {
  run_id: field.id('run', 'Id of the run.'),
  playbook_id: field.id('playbook', 'Id of the playbook.'),
  playbook_name: Type.String({
    description: 'What the playbook was called when the run began.',
    examples: ['Speed to lead'],
  }),
  version: Type.Integer({
    description: 'The version of the playbook that it goes by, whatever becomes of the playbook.',
    examples: [3],
  }),
  status: Type.Unsafe<Status>({
    type: 'string',
    enum: [...STATUSES],
    description:
      'Whether it is about to begin, at work, waiting, or how it ended: `completed`, `stopped` by an event or a step, `failed` (it can be retried), or `canceled` by somebody.',
    examples: ['waiting'],
  }),
  reason: field.nullable({
    description: 'Why it was stopped or canceled; null otherwise.',
    examples: [null],
  }),
  error: problem('Why it failed; null unless it has.'),
  lifecycle_number: field.nullable({
    description: 'The lifecycle that it is about; null if an event of none began it.',
    examples: ['100042-7'],
  }),
  lead_id: target('lead'),
  customer_id: target('customer'),
  job_id: target('job'),
  appointment_id: target('appointment'),
  invoice_id: target('invoice'),
  trigger: Type.Object(
    {
      event: field.nullable({
        description: 'The kind of event that began it; null for one that somebody asked for.',
        examples: ['lead.qualified'],
      }),
      seq: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'The place of that event in the log.',
        examples: [42],
      }),
      actor: Type.Object(
        {
          type: Type.String({
            description: 'A user, a token, or the service.',
            examples: ['token'],
          }),
          id: field.nullable({
            description: 'Whose.',
            examples: ['token_01h455vb4pex5vsknk084sn02q'],
          }),
          name: Type.String({ description: 'The name at that time.', examples: ['Website form'] }),
        },
        { additionalProperties: false, description: 'Who caused the event, or asked for the run.' },
      ),
    },
    { additionalProperties: false, description: 'What began it.' },
  ),
  input: freeObject('What was given along with a run that was asked for.', {}),
  depth: Type.Integer({
    description: 'How many runs led to it, each by an event of the one before.',
    examples: [0],
  }),
  step_id: field.nullable({
    description: 'The step that it stands at; null behind the last one.',
    examples: ['pause'],
  }),
  waiting_for: field.nullable({
    description: 'The kind of event that it waits for, if it waits for one.',
    examples: [null],
  }),
  due_at: field.nullableTime(
    'When it goes on, or gives up waiting for an event; null once it has ended.',
  ),
  late_at: field.nullableTime('When it was found to be late; null unless it is.'),
  has_unknown: Type.Boolean({
    description: 'Whether the effect of one of its steps is not known.',
    examples: [false],
  }),
  created_at: field.createdAt,
  started_at: field.nullableTime('When its first step began.'),
  finished_at: field.nullableTime('When it ended.'),
  updated_at: field.updatedAt,
};

export const PlaybookRun = field.closedObject(
  'PlaybookRun',
  'One passage through a version of a playbook.',
  runFields,
);
export type PlaybookRun = Static<typeof PlaybookRun>;

const steps = Type.Array(PlaybookRunStep, { description: 'What it did, in order.' });

export const PlaybookRunWithSteps = field.closedObject(
  'PlaybookRunWithSteps',
  'A run with the trace of every step.',
  { ...runFields, steps },
);

export const DryRun = field.closedObject(
  'DryRun',
  'What would happen, told as if it had. Nothing was sent, changed or kept: the ids of what would have been made lead nowhere.',
  {
    ...runFields,
    run_id: field.nullable({ description: 'Null: there is no such run.', examples: [null] }),
    dry_run: Type.Boolean({ description: 'Always true.', examples: [true] }),
    steps,
  },
);

export const SecretRotated = field.closedObject('AutomationSecretRotated', 'Without the secret.', {
  previous_secret_until: field.nullableTime(
    'Until when the one before is valid; null if there was none.',
  ),
  ...field.timestamps,
});
