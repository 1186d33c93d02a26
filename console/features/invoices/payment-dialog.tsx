import { useState } from 'react';
import type { InvoiceWithPayments, RecordPayment } from '../../../packages/sdk/src/index.ts';
import { METHODS } from '../../../server/features/invoices/invoice.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import { invoices } from '../../store/stores.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { instantOf } from '../../time/zoned.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatMoney, moneyForField, readMoney } from '../../ui/money.ts';
import { typed, useForm } from '../../ui/use-form.ts';

export interface InvoiceDialogProps {
  invoice: InvoiceWithPayments;
  onChanged(invoice: InvoiceWithPayments): void;
  onClose(): void;
}

const NAMES = ['amount', 'method', 'reference', 'paid_at'];

/** Asks for a payment, and says what is open after it. */
export function PaymentDialog({ invoice, onChanged, onClose }: InvoiceDialogProps) {
  const { currency, balance, number, invoice_id } = invoice;
  const zone = useMe().organization.time_zone;
  const [amount, setAmount] = useState(() => moneyForField(balance, currency));
  // A second try after a lost connection is the same payment.
  const [key] = useState(() => crypto.randomUUID());
  const minor = readMoney(amount, currency);
  const wrong = wrongAmount(minor, balance, currency);
  const form = useForm(NAMES, async (values) => {
    if (minor === null || wrong !== undefined) return { amount: wrong ?? '' };
    const method = METHODS.find((one) => one === typed(values, 'method')) ?? 'other';
    const paid_at = instantOf(typed(values, 'paid_at'), zone);
    const body: RecordPayment = {
      amount: minor,
      method,
      reference: typed(values, 'reference').trim() || null,
      ...(paid_at !== null && { paid_at }),
    };
    const paid = await inSession(() =>
      api.invoices.payments.create(invoice_id, body, { idempotencyKey: key }),
    );
    invoices.put(paid);
    onChanged(paid);
    sayDone(text.invoices.payed(formatMoney(minor, currency)));
    onClose();
  });
  return (
    <FormDialog
      title={text.invoices.payTitle(number)}
      about={text.invoices.stillOpen(formatMoney(balance, currency))}
      form={form}
      submit={text.invoices.pay}
      onClose={onClose}
    >
      <Field
        label={text.invoices.payAmount}
        name="amount"
        inputMode="decimal"
        autoFocus
        error={wrong ?? form.trouble.fields.amount}
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <p role="status">
        {wrong === undefined && minor !== null && openAfter(balance - minor, currency)}
      </p>
      <PaymentFields errors={form.trouble.fields} />
    </FormDialog>
  );
}

/** How it was paid, and when. */
function PaymentFields({ errors }: { errors: Readonly<Record<string, string>> }) {
  return (
    <>
      <SelectField
        label={text.invoices.method}
        name="method"
        error={errors.method}
        options={METHODS.map((value) => ({
          value,
          label: wordFor(text.words.paymentMethod, value),
        }))}
      />
      <Field
        label={text.invoices.reference}
        hint={text.invoices.referenceHint}
        name="reference"
        maxLength={200}
        error={errors.reference}
        autoComplete="off"
      />
      <Field
        label={text.invoices.paidAt}
        hint={text.invoices.paidAtHint}
        name="paid_at"
        type="datetime-local"
        error={errors.paid_at}
      />
    </>
  );
}

function wrongAmount(minor: number | null, balance: number, currency: string): string | undefined {
  if (minor === null || minor <= 0) return text.invoices.notMoney;
  return minor > balance ? text.invoices.tooMuch(formatMoney(balance, currency)) : undefined;
}

function openAfter(balance: number, currency: string): string {
  if (balance === 0) return text.invoices.paidInFull;
  return text.invoices.openAfter(formatMoney(balance, currency));
}
