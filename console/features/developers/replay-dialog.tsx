import { useState } from 'react';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { addDays, dayIn } from '../../time/days.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './developers.module.css';

const developers = text.developers;

/** Which events to send again: those that failed, or a part of the log. */
export function ReplayDialog({
  endpointId,
  onClose,
  onStarted,
}: {
  endpointId: string;
  onClose(): void;
  onStarted(): Promise<void>;
}) {
  const zone = useMe().organization.time_zone;
  const [what, setWhat] = useState<'failed' | 'range'>('failed');
  const names = ['failed_since', 'from_seq', 'to_seq'];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    const to = typed(values, 'to_seq').trim();
    const day = typed(values, 'failed_since');
    // Without a day, the service says at the field that one is needed.
    const since = day === '' ? '' : new Date(dayIn(zone, day).start).toISOString();
    const body =
      what === 'failed'
        ? { failed_since: since }
        : {
            from_seq: Number(typed(values, 'from_seq')),
            ...(to !== '' && { to_seq: Number(to) }),
          };
    const replay = await inSession(() => api.webhookEndpoints.replays.create(endpointId, body));
    sayDone(developers.replayStarted(replay.total));
    onClose();
    await onStarted();
  });
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Dialog title={developers.replay} about={developers.replayAbout} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <fieldset className={styles.mode}>
          <legend>{developers.replayWhat}</legend>
          {(['failed', 'range'] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="what"
                checked={what === one}
                onChange={() => setWhat(one)}
              />
              {one === 'failed' ? developers.replayFailed : developers.replayRange}
            </label>
          ))}
        </fieldset>
        {what === 'failed' ? (
          <Field
            label={developers.failedSince}
            {...field('failed_since')}
            type="date"
            defaultValue={addDays(formatsFor(zone).date(now()), -7)}
          />
        ) : (
          <>
            <Field
              label={developers.fromSeq}
              {...field('from_seq')}
              type="number"
              defaultValue={1}
            />
            <Field
              label={developers.toSeq}
              hint={developers.toSeqHint}
              {...field('to_seq')}
              type="number"
            />
          </>
        )}
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : developers.replayStart}
        </Button>
      </form>
    </Dialog>
  );
}
