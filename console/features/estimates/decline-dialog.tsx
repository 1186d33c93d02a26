import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { estimates } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import type { EstimateDialogProps } from './estimate-actions.tsx';

/** Asks why: the next offer can be better. */
export function DeclineDialog({ estimate, onChanged, onClose }: EstimateDialogProps) {
  const form = useForm(['reason'], async (values) => {
    const reason = typed(values, 'reason').trim();
    const declined = await inSession(() => api.estimates.decline(estimate.estimate_id, { reason }));
    estimates.put(declined);
    sayDone(text.estimates.declined(declined.number));
    onClose();
    onChanged();
  });
  return (
    <FormDialog
      title={text.estimates.declineTitle(estimate.number)}
      about={text.estimates.declineAbout}
      form={form}
      submit={text.estimates.decline}
      look="danger"
      onClose={onClose}
    >
      <TextArea
        label={text.estimates.reason}
        hint={text.estimates.reasonHint}
        name="reason"
        rows={2}
        maxLength={500}
        error={form.trouble.fields.reason}
        autoFocus
      />
    </FormDialog>
  );
}
