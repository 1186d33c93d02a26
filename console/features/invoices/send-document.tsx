import { useState } from 'react';
import type { SendDocument as Body } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';
import { mayI, useMe } from '../../session/session.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { aboutWay, WAYS, type Way } from './ways-to-send.ts';

/** Asks how a document is to reach the customer, and says where it would go. */
export function SendDocument({
  title,
  about,
  submit,
  lifecycleNumber,
  send,
  onClose,
}: {
  title: string;
  about?: string;
  submit: string;
  lifecycleNumber: string;
  /** Under the key, a second try after a lost connection sends it once. */
  send(body: Body, options: { idempotencyKey: string }): Promise<void>;
  onClose(): void;
}) {
  const [way, setWay] = useState<Way>('auto');
  const [key] = useState(() => crypto.randomUUID());
  const lifecycle = useContact(lifecycleNumber);
  const form = useForm(['channel'], async () => {
    const body = way === 'auto' ? {} : { channel: way };
    await inSession(() => send(body, { idempotencyKey: `${key}-${way}` }));
    onClose();
  });
  return (
    <FormDialog
      title={title}
      {...(about !== undefined && { about })}
      form={form}
      submit={submit}
      onClose={onClose}
    >
      <SelectField
        label={text.sendDocument.how}
        name="channel"
        error={form.trouble.fields.channel}
        autoFocus
        value={way}
        onChange={({ target }) => setWay(WAYS.find((one) => one === target.value) ?? 'auto')}
        options={WAYS.map((value) => ({ value, label: text.sendDocument.ways[value] }))}
      />
      <p role="status">{lifecycle && aboutWay(lifecycle, way)}</p>
    </FormDialog>
  );
}

/** How the customer can be reached; null until it is known, and without the right to read it. */
function useContact(number: string) {
  const me = useMe();
  const mayRead = mayI(me, 'leads:read') || mayI(me, 'leads:own');
  const { value = null } = useQuery(`contact of ${number}`, {
    load: (signal) =>
      mayRead ? api.lifecycles.get(number, { limit: 1 }, { signal }) : Promise.resolve(null),
    isAffectedBy: (event) => event.lifecycle_number === number,
  });
  return value;
}
