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
import type { Draft } from './draft.ts';
import styles from './playbooks.module.css';
import { toDefinition } from './to-definition.ts';
import { type Trace, traceOf } from './trace.ts';
import type { Saving } from './use-save.ts';

const playbooks = text.playbooks;

/** Tries the playbook as it is shown, saved or not, on a lifecycle number: what would happen is shown at its steps. */
export function TryPanel({
  draft,
  saved,
  saving,
  hasTrace,
  onTrace,
}: {
  draft: Draft;
  /** The playbook, if the draft is its newest version. Only that can also be run. */
  saved: Playbook | null;
  saving: Saving;
  hasTrace: boolean;
  onTrace(trace: Trace | null): void;
}) {
  const { short } = formatsFor(useMe().organization.time_zone);
  const [outcome, setOutcome] = useState('');
  const [number, setNumber] = useState('');
  const about = (given: string) => (given === '' ? {} : { lifecycle_number: given });
  const attempt = async (given: string) => {
    onTrace(null);
    saving.clear();
    const body = { ...toDefinition(draft), ...about(given) };
    const run = await inSession(() => api.playbooks.dryRun(body));
    onTrace(traceOf(run.steps, true, (at) => short(at, now())));
    setNumber(given);
    const words: Readonly<Record<string, string>> = playbooks.triedOutcome;
    const why = run.error?.detail ?? run.reason?.replaceAll('_', ' ') ?? '';
    setOutcome(`${words[run.status] ?? run.status} ${why}`.trim());
  };
  const { form, onSubmit, trouble, isSending } = useForm(['lifecycle_number'], (values) =>
    attempt(typed(values, 'lifecycle_number').trim()).catch((error: unknown) => {
      if (!saving.showAtSteps(error)) throw error;
    }),
  );
  const runNow = ({ playbook_id, name }: Playbook) =>
    sendLater(playbooks.running5(name), () => {
      void act(() => api.playbooks.run(playbook_id, about(number)));
    });
  return (
    <section className={styles.try} aria-label={playbooks.tryIt}>
      <form ref={form} className={styles.tryForm} onSubmit={onSubmit} noValidate>
        <Field
          label={playbooks.tryOn}
          hint={playbooks.tryHint}
          error={trouble.fields.lifecycle_number}
          name="lifecycle_number"
          placeholder="100042-7"
          autoComplete="off"
        />
        <Button type="submit" disabled={isSending}>
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
            {saved && (
              <Button look="plain" onClick={() => runNow(saved)}>
                {playbooks.runNow}
              </Button>
            )}
          </p>
        )}
      </div>
    </section>
  );
}
