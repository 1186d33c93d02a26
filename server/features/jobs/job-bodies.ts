import Type, { type Static } from 'typebox';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import { closedObject, NOT_BLANK, nullable } from '../../platform/http/fields.ts';
import { equipmentInput } from '../equipment/index.ts';
import { propertyInput } from '../properties/index.ts';
import { ContractBody } from './contract-schemas.ts';
import { assignedTo, itemTitle, service, title, warrantyMonths } from './fields.ts';

/** Request bodies of the operations on jobs. */

export const DEFAULT_WARRANTY_MONTHS = 12;

export const CreateJobBody = closedObject(
  'CreateJob',
  'The job to create, and its customer or lead.',
  {
    customer_id: Type.Optional(
      Type.String(
        textField(
          'id',
          'Id of the customer. Send either this or `lead_id`.',
          'customer_01h455vb4pex5vsknk084sn02q',
        ),
      ),
    ),
    lead_id: Type.Optional(
      Type.String(
        textField(
          'id',
          'Id of a qualified lead, which is converted to a customer. Send either this or `customer_id`.',
          'lead_01h455vb4pex5vsknk084sn02q',
        ),
      ),
    ),
    title: Type.String({ ...title, pattern: NOT_BLANK }),
    service: Type.Optional(nullable(service)),
    contract: Type.Optional(ContractBody),
    warranty_months: Type.Optional(
      Type.Integer({
        ...warrantyMonths,
        default: DEFAULT_WARRANTY_MONTHS,
        description: `${warrantyMonths.description} Default ${DEFAULT_WARRANTY_MONTHS}.`,
      }),
    ),
    assigned_to: Type.Optional(nullable(assignedTo)),
    property_id: propertyInput,
    equipment_id: equipmentInput,
  },
  {
    oneOf: ['customer_id', 'lead_id'],
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      title: 'Replace the water heater',
      service: 'water_heater_replacement',
      contract: { amount: 245_000, currency: 'USD', terms: 'Half in advance, half on completion.' },
      warranty_months: 12,
    },
  },
);
export type CreateJobBody = Static<typeof CreateJobBody>;

export const UpdateJobBody = closedObject(
  'UpdateJob',
  'The fields to change. Send null to clear a field; fields that you leave out stay unchanged.',
  {
    title: Type.Optional(Type.String({ ...title, pattern: NOT_BLANK })),
    service: Type.Optional(nullable(service)),
    contract: Type.Optional(ContractBody),
    warranty_months: Type.Optional(Type.Integer(warrantyMonths)),
    assigned_to: Type.Optional(nullable(assignedTo)),
    property_id: propertyInput,
    equipment_id: equipmentInput,
  },
  {
    example: {
      title: 'Replace the water heater and the shut-off valve',
      assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
    },
  },
);

const reason = (action: string, example: string) =>
  Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.reason,
      description: `Why the job is ${action}.`,
      examples: [example],
    }),
  );

export const PauseJobBody = closedObject(
  'PauseJob',
  'Why the job is paused.',
  {
    reason: reason('paused', 'Waiting for parts'),
  },
  { example: { reason: 'Waiting for parts' } },
);

export const CompleteJobBody = closedObject(
  'CompleteJob',
  'What to do with the remaining appointments.',
  {
    cancel_appointments: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to cancel the remaining appointments of the job, instead of leaving them booked.',
        examples: [true],
      }),
    ),
  },
  { example: { cancel_appointments: true } },
);

export const CancelJobBody = closedObject(
  'CancelJob',
  'Why the job is canceled.',
  {
    reason: reason('canceled', 'The customer sold the house'),
  },
  { example: { reason: 'The customer sold the house' } },
);

export const CreateChecklistItemBody = closedObject(
  'CreateChecklistItem',
  'The checklist item to add.',
  {
    title: Type.String({ maxLength: TEXT_LIMITS.title, pattern: NOT_BLANK, ...itemTitle }),
  },
  { example: { title: 'Shut off the gas' } },
);
