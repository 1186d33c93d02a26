import Type, { type Static, type TObject } from 'typebox';
import { requiredText } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { DEFAULT_ONCE_PER, type Definition } from './definition.ts';
import {
  concurrency,
  definitionFields,
  oncePer,
  steps,
  stopOn,
  trigger,
} from './definition-schemas.ts';

const name = requiredText('name', 'Name of the playbook.', 'Speed to lead');
const description = {
  maxLength: 2_000,
  description: 'What the playbook is for, in one sentence.',
  examples: ['Texts a new lead immediately and creates a call if there is no reply.'],
};
const enabled = {
  description:
    'Whether events start runs of the playbook. You can run it by request whether or not it is enabled.',
  examples: [false],
};
const archived = Type.Boolean({
  description:
    'Whether the playbook is archived: disabled and hidden from the list. Nothing is deleted, and active runs continue until they end.',
  examples: [false],
});

/** The definition of a new playbook. */
export const definitionInput = {
  trigger,
  stop_on: Type.Optional(stopOn),
  steps,
  concurrency: Type.Optional(concurrency),
  once_per: Type.Optional(oncePer),
};
type DefinitionInput = Static<TObject<typeof definitionInput>>;

export const CreatePlaybookBody = field.closedObject(
  'CreatePlaybook',
  'A playbook needs a `name`, a `trigger` and `steps`.',
  {
    name,
    description: Type.Optional(field.nullable(description)),
    enabled: Type.Optional(
      Type.Boolean({ ...enabled, description: `${enabled.description} Default false.` }),
    ),
    ...definitionInput,
  },
  {
    example: {
      name: 'Speed to lead',
      trigger: { event: 'lead.qualified', when: "data.source == 'web_form'" },
      stop_on: ['communication.received', 'appointment.booked'],
      steps: [
        {
          id: 'text',
          do: 'send_message',
          with: {
            channel: 'sms',
            body: 'Hi {{ lead.name | default: "there" }}, we will call you in a few minutes.',
          },
        },
        { id: 'pause', do: 'wait', with: { duration: 'PT5M' } },
        { id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } },
      ],
    },
  },
);

const versionNumber = {
  minimum: 1,
  maximum: 2_147_483_647,
  description:
    'Version of the playbook. It starts at 1 and increases with every change of the definition.',
  examples: [1],
};

export const UpdatePlaybookBody = field.closedObject(
  'UpdatePlaybook',
  'The fields to change; omitted fields stay unchanged.',
  {
    name: Type.Optional(name),
    description: Type.Optional(field.nullable(description)),
    enabled: Type.Optional(Type.Boolean(enabled)),
    archived: Type.Optional(archived),
    version: Type.Optional(
      Type.Integer({
        ...versionNumber,
        description:
          'Version that your change is based on. If the playbook has a newer version, the request fails with `playbook_changed`.',
      }),
    ),
    trigger: Type.Optional(trigger),
    stop_on: Type.Optional(stopOn),
    steps: Type.Optional(steps),
    concurrency: Type.Optional(concurrency),
    once_per: Type.Optional(oncePer),
  },
  { example: { enabled: true } },
);

const stateFields = {
  playbook_id: field.id('playbook', 'Id of the playbook.'),
  key: field.nullable({
    description: 'Key of a ready playbook; null for a playbook that you created.',
    examples: ['speed_to_lead'],
  }),
  name,
  description: field.nullable(description),
  enabled: Type.Boolean(enabled),
  archived_at: field.nullableTime('When the playbook was archived; null unless it is archived.'),
  version: Type.Integer(versionNumber),
  ...definitionFields,
  ...field.timestamps,
};

/** The data of its events. The number of runs is left out, because it is not part of the playbook's state. */
export const PlaybookState = field.closedObject('PlaybookState', 'A playbook.', stateFields);
export type PlaybookState = Static<typeof PlaybookState>;

const runs = Type.Integer({
  minimum: 0,
  description: 'Number of runs of this version that have not ended.',
  examples: [0],
});

export const Playbook = field.closedObject(
  'Playbook',
  'An automation: a trigger and the steps that the service then executes automatically.',
  {
    ...stateFields,
    in_flight: Type.Integer({
      minimum: 0,
      description:
        'Number of runs that have not ended, of all versions. Each run keeps the version that it started with.',
      examples: [0],
    }),
    in_flight_by_version: Type.Array(
      Type.Object(
        { version: Type.Integer(versionNumber), runs },
        {
          additionalProperties: false,
          description: 'One version and the number of its active runs.',
        },
      ),
      {
        description:
          'Number of runs that have not ended per version, newest version first. Versions without such runs are left out.',
        examples: [[{ version: 1, runs: 3 }]],
      },
    ),
  },
);
export type Playbook = Static<typeof Playbook>;

export const PlaybookVersion = field.closedObject(
  'PlaybookVersion',
  'One version of the definition of a playbook. A version never changes.',
  {
    playbook_id: field.id('playbook', 'Id of the playbook.'),
    version: Type.Integer(versionNumber),
    ...definitionFields,
    created_by: Type.Object(
      {
        type: Type.Unsafe<'user' | 'token' | 'system'>({
          type: 'string',
          enum: ['user', 'token', 'system'],
          description: 'Type of actor.',
          examples: ['user'],
        }),
        id: field.nullable({
          description: 'Id of the actor; null for the service itself.',
          examples: [null],
        }),
        name: Type.String({ description: 'Name of the actor.', examples: ['Rosa Delgado'] }),
      },
      { additionalProperties: false, description: 'Who created this version.' },
    ),
    created_at: field.createdAt,
  },
);
export type PlaybookVersion = Static<typeof PlaybookVersion>;

/** The definition in the body of a request. */
export function toDefinition(body: DefinitionInput): Definition {
  return {
    trigger: body.trigger,
    stop_on: body.stop_on ?? [],
    steps: body.steps,
    ...(body.concurrency != null && { concurrency: body.concurrency }),
    once_per: body.once_per ?? DEFAULT_ONCE_PER,
  };
}

/** The definition as fields of a resource. */
export function toDefinitionFields(definition: Definition) {
  const { trigger, stop_on, steps, concurrency = null, once_per = DEFAULT_ONCE_PER } = definition;
  return { trigger, stop_on, steps, concurrency, once_per };
}
