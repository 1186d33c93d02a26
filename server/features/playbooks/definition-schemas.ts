import Type from 'typebox';
import { LONGEST_CONDITION } from './conditions.ts';
import { MAX_STEPS, type Trigger } from './definition.ts';
import { STEP_NAMES, type Step } from './steps/index.ts';

/** The fields of a playbook that make up its definition: a change of one makes a new version. */

/** The schema says what may be there; that it is one or the other is checked besides. */
export const trigger = Type.Unsafe<Trigger>(
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
          maxLength: LONGEST_CONDITION,
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

export const stopOn = Type.Array(
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

export const steps = Type.Array(step, {
  description: `What is done, in order: 1 to ${MAX_STEPS} steps, those in branches included.`,
  examples: [[{ id: 'pause', do: 'wait', with: { duration: 'PT5M' } }]],
});

export const concurrency = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1_000,
  description:
    'How many runs of it may be at work at the same time; those that wait do not count. Null: as many as there are.',
  examples: [null],
});

export const definitionFields = { trigger, stop_on: stopOn, steps, concurrency };
