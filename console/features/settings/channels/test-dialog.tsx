import { useState } from 'react';
import type { Channel } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { inSession } from '../../../session/in-session.ts';
import { communications, kindOf } from '../../../store/stores.ts';
import { useNewest } from '../../../store/use-entities.ts';
import { useQuery } from '../../../store/use-query.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import list from '../shared/list.module.css';

const words = text.settings.channels;
const LOOKS: Record<string, BadgeLook> = {
  sent: 'ok',
  delivered: 'ok',
  failed: 'danger',
  not_sent: 'danger',
  unknown: 'warn',
};

/** Sends a test message, and follows it until it has arrived or failed. */
export function TestDialog({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const [sentId, setSentId] = useState<string | null>(null);
  const isMail = channel.kind === 'smtp';
  const { form, onSubmit, trouble, isSending } = useForm(['to'], async (values) => {
    const to = typed(values, 'to').trim();
    const message = await inSession(() => api.channels.test(channel.channel_id, { to }));
    communications.put(message);
    setSentId(message.communication_id);
  });
  return (
    <Dialog title={words.testOf(channel.name)} onClose={onClose}>
      <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={isMail ? words.testTo.smtp : words.testTo.sms_gateway}
          name="to"
          type={isMail ? 'email' : 'tel'}
          error={trouble.fields.to}
          autoFocus
        />
        {sentId !== null && <Result key={sentId} id={sentId} />}
        <div className={list.buttons}>
          <Button type="submit" look="primary" disabled={isSending}>
            {isSending ? text.working : sentId === null ? words.send : words.sendAgain}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Result({ id }: { id: string }) {
  const read = useQuery(`communication ${id}`, {
    load: async (signal) => {
      const message = await api.communications.get(id, { signal });
      communications.put(message);
      return message;
    },
    isAffectedBy: (event) => kindOf(event) === 'communication',
  });
  const [newest] = useNewest(communications, read.value && [read.value]) ?? [];
  return (
    <div role="status">
      <Loaded of={{ ...read, value: newest }}>
        {({ status, status_detail }) => (
          <>
            <Badge look={LOOKS[status] ?? 'accent'}>{wordFor(words.testStatuses, status)}</Badge>
            {status_detail && <p>{status_detail}</p>}
          </>
        )}
      </Loaded>
    </div>
  );
}
