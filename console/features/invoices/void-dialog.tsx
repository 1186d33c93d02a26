import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { invoices } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import type { InvoiceDialogProps } from './payment-dialog.tsx';

/** Asks why, because a void invoice stays in the books. */
export function VoidDialog({ invoice, onChanged, onClose }: InvoiceDialogProps) {
  const form = useForm(['reason'], async (values) => {
    const reason = typed(values, 'reason').trim();
    const voided = await inSession(() => api.invoices.void(invoice.invoice_id, { reason }));
    invoices.put(voided);
    onChanged(voided);
    sayDone(text.invoices.voided(invoice.number));
    onClose();
  });
  return (
    <FormDialog
      title={text.invoices.voidTitle(invoice.number)}
      about={text.invoices.voidAbout}
      form={form}
      submit={text.invoices.void}
      look="danger"
      onClose={onClose}
    >
      <TextArea
        label={text.invoices.reason}
        hint={text.invoices.voidHint}
        name="reason"
        rows={2}
        maxLength={500}
        error={form.trouble.fields.reason}
        autoFocus
      />
    </FormDialog>
  );
}
