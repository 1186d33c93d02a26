import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { invoices } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './invoice-form.module.css';
import type { InvoiceDialogProps } from './payment-dialog.tsx';

/** Asks why, because a void invoice stays in the books. */
export function VoidDialog({ invoice, onChanged, onClose }: InvoiceDialogProps) {
  const { form, onSubmit, trouble, isSending } = useForm(['reason'], async (values) => {
    const reason = typed(values, 'reason').trim();
    const voided = await inSession(() => api.invoices.void(invoice.invoice_id, { reason }));
    invoices.put(voided);
    onChanged(voided);
    sayDone(text.invoices.voided(invoice.number));
    onClose();
  });
  return (
    <Dialog
      title={text.invoices.voidTitle(invoice.number)}
      about={text.invoices.voidAbout}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <TextArea
          label={text.invoices.reason}
          hint={text.invoices.voidHint}
          name="reason"
          rows={2}
          maxLength={500}
          error={trouble.fields.reason}
          autoFocus
        />
        <Button type="submit" look="danger" disabled={isSending}>
          {isSending ? text.working : text.invoices.void}
        </Button>
      </form>
    </Dialog>
  );
}
