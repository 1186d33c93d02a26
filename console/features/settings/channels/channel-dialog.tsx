import { useState } from 'react';
import type { Channel } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import list from '../shared/list.module.css';
import { GatewayFields, gatewayIn, MailFields, mailIn, SETTING_NAMES } from './channel-fields.tsx';

const words = text.settings.channels;
const KINDS = ['smtp', 'sms_gateway'] as const;
type Kind = (typeof KINDS)[number];

/** A new channel (null), or one to change. */
export function ChannelDialog({
  channel,
  onClose,
  onSaved,
}: {
  channel: Channel | null;
  onClose(): void;
  onSaved(): void;
}) {
  const [kind, setKind] = useState<Kind>(channel?.kind === 'sms_gateway' ? 'sms_gateway' : 'smtp');
  const { form, onSubmit, trouble, isSending } = useForm(
    ['kind', 'name', ...SETTING_NAMES],
    async (values) => {
      const saved = await inSession(() => send(channel, kind, values));
      sayDone(words.saved(saved.name));
      onClose();
      onSaved();
    },
  );
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Dialog title={channel ? words.edit(channel.name) : words.add} onClose={onClose} size="wide">
      <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        {!channel && (
          <SelectField
            label={words.kind}
            hint={words.kindHints[kind]}
            value={kind}
            onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? 'smtp')}
            options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          />
        )}
        <Field
          label={words.name}
          hint={words.nameHint}
          {...field('name')}
          defaultValue={channel?.name}
          autoComplete="off"
        />
        {kind === 'smtp' ? (
          <MailFields settings={channel?.settings ?? {}} field={field} />
        ) : (
          <GatewayFields settings={channel?.settings ?? {}} field={field} />
        )}
        {channel?.inbound_url && (
          <CopyField label={words.inbound} hint={words.addressHint} value={channel.inbound_url} />
        )}
        {channel?.status_url && (
          <CopyField label={words.status} hint={words.addressHint} value={channel.status_url} />
        )}
        <div className={list.buttons}>
          <Button type="submit" look="primary" disabled={isSending}>
            {isSending ? text.working : text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function send(channel: Channel | null, kind: Kind, values: FormData): Promise<Channel> {
  const settings = kind === 'smtp' ? mailIn(values) : gatewayIn(values);
  const name = typed(values, 'name').trim();
  const body = { settings, ...(name !== '' && { name }) };
  return channel
    ? api.channels.update(channel.channel_id, body)
    : api.channels.create({ kind, ...body });
}
