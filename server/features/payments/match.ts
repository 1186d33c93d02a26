import { type InvoiceRow, MAX_PAYMENTS, OWED } from '../invoices/index.ts';
import type { UnmatchedReason } from './payment-schemas.ts';

interface Money {
  amount: number;
  currency: string;
}

/** Why a payment cannot be recorded on the invoice of its checkout; null if it can. Pure rules. */
export function reasonNotToRecord(
  paid: Money,
  checkout: Money | null,
  invoice: Pick<InvoiceRow, 'status' | 'total' | 'paid' | 'payment_count'> | null,
): UnmatchedReason | null {
  if (checkout === null || invoice === null) return 'unknown_checkout';
  if (paid.currency !== checkout.currency) return 'other_currency';
  if (paid.amount !== checkout.amount) return 'other_amount';
  if (invoice.status === 'void') return 'invoice_void';
  if (!OWED.includes(invoice.status)) return 'invoice_paid';
  if (paid.amount > invoice.total - invoice.paid) return 'exceeds_balance';
  return invoice.payment_count >= MAX_PAYMENTS ? 'too_many_payments' : null;
}

const EXPLANATIONS: Readonly<Record<UnmatchedReason, string>> = {
  unknown_checkout: 'its checkout is unknown',
  other_currency: 'its currency is not that of the invoice',
  other_amount: 'its amount is not the one that was asked for',
  invoice_void: 'the invoice is void',
  invoice_paid: 'the invoice is already paid',
  exceeds_balance: 'it is more than the balance of the invoice',
  too_many_payments: 'the invoice has as many payments as it can hold',
  other_mode: 'it is real money, and the payment provider now has keys for tests',
};

export function explain(reason: UnmatchedReason): string {
  return EXPLANATIONS[reason];
}
