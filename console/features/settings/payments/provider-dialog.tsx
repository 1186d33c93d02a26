import { useState } from 'react';
import type { PaymentProvider } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import list from '../shared/list.module.css';

const words = text.settings.payments;
const KEYS = ['secret_key', 'webhook_secret'] as const;

/** A new account at Stripe, and then the address that Stripe needs. */
export function ConnectProvider({ onClose, onSaved }: { onClose(): void; onSaved(): void }) {
  const [connected, setConnected] = useState<PaymentProvider | null>(null);
  const form = useForm(KEYS, async (values) => {
    const body = { kind: 'stripe' as const, ...keysIn(values) };
    setConnected(await inSession(() => api.paymentProviders.create(body)));
    onSaved();
  });
  if (connected) {
    return (
      <Dialog title={words.connected} about={words.connectedAbout} onClose={onClose}>
        <CopyField label={words.webhook} hint={words.webhookHint} value={connected.webhook_url} />
        <div className={list.buttons}>
          <Button onClick={onClose}>{text.settings.done}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog title={words.connect} form={form} submit={words.connect} onClose={onClose}>
      <Keys errors={form.trouble.fields} />
    </FormDialog>
  );
}

/** Other keys of the same account, and the address once more. */
export function ChangeKeys({
  provider,
  onClose,
  onSaved,
}: {
  provider: PaymentProvider;
  onClose(): void;
  onSaved(): void;
}) {
  const form = useForm(KEYS, async (values) => {
    const given = Object.entries(keysIn(values)).filter(([, key]) => key !== '');
    const body = Object.fromEntries(given);
    await inSession(() => api.paymentProviders.update(provider.payment_provider_id, body));
    sayDone(words.saved);
    onClose();
    onSaved();
  });
  return (
    <FormDialog title={words.keys} form={form} submit={text.save} onClose={onClose}>
      <Keys errors={form.trouble.fields} hint={words.stored} />
      <CopyField label={words.webhook} hint={words.webhookHint} value={provider.webhook_url} />
    </FormDialog>
  );
}

function Keys({ errors, hint }: { errors: Readonly<Record<string, string>>; hint?: string }) {
  const secret = { type: 'password', autoComplete: 'new-password' } as const;
  return (
    <>
      <Field
        label={words.secretKey}
        hint={hint ?? words.secretKeyHint}
        name="secret_key"
        error={errors.secret_key}
        {...secret}
        autoFocus
      />
      <Field
        label={words.webhookSecret}
        hint={hint ?? words.webhookSecretHint}
        name="webhook_secret"
        error={errors.webhook_secret}
        {...secret}
      />
    </>
  );
}

function keysIn(values: FormData) {
  return {
    secret_key: typed(values, 'secret_key').trim(),
    webhook_secret: typed(values, 'webhook_secret').trim(),
  };
}
