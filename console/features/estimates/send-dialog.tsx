import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { estimates } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import type { EstimateDialogProps } from './estimate-actions.tsx';

const CHANNELS = ['email', 'sms'] as const;

/** Asks how, because a version that was sent stays as it is. */
export function SendDialog({ estimate, onChanged, onClose }: EstimateDialogProps) {
  const form = useForm(['channel'], async (values) => {
    const channel = CHANNELS.find((one) => one === typed(values, 'channel'));
    const sent = await inSession(() =>
      api.estimates.send(estimate.estimate_id, channel ? { channel } : {}),
    );
    estimates.put(sent);
    const how: Readonly<Record<string, string>> = text.estimates.sentBy;
    sayDone(text.estimates.sent(sent.number, how[sent.delivery ?? ''] ?? ''));
    onClose();
    onChanged();
  });
  return (
    <FormDialog
      title={text.estimates.sendTitle(estimate.number)}
      about={text.estimates.sendAbout}
      form={form}
      submit={text.estimates.send}
      onClose={onClose}
    >
      <SelectField
        label={text.estimates.how}
        name="channel"
        error={form.trouble.fields.channel}
        autoFocus
        options={(['auto', ...CHANNELS] as const).map((value) => ({
          value,
          label: text.estimates.ways[value],
        }))}
      />
    </FormDialog>
  );
}
