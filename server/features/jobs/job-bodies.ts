import Type, { type Static } from 'typebox';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import { closedObject, NOT_BLANK, nullable } from '../../platform/http/fields.ts';
import { ContractBody } from './contract-schemas.ts';
import { assignedTo, itemTitle, service, title, warrantyMonths } from './fields.ts';

/** What is sent to create a job, to change it, and to take its steps. */

export const DEFAULT_WARRANTY_MONTHS = 12;

export const CreateJobBody = closedObject('CreateJob', 'What was sold, and to whom.', {
  customer_id: Type.Optional(
    Type.String(
      textField('id', 'Id of the customer it was sold to.', 'customer_01h455vb4pex5vsknk084sn02q'),
    ),
  ),
  lead_id: Type.Optional(
    Type.String(
      textField(
        'id',
        'Id of a qualified lead instead: it is converted on the way.',
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
});
export type CreateJobBody = Static<typeof CreateJobBody>;

export const UpdateJobBody = closedObject(
  'UpdateJob',
  'What is to change; null empties a field, what is left out stays.',
  {
    title: Type.Optional(Type.String({ ...title, pattern: NOT_BLANK })),
    service: Type.Optional(nullable(service)),
    contract: Type.Optional(ContractBody),
    warranty_months: Type.Optional(Type.Integer(warrantyMonths)),
    assigned_to: Type.Optional(nullable(assignedTo)),
  },
);

const reason = (of: string, example: string) =>
  Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.reason,
      description: `Why it is ${of}.`,
      examples: [example],
    }),
  );

export const PauseJobBody = closedObject('PauseJob', 'Why it is put on hold.', {
  reason: reason('put on hold', 'Waiting for parts'),
});

export const CompleteJobBody = closedObject(
  'CompleteJob',
  'What becomes of the appointments that are still to come.',
  {
    cancel_appointments: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the appointments that are still to come are canceled. Default: they stay.',
        examples: [true],
      }),
    ),
  },
);

export const CancelJobBody = closedObject('CancelJob', 'Why it is canceled.', {
  reason: reason('canceled', 'The customer sold the house'),
});

export const CreateChecklistItemBody = closedObject(
  'CreateChecklistItem',
  'Something to be done.',
  {
    title: Type.String({ maxLength: TEXT_LIMITS.title, pattern: NOT_BLANK, ...itemTitle }),
  },
);
