import Type, { type Static } from 'typebox';
import { CURRENCY_FORM } from '../../domain/currencies.ts';
import {
  createdAt,
  id,
  lifecycleNumber,
  NOT_BLANK,
  nullable,
  nullableTime,
  time,
  updatedAt,
} from '../../platform/http/fields.ts';
import { METHODS, type Method, STATUSES, type Status } from './invoice.ts';
import { GREATEST_AMOUNT } from './money.ts';

const MOST_LINES = 500;
const description = {
  minLength: 1,
  maxLength: 500,
  pattern: NOT_BLANK,
  description: 'What it is for.',
  examples: ['Water heater, 50 gallons'],
};
const quantity = {
  minimum: 0.001,
  maximum: 1_000_000,
  description: 'How many, with at most 3 decimals.',
  examples: [1.5],
};
const unitAmount = {
  minimum: -GREATEST_AMOUNT,
  maximum: GREATEST_AMOUNT,
  description: 'Price of one, in minor units; negative for a discount.',
  examples: [12_900],
};
const taxRate = {
  minimum: 0,
  maximum: 100,
  description: 'Tax on top, in percent, with at most 4 decimals.',
  examples: [8.25],
};
const currency = {
  pattern: CURRENCY_FORM,
  maxLength: 3,
  description: 'Currency of all amounts, as ISO 4217 has it.',
  examples: ['USD'],
};
const dueOn = {
  format: 'date',
  description: 'The day it is to be paid by.',
  examples: ['2027-03-31'],
};
const notes = { maxLength: 10_000, description: 'Free text for the customer.' };
const reason = {
  minLength: 1,
  maxLength: 500,
  pattern: NOT_BLANK,
  description: 'Why.',
};
const reference = {
  maxLength: 200,
  description: 'What it is known by elsewhere: the number of a check, of a transfer, of a charge.',
};
const method = {
  type: 'string',
  enum: [...METHODS],
  description: 'How it was paid.',
  examples: ['card'],
};
const money = (description: string, example: number) =>
  Type.Integer({ description: `${description}, in minor units.`, examples: [example] });

const LineBody = Type.Object(
  {
    description: Type.String(description),
    quantity: Type.Number(quantity),
    unit_amount: Type.Integer(unitAmount),
    tax_rate: Type.Optional(
      Type.Number({ ...taxRate, description: `${taxRate.description} Default 0.` }),
    ),
  },
  {
    additionalProperties: false,
    title: 'InvoiceLineBody',
    description: 'Something to be paid for, or taken off.',
  },
);
export type LineBody = Static<typeof LineBody>;

const lines = Type.Array(LineBody, {
  minItems: 1,
  maxItems: MOST_LINES,
  description: `What is to be paid for, in order: at most ${MOST_LINES} lines, together not below 0.`,
  examples: [
    [
      {
        description: 'Water heater, 50 gallons',
        quantity: 1,
        unit_amount: 120_000,
        tax_rate: 8.25,
      },
    ],
  ],
});

export const CreateInvoiceBody = Type.Object(
  {
    job_id: Type.String({
      maxLength: 100,
      description: 'Id of the job it is for.',
      examples: ['job_01h455vb4pex5vsknk084sn02q'],
    }),
    currency: Type.Optional(
      Type.String({
        ...currency,
        description: `${currency.description} Default: that of the job’s contract.`,
      }),
    ),
    due_on: Type.Optional(
      Type.String({
        ...dueOn,
        description: `${dueOn.description} Default: 30 days from today, where the organization is.`,
      }),
    ),
    lines,
    notes: Type.Optional(nullable({ ...notes, examples: ['Thank you.'] })),
  },
  {
    additionalProperties: false,
    title: 'CreateInvoice',
    description: 'A new invoice, as a draft.',
  },
);

export const UpdateInvoiceBody = Type.Object(
  {
    due_on: Type.Optional(Type.String(dueOn)),
    lines: Type.Optional(lines),
    notes: Type.Optional(nullable({ ...notes, examples: ['Thank you.'] })),
  },
  {
    additionalProperties: false,
    title: 'UpdateInvoice',
    description:
      'What is to change in a draft; `lines` replace all before, what is left out stays.',
  },
);

export const VoidInvoiceBody = Type.Object(
  { reason: Type.String({ ...reason, examples: ['Written twice.'] }) },
  {
    additionalProperties: false,
    title: 'VoidInvoice',
    description: 'Why the invoice is not to be paid.',
  },
);

const paidAmount = (description: string) =>
  Type.Integer({ minimum: 1, maximum: GREATEST_AMOUNT, description, examples: [5_000] });

export const RecordPaymentBody = Type.Object(
  {
    amount: paidAmount('How much came in, in minor units: at most the balance.'),
    method: Type.Unsafe<Method>(method),
    reference: Type.Optional(nullable({ ...reference, examples: ['ch_3PqV'] })),
    paid_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it came in, if that was before now.',
        examples: ['2027-02-26T16:00:00-05:00'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RecordPayment',
    description: 'Money that came in.',
  },
);

export const RefundInvoiceBody = Type.Object(
  {
    amount: paidAmount('How much went back, in minor units: at most what was paid.'),
    reason: Type.String({ ...reason, examples: ['The part was under warranty.'] }),
    payment_id: Type.Optional(
      nullable({
        maxLength: 100,
        description: 'Id of the payment that is given back, at most as much as is left of it.',
        examples: [null],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RefundInvoice',
    description: 'Money that went back.',
  },
);

export const InvoiceLine = Type.Object(
  {
    description: Type.String(description),
    quantity: Type.Number(quantity),
    unit_amount: Type.Integer(unitAmount),
    tax_rate: Type.Number(taxRate),
    amount: money('Quantity times price, rounded', 120_000),
    tax: money('Tax on the amount, rounded', 9_900),
  },
  {
    additionalProperties: false,
    title: 'InvoiceLine',
    description: 'A line of an invoice.',
  },
);
export type InvoiceLine = Static<typeof InvoiceLine>;

export const Payment = Type.Object(
  {
    payment_id: id('payment', 'Id of the payment or refund.'),
    amount: money('How much came in; negative for what went back', 5_000),
    method: Type.Unsafe<Method | null>({
      ...method,
      type: ['string', 'null'],
      enum: [...METHODS, null],
      description: 'How it was paid; null for a refund.',
    }),
    reference: nullable({ ...reference, examples: ['ch_3PqV'] }),
    reason: nullable({ description: 'Why it went back; null for a payment.', examples: [null] }),
    refund_of: nullable({
      description: 'Id of the payment that a refund gives back, if it was said which.',
      examples: [null],
    }),
    paid_at: time('When the money came in or went back.'),
    created_at: createdAt,
  },
  {
    additionalProperties: false,
    title: 'Payment',
    description: 'Money that came in, or that went back. It is never changed or deleted.',
  },
);
export type Payment = Static<typeof Payment>;

const invoiceFields = {
  invoice_id: id('invoice', 'Id of the invoice.'),
  number: Type.String({
    description: 'Its number: counted by organization, in order, without a gap.',
    examples: ['INV-000001'],
  }),
  lifecycle_number: lifecycleNumber,
  job_id: id('job', 'Id of the job it is for.'),
  customer_id: id('customer', 'Id of the customer who pays it.'),
  status: Type.Unsafe<Status>({
    type: 'string',
    enum: [...STATUSES],
    description: 'Where it stands.',
    examples: ['sent'],
  }),
  currency: Type.String(currency),
  due_on: Type.String(dueOn),
  is_overdue: Type.Boolean({
    description: 'Whether something is owed and the day it was due is over, where the company is.',
    examples: [false],
  }),
  lines: Type.Array(InvoiceLine, { description: 'What is to be paid for, in order.' }),
  subtotal: money('The amounts of all lines together', 120_000),
  tax: money('The taxes of all lines together', 9_900),
  total: money('Subtotal and tax', 129_900),
  paid: money('What came in, less what went back', 5_000),
  balance: money('What is left of the total', 124_900),
  notes: nullable({ ...notes, examples: [null] }),
  sent_at: nullableTime('When it was sent.'),
  paid_at: nullableTime(
    'When the last of the money that settled it came in; null again once something went back.',
  ),
  voided_at: nullableTime('When it was voided.'),
  void_reason: nullable({ description: 'Why it was voided.', examples: [null] }),
  created_at: createdAt,
  updated_at: updatedAt,
};

export const Invoice = Type.Object(invoiceFields, {
  additionalProperties: false,
  title: 'Invoice',
  description: 'What a customer owes for a job.',
});
export type Invoice = Static<typeof Invoice>;

export const InvoiceWithPayments = Type.Object(
  {
    ...invoiceFields,
    payments: Type.Array(Payment, { description: 'Payments and refunds, oldest first.' }),
  },
  {
    additionalProperties: false,
    title: 'InvoiceWithPayments',
    description: 'An invoice with all that was paid and refunded.',
  },
);

export const InvoiceWithPayment = Type.Object(
  { ...invoiceFields, payment: Payment },
  {
    additionalProperties: false,
    title: 'InvoiceWithPayment',
    description: 'An invoice, and the payment or refund that changed it.',
  },
);
