import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { InvoiceWithPayments, Job } from '../../../packages/sdk/src/index.ts';
import { isAllowed, STATUSES, type Step } from '../../../server/features/invoices/invoice.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { LinksDialog } from '../links/links-dialog.tsx';
import { mayLink } from '../links/may-link.ts';
import { InvoiceForm } from './invoice-form.tsx';
import { draftOf } from './lines.ts';
import { type InvoiceDialogProps, PaymentDialog } from './payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

type Open = 'update' | 'send' | 'pay' | 'link' | 'refund' | 'void';

/** The steps that are possible now: the next one as a button, the others in the menu. */
export function InvoiceActions({
  invoice,
  job,
  onChanged,
}: {
  invoice: InvoiceWithPayments;
  job: Job | null;
  onChanged(invoice: InvoiceWithPayments): void;
}) {
  const me = useMe();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isDraft = invoice.status === 'draft';
  const can = (step: Step) => mayTake(step, invoice, (scope) => mayI(me, scope));
  const menu = [
    maySendAgain(invoice, (scope) => mayI(me, scope)) && {
      label: text.sendDocument.sendAgain,
      run: () => setOpen('send'),
    },
    !isDraft && mayLink(me, 'invoice') && { label: text.links.open, run: () => setOpen('link') },
    can('refund') && { label: text.invoices.refund, run: () => setOpen('refund') },
    can('void') && {
      label: text.invoices.void,
      look: 'danger' as const,
      run: () => setOpen('void'),
    },
  ].filter((item) => item !== false);
  return (
    <>
      {can('update') && <Button onClick={() => setOpen('update')}>{text.invoices.edit}</Button>}
      {isDraft && can('send') && (
        <Button look="primary" onClick={() => setOpen('send')}>
          {text.sendDocument.send}
        </Button>
      )}
      {can('pay') && (
        <Button look="primary" onClick={() => setOpen('pay')}>
          {text.invoices.pay}
        </Button>
      )}
      {menu.length > 0 && (
        <Menu
          button={
            <Button aria-label={text.invoices.more}>
              <DotsHorizontalIcon />
            </Button>
          }
          items={menu}
        />
      )}
      {open && <StepDialog open={open} job={job} {...{ invoice, onChanged, onClose: close }} />}
    </>
  );
}

function StepDialog({ open, job, ...props }: InvoiceDialogProps & { open: Open; job: Job | null }) {
  const { invoice, onChanged, onClose } = props;
  switch (open) {
    case 'send':
      return <SendDialog {...props} />;
    case 'pay':
      return <PaymentDialog {...props} />;
    case 'link':
      return (
        <LinksDialog target={{ purpose: 'invoice', id: invoice.invoice_id }} onClose={onClose} />
      );
    case 'refund':
      return <RefundDialog {...props} />;
    case 'void':
      return <VoidDialog {...props} />;
    case 'update':
      return (
        <InvoiceForm
          title={text.invoices.editTitle(invoice.number)}
          job={job ?? invoice}
          invoice={invoice}
          currency={invoice.currency}
          lines={draftOf(invoice.lines, invoice.currency)}
          onSaved={onChanged}
          onClose={onClose}
        />
      );
  }
}

/** Users in the field can send their own invoices and take money for them, and nothing more. */
const OWN_STEPS: readonly Step[] = ['send', 'pay', 'update'];

function mayTake(
  step: Step,
  invoice: InvoiceWithPayments,
  may: (scope: string) => boolean,
): boolean {
  const status = STATUSES.find((one) => one === invoice.status);
  if (status === undefined || !isAllowed(step, { ...invoice, status })) return false;
  return may('invoices:write') || (OWN_STEPS.includes(step) && may('invoices:own'));
}

/** Whatever was paid: the customer may have lost it. */
function maySendAgain({ status }: InvoiceWithPayments, may: (scope: string) => boolean): boolean {
  const isSent = status !== 'draft' && status !== 'void';
  return isSent && (may('invoices:write') || may('invoices:own'));
}
