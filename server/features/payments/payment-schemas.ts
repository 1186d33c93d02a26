import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';
import { METHODS, type Method, providerField, providerPaymentId } from '../invoices/index.ts';
import { DISPUTE_STATUSES, type DisputeStatus } from './provider.ts';

export const PAYMENT_STATUSES = ['recorded', 'unmatched', 'returned'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Why a payment is on no invoice. */
export const UNMATCHED_REASONS = [
  'unknown_checkout',
  'other_currency',
  'other_amount',
  'invoice_void',
  'invoice_paid',
  'exceeds_balance',
  'too_many_payments',
  'other_mode',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

const money = (what: string, example: number) =>
  Type.Integer({ description: `${what}, in minor units.`, examples: [example] });

const Dispute = field.closedObject('PaymentDispute', 'A dispute of a payment.', {
  status: Type.Unsafe<DisputeStatus>({
    type: 'string',
    enum: [...DISPUTE_STATUSES],
    description: '`needs_response`: send evidence at the provider. `other`: look there.',
    examples: ['needs_response'],
  }),
  reason: Type.String({
    description: 'Reason, by the provider.',
    examples: ['product_not_received'],
  }),
  amount: money('Disputed amount', 5_000),
  currency: Type.String({ description: 'Its ISO 4217 code.', examples: ['USD'] }),
});

export const ReceivedPayment = field.closedObject(
  'ReceivedPayment',
  'A payment that was received, by whatever way.',
  {
    payment_id: field.id('payment', 'Id of the payment.'),
    status: Type.Unsafe<PaymentStatus>({
      type: 'string',
      enum: [...PAYMENT_STATUSES],
      description:
        '`recorded` on its invoice. `unmatched`: on no invoice, a person decides. `returned`: unmatched, and refunded in full.',
      examples: ['recorded'],
    }),
    unmatched_reason: Type.Unsafe<UnmatchedReason | null>({
      type: ['string', 'null'],
      enum: [...UNMATCHED_REASONS, null],
      description: 'Why it is on no invoice.',
      examples: [null],
    }),
    invoice_id: field.nullable({
      description: 'Id of the invoice it is meant for.',
      examples: [null],
    }),
    customer_id: field.nullable({ description: 'Id of the customer.', examples: [null] }),
    lifecycle_number: field.nullable({ description: 'Lifecycle number.', examples: ['100042-7'] }),
    checkout_id: field.nullable({ description: 'Id of its checkout.', examples: [null] }),
    amount: money('Amount', 5_000),
    refunded: money('How much of it was refunded', 0),
    currency: Type.String({ description: 'ISO 4217 code.', examples: ['USD'] }),
    method: Type.Unsafe<Method>({
      type: 'string',
      enum: [...METHODS],
      description: 'How it was paid.',
      examples: ['card'],
    }),
    reference: field.nullable({ description: 'Reference of the payment.', examples: [null] }),
    provider: providerField,
    provider_payment_id: providerPaymentId,
    dispute: Type.Unsafe<Static<typeof Dispute> | null>({
      anyOf: [Dispute, { type: 'null' }],
      description: 'The dispute of it, or the last one.',
      examples: [null],
    }),
    paid_at: field.time('When it was received.'),
    created_at: field.createdAt,
  },
);
export type ReceivedPayment = Static<typeof ReceivedPayment>;
