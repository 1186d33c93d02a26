import type { StrandedVisit, User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { formatsFor } from '../../../time/format.ts';
import { instantOf } from '../../../time/zoned.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import list from '../shared/list.module.css';
import { textOrNull } from '../shared/values.ts';

const words = text.settings.people;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Tomorrow, all day, unless something else is entered. */
export function AddTimeOff({
  user,
  zone,
  onClose,
  onAdded,
}: {
  user: User;
  zone: string;
  onClose(): void;
  onAdded(stranded: readonly StrandedVisit[]): void;
}) {
  const day = (ahead: number) => `${formatsFor(zone).date(now() + ahead * DAY_MS)}T00:00`;
  const names = ['starts_at', 'ends_at', 'reason'];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    // What is not a time is sent as it was typed, and the service says what is wrong with it.
    const moment = (name: string) => instantOf(typed(values, name), zone) ?? typed(values, name);
    const body = {
      user_id: user.user_id,
      starts_at: moment('starts_at'),
      ends_at: moment('ends_at'),
      reason: textOrNull(values, 'reason'),
    };
    const created = await inSession(() => api.timeOff.create(body));
    sayDone(words.timeOffAdded(user.name), {
      undo: () => void act(() => api.timeOff.delete(created.time_off_id)).then(() => onAdded([])),
    });
    onClose();
    onAdded(created.stranded ?? []);
  });
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Dialog title={words.addTimeOff} onClose={onClose}>
      <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <div className={cards.pair}>
          <Field
            label={words.from}
            {...field('starts_at')}
            type="datetime-local"
            defaultValue={day(1)}
          />
          <Field
            label={words.until}
            {...field('ends_at')}
            type="datetime-local"
            defaultValue={day(2)}
          />
        </div>
        <Field label={words.reason} {...field('reason')} autoComplete="off" />
        <div className={list.buttons}>
          <Button type="submit" look="primary" disabled={isSending}>
            {isSending ? text.working : words.addTimeOff}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
