import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { invoices } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import type { InvoiceDialogProps } from './payment-dialog.tsx';
import { SendDocument } from './send-document.tsx';
import { saidOf } from './ways-to-send.ts';

/** To the customer: for the first time, or again. */
export function SendDialog({ invoice, onChanged, onClose }: InvoiceDialogProps) {
  const { invoice_id, number, status, lifecycle_number } = invoice;
  const isDraft = status === 'draft';
  return (
    <SendDocument
      title={isDraft ? text.invoices.sendTitle(number) : text.invoices.sendAgainTitle(number)}
      {...(isDraft && { about: text.invoices.sendAbout })}
      submit={isDraft ? text.sendDocument.send : text.sendDocument.sendAgain}
      lifecycleNumber={lifecycle_number}
      send={async (body, options) => {
        const sent = await api.invoices.send(invoice_id, body, options);
        invoices.put(sent);
        onChanged(sent);
        sayDone(
          saidOf(sent.delivery, {
            sent: (how) => text.invoices.sent(number, how),
            issued: () => text.invoices.issued(number),
          }),
        );
      }}
      onClose={onClose}
    />
  );
}
