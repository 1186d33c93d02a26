import { useState } from 'react';
import type { Playbook } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sendLater } from '../../feedback/send-later.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './playbooks.module.css';
import { type Trace, traceOf } from './trace.ts';

const playbooks = text.playbooks;

/** Tries the saved playbook on a lifecycle number: what would happen is shown at its steps. */
export function TryPanel({
  playbook,
  isDirty,
  hasTrace,
  onTrace,
}: {
  playbook: Playbook;
  isDirty: boolean;
  hasTrace: boolean;
  onTrace(trace: Trace | null): void;
}) {
  const { short } = formatsFor(useMe().organization.time_zone);
  const [outcome, setOutcome] = useState('');
  const [number, setNumber] = useState('');
  const { playbook_id: id } = playbook;
  const { form, onSubmit, trouble, isSending } = useForm(['lifecycle_number'], async (values) => {
    onTrace(null);
    const lifecycle_number = typed(values, 'lifecycle_number').trim();
    const about = lifecycle_number === '' ? {} : { lifecycle_number };
    const run = await inSession(() => api.playbooks.run(id, { ...about, dry_run: true }));
    if (!('steps' in run)) return;
    onTrace(traceOf(run.steps, true, (at) => short(at, now())));
    setNumber(lifecycle_number);
    const words: Readonly<Record<string, string>> = playbooks.triedOutcome;
    const why = run.error?.detail ?? run.reason?.replaceAll('_', ' ') ?? '';
    setOutcome(`${words[run.status] ?? run.status} ${why}`.trim());
  });
  const runNow = () =>
    sendLater(playbooks.running5(playbook.name), () => {
      const about = number === '' ? {} : { lifecycle_number: number };
      void act(() => api.playbooks.run(id, about));
    });
  return (
    <section className={styles.try} aria-label={playbooks.tryIt}>
      <form ref={form} className={styles.tryForm} onSubmit={onSubmit} noValidate>
        <Field
          label={playbooks.tryOn}
          hint={isDirty ? playbooks.tryUnsaved : playbooks.tryHint}
          error={trouble.fields.lifecycle_number}
          name="lifecycle_number"
          placeholder="100042-7"
          autoComplete="off"
          disabled={isDirty}
        />
        <Button type="submit" disabled={isDirty || isSending}>
          {isSending ? text.working : playbooks.tryIt}
        </Button>
      </form>
      <TroubleNotice trouble={trouble} />
      <div role="status">
        {hasTrace && (
          <p className={styles.tried}>
            <strong>{playbooks.tried(number)}</strong> {outcome}
            <Button look="plain" onClick={() => onTrace(null)}>
              {playbooks.tryClose}
            </Button>
            <Button look="plain" onClick={runNow}>
              {playbooks.runNow}
            </Button>
          </p>
        )}
      </div>
    </section>
  );
}
