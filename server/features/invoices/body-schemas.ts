import Type, { type Static } from 'typebox';
import { doneAt } from '../../domain/done-at.ts';
import { idField } from '../../domain/id-field.ts';
import { MAX_AMOUNT } from '../../domain/money.ts';
import { idInput } from '../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject, nullable } from '../../platform/http/fields.ts';
import { propertyInput } from '../properties/index.ts';
import {
  currency,
  description,
  dueOn,
  method,
  notes,
  paymentNote,
  quantity,
  reason,
  reference,
  taxRate,
  unitAmount,
} from './field-options.ts';
import type { Method } from './invoice.ts';

/** Request bodies of the operations on invoices. */

const MAX_LINES = 500;
/** Typed on a phone. */
const MAX_LINES_ON_SITE = 50;

const LineBody = closedObject('InvoiceLineBody', 'A line of an invoice: an item or a discount.', {
  description: Type.String(description),
  quantity: Type.Number(quantity),
  unit_amount: Type.Integer(unitAmount),
  tax_rate: Type.Optional(
    Type.Number({
      ...taxRate,
      description: `${taxRate.description} Default: that of the property, or 0.`,
    }),
  ),
});
export type LineBody = Static<typeof LineBody>;

const linesUpTo = (maxItems: number) =>
  Type.Array(LineBody, {
    minItems: 1,
    maxItems,
    description: `Lines of the invoice, in order: at most ${maxItems}. Their total must not be negative.`,
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
const lines = linesUpTo(MAX_LINES);

export const CreateInvoiceBody = closedObject(
  'CreateInvoice',
  'The invoice to create.',
  {
    job_id: idField('job', 'Id of the job to invoice.'),
    property_id: propertyInput,
    currency: Type.Optional(
      Type.String({
        ...currency,
        description: `${currency.description} Default: that of the job’s contract, or else of the organization.`,
      }),
    ),
    due_on: Type.Optional(
      Type.String({
        ...dueOn,
        description: `${dueOn.description} Default: 30 days from today, in the organization’s time zone.`,
      }),
    ),
    lines,
    subtract_deposit: Type.Optional(
      Type.Boolean({
        description:
          'Whether a line subtracts the deposit that was invoiced when the estimate was accepted. Default true.',
        examples: [true],
      }),
    ),
    notes: Type.Optional(nullable({ ...notes, examples: ['Thank you.'] })),
  },
  {
    example: {
      job_id: 'job_01h455vb4pex5vsknk084sn02q',
      currency: 'USD',
      due_on: '2027-03-31',
      lines: [
        {
          description: 'Water heater, 50 gallons',
          quantity: 1,
          unit_amount: 120_000,
          tax_rate: 8.25,
        },
        { description: 'Installation, per hour', quantity: 4, unit_amount: 11_500 },
      ],
    },
  },
);

export const UpdateInvoiceBody = closedObject(
  'UpdateInvoice',
  'The fields of a draft to change. `lines` replaces all lines; fields that you leave out stay unchanged.',
  {
    property_id: propertyInput,
    due_on: Type.Optional(Type.String(dueOn)),
    lines: Type.Optional(lines),
    notes: Type.Optional(nullable({ ...notes, examples: ['Thank you.'] })),
  },
  { example: { due_on: '2027-03-31', notes: 'Thank you.' } },
);

export const VoidInvoiceBody = closedObject(
  'VoidInvoice',
  'The reason for voiding the invoice.',
  {
    reason: Type.String({
      ...reason,
      description: 'Why the invoice is voided.',
      examples: ['Created twice.'],
    }),
  },
  { example: { reason: 'Created twice.' } },
);

const paymentAmount = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MAX_AMOUNT, description, examples: [5_000] });

export const RecordPaymentBody = closedObject(
  'RecordPayment',
  'The payment to record.',
  {
    amount: paymentAmount(
      'Amount of the payment in minor units of the currency, such as cents; at most the balance.',
    ),
    method: Type.Unsafe<Method>(method),
    reference: Type.Optional(nullable({ ...reference, examples: ['ch_3PqV'] })),
    note: Type.Optional(nullable({ ...paymentNote, examples: ['Paid by the tenant.'] })),
    paid_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the payment was received. Default: now.',
        examples: ['2027-02-26T16:00:00-08:00'],
      }),
    ),
  },
  { example: { amount: 50_000, method: 'card', reference: 'ch_3PqV' } },
);

export const CollectPaymentBody = closedObject(
  'CollectPayment',
  'The payment that was taken, and what it is for if the job has no open invoice.',
  {
    amount: paymentAmount('Amount that was taken, in minor units; at most what is owed.'),
    method: Type.Unsafe<Method>(method),
    currency: Type.Optional(
      Type.String({
        ...currency,
        description:
          'Currency that was taken: that of the invoice or contract, which is the default.',
      }),
    ),
    lines: Type.Optional(linesUpTo(MAX_LINES_ON_SITE)),
    invoice_id: idInput('invoice', 'Id of the invoice, if the job has several open ones.'),
    reference: Type.Optional(nullable({ ...reference, examples: ['1042'] })),
    note: Type.Optional(nullable({ ...paymentNote, examples: ['Paid by the tenant.'] })),
    at: doneAt('taken'),
  },
  {
    example: {
      amount: 12_900,
      method: 'check',
      reference: '1042',
      currency: 'USD',
      lines: [{ description: 'Drain cleaning', quantity: 1, unit_amount: 12_900 }],
    },
  },
);
export type CollectPaymentBody = Static<typeof CollectPaymentBody>;

export const RecordRefundBody = closedObject(
  'RecordRefund',
  'The refund to record.',
  {
    amount: paymentAmount(
      'Amount of the refund in minor units of the currency, such as cents; at most the amount paid.',
    ),
    reason: Type.String({
      ...reason,
      description: 'Why the payment is refunded.',
      examples: ['The part was under warranty.'],
    }),
    payment_id: Type.Optional(
      nullable({
        maxLength: TEXT_LIMITS.id,
        description:
          'Id of the payment to refund. The amount can then be at most what is left of this payment.',
        examples: [null],
      }),
    ),
  },
  { example: { amount: 5_000, reason: 'The part was under warranty.' } },
);
