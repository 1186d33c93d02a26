import Type, { type Static } from 'typebox';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import { NOT_BLANK, nullable } from '../../platform/http/fields.ts';
import { ContractBody } from './contract-schemas.ts';
import { assignedTo, itemTitle, service, title, warrantyMonths } from './fields.ts';

/** What is sent to create a job, to change it, and to take its steps. */

export const DEFAULT_WARRANTY_MONTHS = 12;

export const CreateJobBody = Type.Object(
  {
    customer_id: Type.Optional(
      Type.String(
        textField(
          'id',
          'Id of the customer it was sold to.',
          'customer_01h455vb4pex5vsknk084sn02q',
        ),
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
  },
  {
    additionalProperties: false,
    title: 'CreateJob',
    description: 'What was sold, and to whom.',
  },
);
export type CreateJobBody = Static<typeof CreateJobBody>;

export const UpdateJobBody = Type.Object(
  {
    title: Type.Optional(Type.String({ ...title, pattern: NOT_BLANK })),
    service: Type.Optional(nullable(service)),
    contract: Type.Optional(ContractBody),
    warranty_months: Type.Optional(Type.Integer(warrantyMonths)),
    assigned_to: Type.Optional(nullable(assignedTo)),
  },
  {
    additionalProperties: false,
    title: 'UpdateJob',
    description: 'What is to change; null empties a field, what is left out stays.',
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

export const HoldJobBody = Type.Object(
  { reason: reason('put on hold', 'Waiting for parts') },
  { additionalProperties: false, title: 'HoldJob', description: 'Why it is put on hold.' },
);

export const CompleteJobBody = Type.Object(
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
  {
    additionalProperties: false,
    title: 'CompleteJob',
    description: 'What becomes of the appointments that are still to come.',
  },
);

export const CancelJobBody = Type.Object(
  { reason: reason('canceled', 'The customer sold the house') },
  { additionalProperties: false, title: 'CancelJob', description: 'Why it is canceled.' },
);

export const AddChecklistItemBody = Type.Object(
  {
    title: Type.String({ maxLength: TEXT_LIMITS.title, pattern: NOT_BLANK, ...itemTitle }),
  },
  { additionalProperties: false, title: 'AddChecklistItem', description: 'Something to be done.' },
);
