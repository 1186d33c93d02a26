import Type, { type Static } from 'typebox';
import {
  createdAt,
  id,
  NOT_BLANK,
  nullable,
  nullableTime,
  updatedAt,
} from '../../platform/http/fields.ts';
import { type Definition, MAX_STEPS, type Trigger } from './definition.ts';
import { STEP_NAMES, type Step } from './steps/index.ts';

const name = Type.String({
  pattern: NOT_BLANK,
  maxLength: 200,
  description: 'What you call it.',
  examples: ['Speed to lead'],
});
const description = {
  maxLength: 2_000,
  description: 'What it is for, in a sentence.',
  examples: ['Texts a new lead at once and has somebody call if they do not answer.'],
};
const enabled = {
  description: 'Whether events begin runs of it; it can be run by hand either way.',
  examples: [false],
};
const archived = Type.Boolean({
  description:
    'Put away: off, and left out of the list. Nothing is deleted; runs under way go on to their end.',
  examples: [false],
});

/** The schema says what may be there; that it is one or the other is checked besides. */
const trigger = Type.Unsafe<Trigger>(
  Type.Object(
    {
      event: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'The kind of event that begins a run.',
          examples: ['lead.qualified'],
        }),
      ),
      when: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description:
            'A condition in CEL on the event; without one, every such event begins a run.',
          examples: ["data.source == 'web_form'"],
        }),
      ),
      manual: Type.Optional(
        Type.Unsafe<true>({
          type: 'boolean',
          enum: [true],
          description: 'Instead of `event`: it is only run by hand, or by another system.',
          examples: [true],
        }),
      ),
    },
    {
      additionalProperties: false,
      title: 'PlaybookTrigger',
      description: 'What begins a run: an event, or `{ "manual": true }`.',
      examples: [{ event: 'lead.qualified', when: "data.source == 'web_form'" }],
    },
  ),
);

const stopOn = Type.Array(
  Type.String({
    maxLength: 100,
    description: 'A kind of event, or all of a resource: `communication.*`.',
    examples: ['communication.received'],
  }),
  {
    maxItems: 50,
    description:
      'Events of the same lifecycle that end a run, such as a reply. What the run itself does never ends it.',
    examples: [['communication.received', 'appointment.booked']],
  },
);

/** Shown in full and checked elsewhere: a schema would report a wrong step as wrong in twelve ways. */
const step = Type.Unsafe<Step>({
  type: 'object',
  title: 'PlaybookStep',
  additionalProperties: true,
  description: 'A step. docs/playbooks.md describes each kind.',
  properties: {
    id: {
      description: 'Its name in the playbook: a letter, then letters, digits and underscores.',
      examples: ['text'],
    },
    do: {
      description: `What is done: ${STEP_NAMES.map((kind) => `\`${kind}\``).join(', ')}.`,
      examples: ['send_message'],
    },
    when: {
      description:
        'A condition in CEL. If it is false the step is skipped; a branch, which must have one, goes on with `else`.',
      examples: ['lead.first_contacted_at == null'],
    },
    with: {
      description: 'How it is done; which fields there are depends on `do`. Texts are Liquid.',
      examples: [{ channel: 'sms', body: 'Hi {{ lead.name | default: "there" }}' }],
    },
    then: {
      description: 'For a branch: the steps if its condition is true.',
      examples: [[{ id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } }]],
    },
    else: { description: 'For a branch: the steps if it is false.', examples: [[]] },
  },
});

const steps = Type.Array(step, {
  description: `What is done, in order: 1 to ${MAX_STEPS} steps, those in branches included.`,
  examples: [[{ id: 'pause', do: 'wait', with: { duration: 'PT5M' } }]],
});

const concurrency = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1_000,
  description:
    'How many runs of it may be at work at the same time; those that wait do not count. Null: as many as there are.',
  examples: [null],
});

export const CreatePlaybookBody = Type.Object(
  {
    name,
    description: Type.Optional(nullable(description)),
    enabled: Type.Optional(
      Type.Boolean({ ...enabled, description: `${enabled.description} Default false.` }),
    ),
    trigger,
    stop_on: Type.Optional(stopOn),
    steps,
    concurrency: Type.Optional(concurrency),
  },
  {
    additionalProperties: false,
    title: 'CreatePlaybook',
    description: 'A playbook needs a `name`, a `trigger` and `steps`.',
  },
);

const versionNumber = {
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'Counts from 1, up with every change of what it does.',
  examples: [1],
};

export const UpdatePlaybookBody = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(nullable(description)),
    enabled: Type.Optional(Type.Boolean(enabled)),
    archived: Type.Optional(archived),
    version: Type.Optional(
      Type.Integer({
        ...versionNumber,
        description:
          'The version that you have read. If somebody has changed it since, the change is refused as `playbook_changed`.',
      }),
    ),
    trigger: Type.Optional(trigger),
    stop_on: Type.Optional(stopOn),
    steps: Type.Optional(steps),
    concurrency: Type.Optional(concurrency),
  },
  {
    additionalProperties: false,
    title: 'UpdatePlaybook',
    description: 'What is to change; what is left out stays.',
  },
);

const definitionFields = { trigger, stop_on: stopOn, steps, concurrency };

const stateFields = {
  playbook_id: id('playbook', 'Id of the playbook.'),
  key: nullable({
    description: 'Which of the ready ones it is; null for one of your own.',
    examples: ['speed_to_lead'],
  }),
  name,
  description: nullable(description),
  enabled: Type.Boolean(enabled),
  archived_at: nullableTime('When it was put away; null unless it was.'),
  version: Type.Integer(versionNumber),
  ...definitionFields,
  created_at: createdAt,
  updated_at: updatedAt,
};

/** What an event tells of it: how many runs there are at that moment is none of its state. */
export const PlaybookState = Type.Object(stateFields, {
  additionalProperties: false,
  title: 'PlaybookState',
  description: 'A playbook as it was made or changed.',
});
export type PlaybookState = Static<typeof PlaybookState>;

const runs = Type.Integer({
  minimum: 0,
  description: 'Runs of it that have not ended.',
  examples: [0],
});

export const Playbook = Type.Object(
  {
    ...stateFields,
    in_flight: Type.Integer({
      minimum: 0,
      description:
        'How many runs have not ended, of all versions. Each goes on by the version it began with.',
      examples: [0],
    }),
    in_flight_by_version: Type.Array(
      Type.Object(
        { version: Type.Integer(versionNumber), runs },
        { additionalProperties: false, description: 'A version that runs are pinned to.' },
      ),
      {
        description: 'The same by version, the newest first; only those that have any.',
        examples: [[{ version: 1, runs: 3 }]],
      },
    ),
  },
  {
    additionalProperties: false,
    title: 'Playbook',
    description: 'Something the service does by itself: begun by an event, step by step.',
  },
);
export type Playbook = Static<typeof Playbook>;

export const PlaybookVersion = Type.Object(
  {
    playbook_id: id('playbook', 'Id of the playbook.'),
    version: Type.Integer(versionNumber),
    ...definitionFields,
    created_by: Type.Object(
      {
        type: Type.Unsafe<'user' | 'token' | 'system'>({
          type: 'string',
          enum: ['user', 'token', 'system'],
          description: 'What kind of actor it was.',
          examples: ['user'],
        }),
        id: nullable({ description: 'Its id, where it has one.', examples: [null] }),
        name: Type.String({ description: 'Its name.', examples: ['Rosa Delgado'] }),
      },
      { additionalProperties: false, description: 'Who made this version.' },
    ),
    created_at: createdAt,
  },
  {
    additionalProperties: false,
    title: 'PlaybookVersion',
    description: 'What a playbook did at one time. A version never changes.',
  },
);
export type PlaybookVersion = Static<typeof PlaybookVersion>;

/** The fields of a resource that are the definition's. */
export function shownDefinition({ trigger, stop_on, steps, concurrency }: Definition) {
  return { trigger, stop_on, steps, concurrency: concurrency ?? null };
}
