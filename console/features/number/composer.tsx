import { type KeyboardEvent, useRef, useState } from 'react';
import type { Lifecycle, Me } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { sendLater } from '../../feedback/send-later.ts';
import { useKeys } from '../../keys/keys.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './composer.module.css';
import { CHANNELS, type Channel, draftFor, obstacleFor } from './draft.ts';

/** Writes a text or a mail, or takes down a call or a note. What can stand in the way is said before. */
export function Composer({
  lifecycle,
  me,
  onSent,
}: {
  lifecycle: Lifecycle;
  me: Me;
  onSent(): Promise<void>;
}) {
  const [channel, setChannel] = useState<Channel>('sms');
  const [draft, setDraft] = useState(() => draftFor(lifecycle, me.organization.name));
  const area = useRef<HTMLTextAreaElement>(null);
  const obstacle = obstacleFor(lifecycle, channel);
  const open = (next: Channel) => {
    setChannel(next);
    area.current?.focus();
  };
  useKeys([
    { keys: 'r', label: text.number.tabs.sms, run: () => open('sms') },
    { keys: 'm', label: text.number.tabs.email, run: () => open('email') },
    { keys: 'l', label: text.number.tabs.call, run: () => open('call') },
    { keys: 'o', label: text.number.tabs.note, run: () => open('note') },
  ]);
  const send = () => {
    if (obstacle !== null || draft.body.trim() === '') return;
    const sent = draft;
    setDraft({ subject: '', body: '' });
    submit(lifecycle, channel, sent, onSent, () => setDraft(sent));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <section className={styles.composer} aria-label={text.number.composer}>
      <div role="tablist" aria-label={text.number.composer} className={styles.tabs}>
        {CHANNELS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === channel}
            className={styles.tab}
            onClick={() => open(one)}
          >
            {text.number.tabs[one]}
          </button>
        ))}
      </div>
      {channel === 'email' && (
        <Field
          label={text.number.subject}
          value={draft.subject}
          onChange={({ target }) => setDraft({ ...draft, subject: target.value })}
        />
      )}
      <TextArea
        ref={area}
        label={LABELS[channel]}
        value={draft.body}
        error={obstacle ?? undefined}
        onChange={({ target }) => setDraft({ ...draft, body: target.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.end}>
        <Button look="primary" onClick={send} disabled={obstacle !== null}>
          {SENDS[channel]}
        </Button>
        <Kbd keys="mod+Enter" />
      </div>
    </section>
  );
}

const LABELS: Record<Channel, string> = {
  sms: text.number.message,
  email: text.number.message,
  call: text.number.callNotes,
  note: text.number.noteText,
};

const SENDS: Record<Channel, string> = {
  sms: text.number.send,
  email: text.number.send,
  call: text.number.saveCall,
  note: text.number.saveNote,
};

/** A message waits five seconds, in which it can be undone; what is only written down is saved at once. */
function submit(
  { lifecycle_number, lead, customer }: Lifecycle,
  channel: Channel,
  { subject, body }: { subject: string; body: string },
  onSent: () => Promise<void>,
  onBack: () => void,
): void {
  const who = customer?.name ?? lead.name ?? lifecycle_number;
  if (channel === 'call' || channel === 'note') {
    const direction = channel === 'call' ? 'outbound' : 'internal';
    void act(
      () => api.communications.create({ lifecycle_number, channel, direction, body }),
      onBack,
    ).then(async (saved) => {
      if (saved) sayDone(text.number.saved);
      await onSent();
    });
    return;
  }
  const message = channel === 'sms' ? text.number.sending(who) : text.number.sendingMail(who);
  const send = () =>
    void act(
      () =>
        api.messages.create({
          lifecycle_number,
          channel,
          body,
          ...(channel === 'email' && { subject }),
        }),
      onBack,
    ).then(onSent);
  sendLater(message, send, onBack);
}
