import Type, { type Static } from 'typebox';
import { CURRENCY_FORM } from '../../domain/currencies.ts';
import {
  createdAt,
  id,
  lifecycleNumber,
  NOT_BLANK,
  nullable,
  nullableTime,
  updatedAt,
} from '../../platform/http/fields.ts';
import { STATUSES, type Status } from './job.ts';

const title = {
  maxLength: 200,
  description: 'What was sold, in a line.',
  examples: ['Replace the water heater'],
};
const service = {
  maxLength: 64,
  pattern: '^[a-z][a-z0-9_]{0,63}$',
  description: 'The service that was sold, as a code.',
  examples: ['water_heater_replacement'],
};
const warrantyMonths = {
  minimum: 0,
  maximum: 1200,
  description: 'How many months of the calendar the warranty runs; 0 for none.',
  examples: [12],
};
const assignedTo = {
  maxLength: 100,
  description: 'Id of the user who answers for the job.',
  examples: ['user_01h455vb4pex5vsknk084sn02q'],
};

const contractFields = {
  signed_at: Type.Optional(
    nullable({
      format: 'date-time',
      description: 'When it was signed, with the offset from UTC.',
      examples: ['2027-03-01T09:00:00-05:00'],
    }),
  ),
  amount: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 1_000_000_000_000_000,
      description: 'What was agreed on, in minor units of the currency; together with it.',
      examples: [245_000],
    }),
  ),
  currency: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      pattern: CURRENCY_FORM,
      description: 'The currency, by its three letters of ISO 4217.',
      examples: ['USD'],
    }),
  ),
  terms: Type.Optional(
    nullable({
      maxLength: 10_000,
      description: 'What was agreed on besides, kept as sent.',
      examples: ['Half in advance, half on completion.'],
    }),
  ),
};
const contractExample = {
  signed_at: '2027-03-01T09:00:00-05:00',
  amount: 245_000,
  currency: 'USD',
  terms: 'Half in advance, half on completion.',
};

/** A list of types, not a union: the serializer writes it without trying each branch. */
const ContractBody = Type.Unsafe<Static<ReturnType<typeof contractObject>> | null>({
  ...contractObject(),
  type: ['object', 'null'],
});

function contractObject() {
  return Type.Object(contractFields, {
    additionalProperties: false,
    description: 'What was agreed on. It is sent whole: what is left out of it is empty.',
    examples: [contractExample],
  });
}

const Contract = Type.Object(
  {
    signed_at: nullableTime('When it was signed.'),
    amount: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'What was agreed on, in minor units of the currency.',
      examples: [245_000],
    }),
    currency: nullable({ description: 'The currency, by ISO 4217.', examples: ['USD'] }),
    terms: nullable({ description: 'What was agreed on besides.', examples: [null] }),
  },
  {
    additionalProperties: false,
    description: 'What was agreed on; null if nothing was written down.',
    examples: [contractExample],
  },
);
export type Contract = Static<typeof Contract>;

export const CreateJobBody = Type.Object(
  {
    customer_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of the customer it was sold to.',
        examples: ['customer_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    lead_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of a qualified lead instead: it is converted on the way.',
        examples: ['lead_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    title: Type.String({ ...title, pattern: NOT_BLANK }),
    service: Type.Optional(nullable(service)),
    contract: Type.Optional(ContractBody),
    warranty_months: Type.Optional(
      Type.Integer({
        ...warrantyMonths,
        default: 12,
        description: `${warrantyMonths.description} Default 12.`,
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
  Type.Optional(nullable({ maxLength: 500, description: `Why it is ${of}.`, examples: [example] }));

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

const count = (of: string) =>
  Type.Integer({ description: `How many ${of} there are.`, examples: [0] });

export const ChecklistItem = Type.Object(
  {
    item_id: id('item', 'Id of the item.'),
    title: Type.String({ description: 'What is to be done.', examples: ['Shut off the gas'] }),
    checked_at: nullableTime('When it was checked off; null while it is still to be done.'),
    created_at: createdAt,
  },
  {
    additionalProperties: false,
    title: 'ChecklistItem',
    description: 'Something to be done.',
  },
);
export type ChecklistItem = Static<typeof ChecklistItem>;

export const AddChecklistItemBody = Type.Object(
  {
    title: Type.String({
      maxLength: 200,
      pattern: NOT_BLANK,
      description: 'What is to be done.',
      examples: ['Shut off the gas'],
    }),
  },
  { additionalProperties: false, title: 'AddChecklistItem', description: 'Something to be done.' },
);

export const Job = Type.Object(
  {
    job_id: id('job', 'Id of the job.'),
    lifecycle_number: lifecycleNumber,
    customer_id: id('customer', 'Id of the customer it was sold to.'),
    customer_name: nullable({
      description: 'Name of the customer, as it is now.',
      examples: ['Dana Whitfield'],
    }),
    lead_id: id('lead', 'Id of the lead that the customer was.'),
    title: Type.String(title),
    service: nullable(service),
    status: Type.Unsafe<Status>({
      type: 'string',
      enum: [...STATUSES],
      description: 'Where it stands.',
      examples: ['contracted'],
    }),
    contract: Type.Unsafe<Contract | null>({ ...Contract, type: ['object', 'null'] }),
    warranty_months: Type.Integer(warrantyMonths),
    warranty_starts_on: nullable({
      format: 'date',
      description: 'The first day of the warranty; null before it is enrolled.',
      examples: [null],
    }),
    warranty_ends_on: nullable({
      format: 'date',
      description: 'The last day of the warranty, in the organization’s time zone.',
      examples: [null],
    }),
    assigned_to: nullable(assignedTo),
    hold_reason: nullable({ description: 'Why it is on hold.', examples: [null] }),
    cancel_reason: nullable({ description: 'Why it was canceled.', examples: [null] }),
    checklist: Type.Array(ChecklistItem, {
      description: 'What is to be done, in the order in which it was added.',
      examples: [[]],
    }),
    notes_count: count('notes'),
    attachments_count: count('attachments'),
    open_claims_count: count('open warranty claims'),
    scheduled_at: nullableTime('When it was scheduled.'),
    started_at: nullableTime('When the work began.'),
    held_at: nullableTime('Since when it is on hold.'),
    resumed_at: nullableTime('When it last went on after a hold.'),
    completed_at: nullableTime('When the work was done.'),
    enrolled_at: nullableTime('When the warranty was enrolled.'),
    closed_at: nullableTime('When it was closed.'),
    canceled_at: nullableTime('When it was canceled.'),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  {
    additionalProperties: false,
    title: 'Job',
    description: 'A sold job, from the contract to the end of the warranty.',
  },
);
export type Job = Static<typeof Job>;
