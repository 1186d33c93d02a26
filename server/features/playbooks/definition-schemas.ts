import Type from 'typebox';
import { MAX_CONDITION_LENGTH } from './conditions.ts';
import { MAX_STEPS, ONCE_PER, type OncePer, type Trigger } from './definition.ts';
import { STEPS, type Step } from './steps/index.ts';

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

/** `x-variants` is documentation only; `validate.ts` checks steps. A schema would report one wrong step as twelve errors. */
const step = Type.Unsafe<Step>({
  type: 'object',
  title: 'PlaybookStep',
  additionalProperties: true,
  description: 'One step of a playbook. /docs/guides/playbooks describes each type of step.',
  'x-variants': { property: 'do', schemas: STEPS.map((kind) => kind.document) },
});

export const steps = Type.Array(step, {
  maxItems: MAX_STEPS,
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

export const oncePer = Type.Unsafe<OncePer>({
  type: 'string',
  enum: [...ONCE_PER],
  description:
    'While a run is active, an event starts no other run for the same `person` (all requests of the customer, merged leads and certain duplicates included) or for the same `lifecycle`. With `event`, every event starts a run. The default is `person`. Runs that you request always start.',
  examples: ['person'],
});

export const definitionFields = {
  trigger,
  stop_on: stopOn,
  steps,
  concurrency,
  once_per: oncePer,
};
