import type { Lead } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { leads } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';

/** Asks why: reports count the reasons. */
export function LoseLead({
  lead: { lead_id },
  name,
  onChanged,
  onClose,
}: {
  lead: Pick<Lead, 'lead_id'>;
  name: string;
  onChanged(): Promise<void>;
  onClose(): void;
}) {
  const form = useForm(['reason'], async (values) => {
    const reason = typed(values, 'reason').trim();
    leads.put(await inSession(() => api.leads.lose(lead_id, { reason })));
    sayDone(text.number.isLost(name), {
      undo: () => void act(() => api.leads.reopen(lead_id)).then(onChanged),
    });
    onClose();
    await onChanged();
  });
  return (
    <FormDialog
      title={text.number.loseTitle(name)}
      about={text.number.loseAbout}
      form={form}
      submit={text.number.lose}
      look="danger"
      onClose={onClose}
    >
      <Field
        label={text.number.lostReason}
        hint={text.number.lostReasonHint}
        name="reason"
        maxLength={500}
        error={form.trouble.fields.reason}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
