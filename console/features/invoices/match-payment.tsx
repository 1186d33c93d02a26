import { useState } from 'react';
import type { Invoice, ReceivedPayment } from '../../../packages/sdk/src/index.ts';
import { OWED } from '../../../server/features/invoices/invoice.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatMoney } from '../../ui/money.ts';
import { typed, useForm } from '../../ui/use-form.ts';
import { invoicesFor } from './matching.ts';

const MAX_INVOICES = 1_000;

/** For a payment on no invoice. Nothing for one that is, and for users who cannot decide it. */
export function MatchButton({ payment }: { payment: ReceivedPayment }) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const amount = formatMoney(payment.amount, payment.currency);
  const { dayAndTime } = formatsFor(me.organization.time_zone);
  // The window stays while its payment is shown, so that what was chosen is not lost to an event.
  if (payment.status !== 'unmatched' || !mayI(me, 'invoices:write')) return null;
  return (
    <>
      <Button
        aria-label={text.payments.matchOf(amount, dayAndTime(payment.paid_at))}
        onClick={() => setIsOpen(true)}
      >
        {text.payments.match}
      </Button>
      {isOpen && <MatchDialog payment={payment} amount={amount} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MatchDialog({
  payment,
  amount,
  onClose,
}: {
  payment: ReceivedPayment;
  amount: string;
  onClose(): void;
}) {
  const open = useOpenInvoices();
  const invoices = open && invoicesFor(payment, open);
  const form = useForm(['invoice_id'], async (values) => {
    const invoice_id = typed(values, 'invoice_id');
    if (invoice_id === '') return { invoice_id: text.payments.invoiceNeeded };
    await inSession(() => api.payments.match(payment.payment_id, { invoice_id }));
    const number = invoices?.find((one) => one.invoice_id === invoice_id)?.number ?? '';
    sayDone(text.payments.matched(amount, number));
    onClose();
    return undefined;
  });
  const byId = new Map(invoices?.map((one) => [one.invoice_id, one]));
  return (
    <FormDialog
      title={text.payments.matchTitle(amount)}
      about={text.payments.matchAbout}
      form={form}
      submit={text.payments.match}
      onClose={onClose}
    >
      <Combobox
        label={text.payments.invoice}
        hint={text.payments.invoiceHint}
        name="invoice_id"
        error={form.trouble.fields.invoice_id}
        defaultValue=""
        options={(invoices ?? []).map((one) => ({ value: one.invoice_id, label: nameOf(one) }))}
        about={({ value }) => {
          const found = byId.get(value);
          return found ? text.payments.open(formatMoney(found.balance, found.currency)) : '';
        }}
      />
      {invoices?.length === 0 && (
        <p role="status">{text.payments.noInvoice(payment.currency, amount)}</p>
      )}
    </FormDialog>
  );
}

function nameOf({ number, customer_name, job_title, lifecycle_number }: Invoice): string {
  return [number, customer_name ?? lifecycle_number, job_title].filter(Boolean).join(' · ');
}

/** All that can be paid; undefined until they are read. */
function useOpenInvoices(): readonly Invoice[] | undefined {
  const { value } = useQuery<readonly Invoice[]>('invoices that can be paid', {
    load: (signal) =>
      api.invoices
        .list({ status: [...OWED], sort: 'due_on', limit: 200 }, { signal })
        .toArray({ limit: MAX_INVOICES }),
    isAffectedBy: (event) => kindOf(event) === 'invoice',
  });
  return value;
}
