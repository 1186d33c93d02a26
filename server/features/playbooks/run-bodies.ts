import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { freeObject } from './run-step-schema.ts';

/** What is sent to run a playbook, and to cancel a run. */

const targetId = (name: string) =>
  Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.id,
      description: `The ${name} it is to be about.`,
      examples: [`${name}_01h455vb4pex5vsknk084sn02q`],
    }),
  );

export const RunPlaybookBody = Type.Object(
  {
    lead_id: targetId('lead'),
    customer_id: targetId('customer'),
    job_id: targetId('job'),
    appointment_id: targetId('appointment'),
    invoice_id: targetId('invoice'),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: 30,
        description: 'Or the number of the lifecycle.',
        examples: ['100042-7'],
      }),
    ),
    input: Type.Optional(
      freeObject('What conditions and texts see as `input`; at most 64 KiB.', { offer: 'spring' }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Only tell what would happen: nothing is sent, changed or kept.',
        examples: [false],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RunPlaybook',
    description: 'What the run is to be about.',
    examples: [{ lead_id: 'lead_01h455vb4pex5vsknk084sn02q', input: { offer: 'spring' } }],
  },
);
export type RunPlaybookBody = Static<typeof RunPlaybookBody>;

export const CancelRunBody = closedObject('CancelPlaybookRun', 'Why, if you like.', {
  reason: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.reason,
      description: 'Why.',
      examples: ['They called back.'],
    }),
  ),
});
