import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { freeObject } from './run-step-schema.ts';
import { definitionInput } from './schemas.ts';

/** Request bodies of the run and cancel operations. */

const targetId = (name: string) =>
  Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.id,
      description: `Id of the ${name} the run is about.`,
      examples: [`${name}_01h455vb4pex5vsknk084sn02q`],
    }),
  );

/** What the run is about, and its input. */
const requestFields = {
  lead_id: targetId('lead'),
  customer_id: targetId('customer'),
  job_id: targetId('job'),
  appointment_id: targetId('appointment'),
  invoice_id: targetId('invoice'),
  lifecycle_number: Type.Optional(
    Type.String({
      maxLength: 30,
      description: 'Lifecycle number the run is about, instead of an id.',
      examples: ['100042-7'],
    }),
  ),
  input: Type.Optional(
    freeObject('Values that conditions and texts can use as `input`; at most 64 KiB.', {
      offer: 'spring',
    }),
  ),
};

export const RunPlaybookBody = Type.Object(
  {
    ...requestFields,
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to only show what would happen: nothing is sent, changed or stored.',
        examples: [false],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RunPlaybook',
    description:
      'What the run is about: one id or the lifecycle number. Left out for a manual playbook whose steps need none.',
    examples: [{ lead_id: 'lead_01h455vb4pex5vsknk084sn02q', input: { offer: 'spring' } }],
  },
);
export type RunPlaybookBody = Static<typeof RunPlaybookBody>;

export const DryRunPlaybookBody = closedObject(
  'DryRunPlaybook',
  'The definition of a playbook, and what the run is about: one id or the lifecycle number, or nothing if no step needs it.',
  { ...definitionInput, ...requestFields },
  {
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      trigger: { event: 'lead.qualified' },
      steps: [{ id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } }],
    },
  },
);

export const CancelRunBody = closedObject(
  'CancelPlaybookRun',
  'Why you cancel the run (optional).',
  {
    reason: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.reason,
        description: 'Why you cancel the run.',
        examples: ['They called back.'],
      }),
    ),
  },
  { example: { reason: 'They called back.' } },
);
