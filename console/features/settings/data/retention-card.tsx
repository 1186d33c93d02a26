import { useRef, useState } from 'react';
import type { Retention, UpdateRetention } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import { useQuery } from '../../../store/use-query.ts';
import * as text from '../../../text/en.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { useForm } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import { Card } from '../shared/card.tsx';
import { numberOrNull } from '../shared/values.ts';
import { isShorter } from './is-shorter.ts';

const words = text.settings.data;
const FIELDS = [
  { name: 'messages_days', label: words.messages },
  { name: 'transcripts_days', label: words.transcripts },
  { name: 'deliveries_days', label: words.deliveries },
  { name: 'raw_payloads_days', label: words.rawPayloads },
] as const;

/** A shorter limit replaces content for ever, so it asks; a longer one is saved at once. */
export function RetentionCard() {
  const read = useQuery('retention', {
    load: (signal) => api.organization.retention.get({ signal }),
    isAffectedBy: ({ type }) => type === 'retention.updated',
  });
  return (
    <Card title={words.retention} intro={words.retentionIntro}>
      <Loaded of={read}>
        {(retention) => (
          <RetentionForm retention={retention} onSaved={() => void read.query.refresh()} />
        )}
      </Loaded>
    </Card>
  );
}

function RetentionForm({ retention, onSaved }: { retention: Retention; onSaved(): void }) {
  const [isAsking, setIsAsking] = useState(false);
  const isConfirmed = useRef(false);
  const names = FIELDS.map(({ name }) => name);
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    const change: UpdateRetention = Object.fromEntries(
      names.map((name) => [name, numberOrNull(values, name)]),
    );
    if (isShorter(retention, change) && !isConfirmed.current) {
      setIsAsking(true);
      return;
    }
    isConfirmed.current = false;
    await inSession(() => api.organization.retention.update(change));
    sayDone(text.settings.saved);
    onSaved();
  });
  const confirm = async () => {
    isConfirmed.current = true;
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} className={cards.fields} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <div className={cards.pair}>
        {FIELDS.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            hint={words.days}
            name={name}
            error={trouble.fields[name]}
            type="number"
            min={7}
            max={3650}
            defaultValue={retention[name] ?? ''}
          />
        ))}
      </div>
      <div>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.save}
        </Button>
      </div>
      {isAsking && (
        <Ask
          title={words.ask}
          about={words.askAbout}
          confirm={words.askConfirm}
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </form>
  );
}
