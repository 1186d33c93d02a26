import Type, { type Static } from 'typebox';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { propertyShown } from '../properties/index.ts';
import {
  currency,
  description,
  dueOn,
  method,
  notes,
  paymentNote,
  quantity,
  reference,
  taxRate,
  unitAmount,
} from './field-options.ts';
import {
  METHODS,
  type Method,
  PROVIDER_KINDS,
  type ProviderKind,
  STATUSES,
  type Status,
} from './invoice.ts';

const money = (description: string, example: number) =>
  Type.Integer({
    description: `${description}, in minor units of the currency.`,
    examples: [example],
  });

export const InvoiceLine = field.closedObject('InvoiceLine', 'A line of an invoice.', {
  description: Type.String(description),
  quantity: Type.Number(quantity),
  unit_amount: Type.Integer(unitAmount),
  tax_rate: Type.Number(taxRate),
  amount: money('Quantity times price per unit, rounded', 120_000),
  tax: money('Tax on the amount, rounded', 9_900),
});
export type InvoiceLine = Static<typeof InvoiceLine>;

export const providerField = Type.Unsafe<ProviderKind | null>({
  type: ['string', 'null'],
  enum: [...PROVIDER_KINDS, null],
  description: 'Provider that reported it; null if a person recorded it.',
  examples: ['stripe'],
});

export const providerPaymentId = field.nullable({
  description: 'The provider’s own id of it.',
  examples: ['pi_3PqVexample'],
});

export const Payment = field.closedObject(
  'Payment',
  'A payment or a refund. It is never changed or deleted.',
  {
    payment_id: field.id('payment', 'Id of the payment or refund.'),
    amount: money('Amount of the payment; negative for a refund', 5_000),
    method: Type.Unsafe<Method | null>({
      ...method,
      type: ['string', 'null'],
      enum: [...METHODS, null],
      description: 'Payment method; null for a refund.',
    }),
    reference: field.nullable({ ...reference, examples: ['ch_3PqV'] }),
    note: field.nullable({ ...paymentNote, examples: [null] }),
    reason: field.nullable({
      description: 'Reason for the refund; null for a payment.',
      examples: [null],
    }),
    refund_of: field.nullable({
      description:
        'For a refund, id of the refunded payment; null if the refund is not for a single payment.',
      examples: [null],
    }),
    provider: providerField,
    provider_payment_id: providerPaymentId,
    paid_at: field.time('When the payment was received or the refund was recorded.'),
    created_at: field.createdAt,
  },
);
export type Payment = Static<typeof Payment>;

const invoiceFields = {
  invoice_id: field.id('invoice', 'Id of the invoice.'),
  number: Type.String({
    description: 'Number of the invoice. Each organization has its own sequence without gaps.',
    examples: ['INV-000001'],
  }),
  lifecycle_number: field.lifecycleNumber,
  job_id: field.id('job', 'Id of the invoiced job.'),
  customer_id: field.id('customer', 'Id of the customer who pays the invoice.'),
  property_id: propertyShown,
  customer_name: field.nullable({
    description: 'Current name of the customer.',
    examples: ['Dana Whitfield'],
    ...shownWith(CONTACT_SCOPES),
  }),
  job_title: field.nullable({
    description: 'Title of the job.',
    examples: ['Water heater replacement'],
    ...shownWith(['jobs:read']),
  }),
  status: Type.Unsafe<Status>({
    type: 'string',
    enum: [...STATUSES],
    description: 'Status of the invoice.',
    examples: ['sent'],
  }),
  is_deposit: Type.Boolean({
    description:
      'Whether it is the deposit that was invoiced when an estimate was accepted. The invoice for the work subtracts it.',
    examples: [false],
  }),
  currency: Type.String(currency),
  due_on: Type.String(dueOn),
  is_overdue: Type.Boolean({
    description:
      'Whether the invoice is past the due date with a balance, in the organization’s time zone.',
    examples: [false],
  }),
  lines: Type.Array(InvoiceLine, { description: 'Lines of the invoice, in order.' }),
  subtotal: money('Sum of the amounts of all lines', 120_000),
  tax: money('Sum of the taxes of all lines', 9_900),
  total: money('Subtotal plus tax', 129_900),
  paid: money('Payments minus refunds', 5_000),
  balance: money('Total minus paid', 124_900),
  notes: field.nullable({ ...notes, examples: [null] }),
  delivery: Type.Unsafe<'issued' | 'email' | 'sms' | null>({
    type: ['string', 'null'],
    enum: ['issued', 'email', 'sms', null],
    description: 'How it was sent; `issued`: only marked as sent.',
    examples: ['email'],
  }),
  communication_id: field.nullable({
    description: 'Id of its newest message.',
    examples: [null],
  }),
  delivery_reason: field.nullable({
    description: 'Why it was only marked as sent, such as `no_channel` or `opted_out`.',
    examples: [null],
  }),
  sent_at: field.nullableTime('When the invoice was sent.'),
  paid_at: field.nullableTime(
    'When the last payment of a paid invoice was received; null while there is a balance.',
  ),
  voided_at: field.nullableTime('When the invoice was voided.'),
  void_reason: field.nullable({ description: 'Why the invoice was voided.', examples: [null] }),
  ...field.timestamps,
};

export const Invoice = field.closedObject('Invoice', 'An invoice for a job.', invoiceFields);
export type Invoice = Static<typeof Invoice>;

export const InvoiceWithPayments = field.closedObject(
  'InvoiceWithPayments',
  'An invoice with its payments and refunds.',
  {
    ...invoiceFields,
    payments: Type.Array(Payment, { description: 'Payments and refunds, oldest first.' }),
  },
);

export const CollectedPayment = field.closedObject(
  'CollectedPayment',
  'A payment that was taken on site, and the invoice that it is for.',
  {
    invoice: InvoiceWithPayments,
    payment: Payment,
    balance: money('What is still owed on the invoice', 0),
  },
);

export const InvoiceWithPayment = field.closedObject(
  'InvoiceWithPayment',
  'An invoice, and the payment or refund that changed it.',
  { ...invoiceFields, payment: Payment },
);
