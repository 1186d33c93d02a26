import Type from 'typebox';
import { MAX_CONDITION_LENGTH } from './conditions.ts';
import { MAX_STEPS, type Trigger } from './definition.ts';
import { STEP_NAMES, type Step } from './steps/index.ts';

/** The fields of a playbook that make up its definition: changing one of them creates a new version. */

/** The schema allows all fields; `validate.ts` checks that the trigger is either an event or manual. */
export const trigger = Type.Unsafe<Trigger>(
  Type.Object(
    {
      event: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Event type that starts a run.',
          examples: ['lead.qualified'],
        }),
      ),
      when: Type.Optional(
        Type.String({
          maxLength: MAX_CONDITION_LENGTH,
          description:
            'CEL condition on the event. Without a condition, every event of this type starts a run.',
          examples: ["data.source == 'web_form'"],
        }),
      ),
      manual: Type.Optional(
        Type.Unsafe<true>({
          type: 'boolean',
          enum: [true],
          description:
            'Instead of `event`: no event starts the playbook; it runs only when a user or another system requests it.',
          examples: [true],
        }),
      ),
    },
    {
      additionalProperties: false,
      title: 'PlaybookTrigger',
      description: 'What starts a run: an event, or a request (`{ "manual": true }`).',
      examples: [{ event: 'lead.qualified', when: "data.source == 'web_form'" }],
    },
  ),
);

export const stopOn = Type.Array(
  Type.String({
    maxLength: 100,
    description: 'Event type, or `communication.*` for all events of a resource.',
    examples: ['communication.received'],
  }),
  {
    maxItems: 50,
    description:
      'Event types of the same lifecycle that stop a run, such as a reply. Events that the run itself causes never stop it.',
    examples: [['communication.received', 'appointment.booked']],
  },
);

/** Documentation only; `validate.ts` checks steps. A schema would report one wrong step as twelve errors. */
const step = Type.Unsafe<Step>({
  type: 'object',
  title: 'PlaybookStep',
  additionalProperties: true,
  description: 'One step of a playbook. /docs/guides/playbooks describes each type of step.',
  properties: {
    id: {
      description:
        'Id of the step, unique in the playbook: a letter, then letters, digits and underscores.',
      examples: ['text'],
    },
    do: {
      description: `What the step does: ${STEP_NAMES.map((kind) => `\`${kind}\``).join(', ')}.`,
      examples: ['send_message'],
    },
    when: {
      description:
        'CEL condition. If it is false, the step is skipped. A branch must have a condition; if it is false, the run continues with `else`.',
      examples: ['lead.first_contacted_at == null'],
    },
    with: {
      description: 'Options of the step; the fields depend on `do`. Texts are Liquid templates.',
      examples: [{ channel: 'sms', body: 'Hi {{ lead.name | default: "there" }}' }],
    },
    then: {
      description: 'Steps of a branch if its condition is true.',
      examples: [[{ id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } }]],
    },
    else: { description: 'Steps of a branch if its condition is false.', examples: [[]] },
  },
});

export const steps = Type.Array(step, {
  description: `Steps of the playbook, in order: 1 to ${MAX_STEPS} steps, including those in branches.`,
  examples: [[{ id: 'pause', do: 'wait', with: { duration: 'PT5M' } }]],
});

export const concurrency = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1_000,
  description:
    'Maximum number of runs of this playbook that execute at the same time; waiting runs do not count. Null means no limit.',
  examples: [null],
});

export const definitionFields = { trigger, stop_on: stopOn, steps, concurrency };
