import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject, nullable } from '../../platform/http/fields.ts';
import {
  currency,
  description,
  dueOn,
  method,
  notes,
  quantity,
  reason,
  reference,
  taxRate,
  unitAmount,
} from './field-options.ts';
import type { Method } from './invoice.ts';
import { GREATEST_AMOUNT } from './money.ts';

/** What is sent to write, change, settle and void an invoice. */

const MAX_LINES = 500;

const LineBody = closedObject('InvoiceLineBody', 'Something to be paid for, or taken off.', {
  description: Type.String(description),
  quantity: Type.Number(quantity),
  unit_amount: Type.Integer(unitAmount),
  tax_rate: Type.Optional(
    Type.Number({ ...taxRate, description: `${taxRate.description} Default 0.` }),
  ),
});
export type LineBody = Static<typeof LineBody>;

const lines = Type.Array(LineBody, {
  minItems: 1,
  maxItems: MAX_LINES,
  description: `What is to be paid for, in order: at most ${MAX_LINES} lines, together not below 0.`,
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

export const CreateInvoiceBody = closedObject('CreateInvoice', 'A new invoice, as a draft.', {
  job_id: idField('job', 'Id of the job it is for.'),
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
});

export const UpdateInvoiceBody = closedObject(
  'UpdateInvoice',
  'What is to change in a draft; `lines` replace all before, what is left out stays.',
  {
    due_on: Type.Optional(Type.String(dueOn)),
    lines: Type.Optional(lines),
    notes: Type.Optional(nullable({ ...notes, examples: ['Thank you.'] })),
  },
);

export const VoidInvoiceBody = closedObject('VoidInvoice', 'Why the invoice is not to be paid.', {
  reason: Type.String({ ...reason, examples: ['Written twice.'] }),
});

const paidAmount = (description: string) =>
  Type.Integer({ minimum: 1, maximum: GREATEST_AMOUNT, description, examples: [5_000] });

export const RecordPaymentBody = closedObject('RecordPayment', 'Money that came in.', {
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
});

export const RecordRefundBody = closedObject('RecordRefund', 'Money that went back.', {
  amount: paidAmount('How much went back, in minor units: at most what was paid.'),
  reason: Type.String({ ...reason, examples: ['The part was under warranty.'] }),
  payment_id: Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.id,
      description: 'Id of the payment that is given back, at most as much as is left of it.',
      examples: [null],
    }),
  ),
});
