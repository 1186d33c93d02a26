import Type, { type Static } from 'typebox';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { freeObject, PlaybookRunStep, problem, TRACE_SCOPES } from './run-step-schema.ts';
import { STATUSES, type Status } from './runtime/run.ts';

export { PlaybookRunStep };

const target = (prefix: 'lead' | 'customer' | 'job' | 'appointment' | 'invoice') =>
  field.nullable({
    description: `Id of the ${prefix} the run is about; null if there is none.`,
    examples: [prefix === 'lead' ? 'lead_01h455vb4pex5vsknk084sn02q' : null],
  });

const runFields = {
  run_id: field.id('run', 'Id of the run.'),
  playbook_id: field.id('playbook', 'Id of the playbook.'),
  playbook_name: Type.String({
    description: 'Name of the playbook when the run started.',
    examples: ['Speed to lead'],
  }),
  version: Type.Integer({
    description:
      'Version of the playbook that the run uses. Later changes of the playbook do not affect the run.',
    examples: [3],
  }),
  status: Type.Unsafe<Status>({
    type: 'string',
    enum: [...STATUSES],
    description:
      'Status of the run: `queued` to start or continue, `running`, `waiting` for a time or an event, `completed`, `stopped` by an event or a step, `failed` (you can retry it), or `canceled` by request.',
    examples: ['waiting'],
  }),
  reason: field.nullable({
    description: 'Why the run was stopped or canceled; null otherwise.',
    examples: [null],
  }),
  error: problem('Why the run failed; null unless it failed.'),
  lifecycle_number: field.nullable({
    description:
      'Lifecycle number the run is about; null if it was started by an event without one.',
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
        description: 'Event type that started the run; null if it was started by a request.',
        examples: ['lead.qualified'],
      }),
      seq: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'Sequence number of that event in the event log.',
        examples: [42],
      }),
      actor: Type.Object(
        {
          type: Type.String({
            description: 'Type of actor: `user`, `token` or `system` (the service).',
            examples: ['token'],
          }),
          id: field.nullable({
            description: 'Id of the user, token or run; null for the service itself.',
            examples: ['token_01h455vb4pex5vsknk084sn02q'],
          }),
          name: Type.String({
            description: 'Name of the actor at that time.',
            examples: ['Website form'],
          }),
        },
        { additionalProperties: false, description: 'Who caused the event or requested the run.' },
      ),
    },
    { additionalProperties: false, description: 'What started the run.' },
  ),
  input: freeObject(
    'The `input` of the request that started the run; empty if an event started it, and without the scopes of the trace.',
    {},
    shownWith(...TRACE_SCOPES),
  ),
  depth: Type.Integer({
    description:
      'How many runs led to this run, each started by an event of the previous one; 0 if no run did.',
    examples: [0],
  }),
  step_id: field.nullable({
    description: 'Id of the current step; null after the last one.',
    examples: ['pause'],
  }),
  waiting_for: field.nullable({
    description: 'Event type that the run waits for; null if it does not wait for an event.',
    examples: [null],
  }),
  due_at: field.nullableTime(
    'When the run continues, or when its wait for an event times out; null once it has ended.',
  ),
  late_at: field.nullableTime('When the run was found to be late; null unless it is late.'),
  has_unknown: Type.Boolean({
    description: 'Whether the outcome of at least one step is unknown.',
    examples: [false],
  }),
  skipped_triggers: Type.Integer({
    minimum: 0,
    description:
      'Number of events that did not start another run while this run was active, because of `once_per`.',
    examples: [0],
  }),
  next_run_id: field.nullable({
    description:
      'Id of the run that continues from the wait of this one, because the appointment was moved after this run had passed it.',
    examples: [null],
  }),
  created_at: field.createdAt,
  started_at: field.nullableTime('When the first step started.'),
  finished_at: field.nullableTime('When the run ended; null until then.'),
  updated_at: field.updatedAt,
};

export const PlaybookRun = field.closedObject(
  'PlaybookRun',
  'One execution of a playbook version.',
  runFields,
);
export type PlaybookRun = Static<typeof PlaybookRun>;

const steps = Type.Array(PlaybookRunStep, {
  description: 'Trace of the executed steps, in order.',
});

export const PlaybookRunWithSteps = field.closedObject(
  'PlaybookRunWithSteps',
  'A run with the trace of every step.',
  { ...runFields, steps },
);

export const DryRun = field.closedObject(
  'DryRun',
  'What would happen, shown as a finished run. Nothing was sent, changed or stored, so the ids of created resources do not exist.',
  {
    ...runFields,
    run_id: field.nullable({
      description: 'Always null: a dry run is not stored.',
      examples: [null],
    }),
    playbook_id: field.nullable({
      description: 'Id of the playbook; null if it is not saved.',
      examples: ['playbook_01h455vb4pex5vsknk084sn02q'],
    }),
    version: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Version of the playbook; null if it is not saved.',
      examples: [3],
    }),
    dry_run: Type.Boolean({ description: 'Always true.', examples: [true] }),
    steps,
  },
);

export const SecretRotated = field.closedObject(
  'AutomationSecretRotated',
  'The rotation of the signing secret, without the secret itself.',
  {
    previous_secret_until: field.nullableTime(
      'Until when the previous secret is valid; null if there was none.',
    ),
    ...field.timestamps,
  },
);
