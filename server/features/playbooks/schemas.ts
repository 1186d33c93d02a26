import Type, { type Static } from 'typebox';
import { requiredText } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import type { Definition } from './definition.ts';
import { concurrency, definitionFields, steps, stopOn, trigger } from './definition-schemas.ts';

const name = requiredText('name', 'What you call it.', 'Speed to lead');
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

export const CreatePlaybookBody = field.closedObject(
  'CreatePlaybook',
  'A playbook needs a `name`, a `trigger` and `steps`.',
  {
    name,
    description: Type.Optional(field.nullable(description)),
    enabled: Type.Optional(
      Type.Boolean({ ...enabled, description: `${enabled.description} Default false.` }),
    ),
    trigger,
    stop_on: Type.Optional(stopOn),
    steps,
    concurrency: Type.Optional(concurrency),
  },
);

const versionNumber = {
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'Counts from 1, up with every change of what it does.',
  examples: [1],
};

export const UpdatePlaybookBody = field.closedObject(
  'UpdatePlaybook',
  'What is to change; what is left out stays.',
  {
    name: Type.Optional(name),
    description: Type.Optional(field.nullable(description)),
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
);

const stateFields = {
  playbook_id: field.id('playbook', 'Id of the playbook.'),
  key: field.nullable({
    description: 'Which of the ready ones it is; null for one of your own.',
    examples: ['speed_to_lead'],
  }),
  name,
  description: field.nullable(description),
  enabled: Type.Boolean(enabled),
  archived_at: field.nullableTime('When it was put away; null unless it was.'),
  version: Type.Integer(versionNumber),
  ...definitionFields,
  ...field.timestamps,
};

/** What an event tells of it: how many runs there are at that moment is none of its state. */
export const PlaybookState = field.closedObject(
  'PlaybookState',
  'A playbook as it was made or changed.',
  stateFields,
);
export type PlaybookState = Static<typeof PlaybookState>;

const runs = Type.Integer({
  minimum: 0,
  description: 'Runs of it that have not ended.',
  examples: [0],
});

export const Playbook = field.closedObject(
  'Playbook',
  'Something the service does by itself: begun by an event, step by step.',
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
);
export type Playbook = Static<typeof Playbook>;

export const PlaybookVersion = field.closedObject(
  'PlaybookVersion',
  'What a playbook did at one time. A version never changes.',
  {
    playbook_id: field.id('playbook', 'Id of the playbook.'),
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
        id: field.nullable({ description: 'Its id, where it has one.', examples: [null] }),
        name: Type.String({ description: 'Its name.', examples: ['Rosa Delgado'] }),
      },
      { additionalProperties: false, description: 'Who made this version.' },
    ),
    created_at: field.createdAt,
  },
);
export type PlaybookVersion = Static<typeof PlaybookVersion>;

/** The fields of a resource that are the definition's. */
export function shownDefinition({ trigger, stop_on, steps, concurrency }: Definition) {
  return { trigger, stop_on, steps, concurrency: concurrency ?? null };
}
