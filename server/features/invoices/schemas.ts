import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';
import {
  currency,
  description,
  dueOn,
  method,
  notes,
  quantity,
  reference,
  taxRate,
  unitAmount,
} from './field-options.ts';
import { METHODS, type Method, STATUSES, type Status } from './invoice.ts';

/** What an invoice and its payments look like. */

const money = (description: string, example: number) =>
  Type.Integer({ description: `${description}, in minor units.`, examples: [example] });

export const InvoiceLine = field.closedObject('InvoiceLine', 'A line of an invoice.', {
  description: Type.String(description),
  quantity: Type.Number(quantity),
  unit_amount: Type.Integer(unitAmount),
  tax_rate: Type.Number(taxRate),
  amount: money('Quantity times price, rounded', 120_000),
  tax: money('Tax on the amount, rounded', 9_900),
});
export type InvoiceLine = Static<typeof InvoiceLine>;

export const Payment = field.closedObject(
  'Payment',
  'Money that came in, or that went back. It is never changed or deleted.',
  {
    payment_id: field.id('payment', 'Id of the payment or refund.'),
    amount: money('How much came in; negative for what went back', 5_000),
    method: Type.Unsafe<Method | null>({
      ...method,
      type: ['string', 'null'],
      enum: [...METHODS, null],
      description: 'How it was paid; null for a refund.',
    }),
    reference: field.nullable({ ...reference, examples: ['ch_3PqV'] }),
    reason: field.nullable({
      description: 'Why it went back; null for a payment.',
      examples: [null],
    }),
    refund_of: field.nullable({
      description: 'Id of the payment that a refund gives back, if it was said which.',
      examples: [null],
    }),
    paid_at: field.time('When the money came in or went back.'),
    created_at: field.createdAt,
  },
);
export type Payment = Static<typeof Payment>;

const invoiceFields = {
  invoice_id: field.id('invoice', 'Id of the invoice.'),
  number: Type.String({
    description: 'Its number: counted by organization, in order, without a gap.',
    examples: ['INV-000001'],
  }),
  lifecycle_number: field.lifecycleNumber,
  job_id: field.id('job', 'Id of the job it is for.'),
  customer_id: field.id('customer', 'Id of the customer who pays it.'),
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
  notes: field.nullable({ ...notes, examples: [null] }),
  sent_at: field.nullableTime('When it was sent.'),
  paid_at: field.nullableTime(
    'When the last of the money that settled it came in; null again once something went back.',
  ),
  voided_at: field.nullableTime('When it was voided.'),
  void_reason: field.nullable({ description: 'Why it was voided.', examples: [null] }),
  ...field.timestamps,
};

export const Invoice = field.closedObject(
  'Invoice',
  'What a customer owes for a job.',
  invoiceFields,
);
export type Invoice = Static<typeof Invoice>;

export const InvoiceWithPayments = field.closedObject(
  'InvoiceWithPayments',
  'An invoice with all that was paid and refunded.',
  {
    ...invoiceFields,
    payments: Type.Array(Payment, { description: 'Payments and refunds, oldest first.' }),
  },
);

export const InvoiceWithPayment = field.closedObject(
  'InvoiceWithPayment',
  'An invoice, and the payment or refund that changed it.',
  { ...invoiceFields, payment: Payment },
);
