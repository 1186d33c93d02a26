import { useState } from 'react';
import type { InvoiceWithPayments } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import { invoices } from '../../store/stores.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Field, SelectField, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatMoney, readMoney } from '../../ui/money.ts';
import { typed, useForm } from '../../ui/use-form.ts';
import type { InvoiceDialogProps } from './payment-dialog.tsx';
import { refundable } from './refundable.ts';

const NAMES = ['amount', 'payment_id', 'reason'];

/** Asks how much was returned, for which payment, and why. */
export function RefundDialog({ invoice, onChanged, onClose }: InvoiceDialogProps) {
  const { currency, invoice_id, number } = invoice;
  const [amount, setAmount] = useState('');
  const [paymentId, setPaymentId] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const most = refundable(invoice, paymentId === '' ? null : paymentId);
  const minor = readMoney(amount, currency);
  const wrong = wrongAmount(minor, most, currency);
  const form = useForm(NAMES, async (values) => {
    setIsChecked(true);
    if (minor === null || wrong !== undefined) return { amount: wrong ?? '' };
    const body = {
      amount: minor,
      reason: typed(values, 'reason').trim(),
      payment_id: paymentId === '' ? null : paymentId,
    };
    const refunded = await inSession(() =>
      api.invoices.refunds.create(invoice_id, body, { idempotencyKey: key }),
    );
    invoices.put(refunded);
    onChanged(refunded);
    sayDone(text.invoices.refunded(formatMoney(minor, currency)));
    onClose();
  });
  return (
    <FormDialog
      title={text.invoices.refundTitle(number)}
      about={text.invoices.refundAbout}
      form={form}
      submit={text.invoices.refund}
      onClose={onClose}
    >
      <SelectField
        label={text.invoices.refundOf}
        name="payment_id"
        error={form.trouble.fields.payment_id}
        value={paymentId}
        onChange={({ target }) => setPaymentId(target.value)}
        options={usePaymentOptions(invoice)}
      />
      <Field
        label={text.invoices.refundAmount}
        hint={text.invoices.refundable(formatMoney(most, currency))}
        name="amount"
        inputMode="decimal"
        autoFocus
        error={(isChecked && wrong) || form.trouble.fields.amount}
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <ReasonField error={form.trouble.fields.reason} />
    </FormDialog>
  );
}

function ReasonField({ error }: { error: string | undefined }) {
  return (
    <TextArea
      label={text.invoices.reason}
      hint={text.invoices.refundHint}
      name="reason"
      rows={2}
      maxLength={500}
      error={error}
    />
  );
}

function wrongAmount(minor: number | null, most: number, currency: string): string | undefined {
  if (minor === null || minor <= 0) return text.invoices.notMoney;
  return minor > most ? text.invoices.tooMuchRefund(formatMoney(most, currency)) : undefined;
}

function usePaymentOptions({ payments, currency }: InvoiceWithPayments) {
  const { day } = formatsFor(useMe().organization.time_zone);
  const received = payments.filter((payment) => payment.amount > 0);
  return [
    { value: '', label: text.invoices.anyPayment },
    ...received.map(({ payment_id, paid_at, amount, method }) => ({
      value: payment_id,
      label: `${day(paid_at)} · ${formatMoney(amount, currency)} · ${wordFor(text.words.paymentMethod, method ?? 'other')}`,
    })),
  ];
}
