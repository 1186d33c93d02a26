import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { isProblem } from '../../../packages/sdk/src/problem.ts';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { instantOf, localOf } from '../../time/zoned.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { VisitFields } from './visit-fields.tsx';
import styles from './visits.module.css';

export interface Visit {
  starts_at: string;
  duration_minutes: number;
  assigned_to?: string;
}

interface Slot {
  starts_at: string;
  user_ids: readonly string[];
}

/** Asks for a day, a time and a person, and sends them. If the time is taken, the nearest free ones are buttons. */
export function VisitDialog({
  title,
  about,
  submitLabel,
  isTimeNeeded,
  assignedTo,
  fieldNames = [],
  children,
  send,
  onClose,
}: {
  title: string;
  about?: string;
  submitLabel: string;
  /** Otherwise an empty time means: no visit yet. */
  isTimeNeeded: boolean;
  assignedTo: string | null;
  /** Of the fields that are added as `children`. */
  fieldNames?: readonly string[];
  children?: (errors: Readonly<Record<string, string>>) => ReactNode;
  send(visit: Visit | null, values: FormData): Promise<void>;
  onClose(): void;
}) {
  const zone = useMe().organization.time_zone;
  const [startsAt, setStartsAt] = useState('');
  const [userId, setUserId] = useState(assignedTo ?? '');
  const [slots, setSlots] = useState<readonly Slot[]>([]);
  const [isTimeMissing, setIsTimeMissing] = useState(false);
  const names = [...fieldNames, 'starts_at', 'duration_minutes', 'assigned_to'];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    setSlots([]);
    const starts_at = instantOf(typed(values, 'starts_at'), zone);
    setIsTimeMissing(isTimeNeeded && starts_at === null);
    if (isTimeNeeded && starts_at === null) return;
    const assigned_to = typed(values, 'assigned_to');
    const visit = starts_at !== null && {
      starts_at,
      duration_minutes: Number(typed(values, 'duration_minutes')),
      ...(assigned_to !== '' && { assigned_to }),
    };
    try {
      await inSession(() => send(visit || null, values));
    } catch (error) {
      if (isProblem(error, 'slot_taken')) setSlots(error.problem.alternatives);
      throw error;
    }
    onClose();
  });
  const take = ({ starts_at, user_ids }: Slot) => {
    flushSync(() => {
      setStartsAt(localOf(starts_at, zone));
      setUserId((before) => (user_ids.includes(before) ? before : (user_ids[0] ?? before)));
    });
    form.current?.requestSubmit();
  };
  const errors = isTimeMissing
    ? { ...trouble.fields, starts_at: text.visits.timeNeeded }
    : trouble.fields;
  return (
    <Dialog title={title} onClose={onClose} {...(about !== undefined && { about })}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Alternatives slots={slots} zone={zone} onTake={take} />
        {children?.(errors)}
        <VisitFields
          errors={errors}
          startsAt={startsAt}
          onStartsAt={setStartsAt}
          userId={userId}
          onUserId={setUserId}
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}

function Alternatives({
  slots,
  zone,
  onTake,
}: {
  slots: readonly Slot[];
  zone: string;
  onTake(slot: Slot): void;
}) {
  if (slots.length === 0) return null;
  return (
    <fieldset className={styles.slots}>
      <legend>{text.visits.alternatives}</legend>
      {slots.map((slot) => (
        <Button key={slot.starts_at} onClick={() => onTake(slot)}>
          {formatsFor(zone).dayAndTime(slot.starts_at)}
        </Button>
      ))}
    </fieldset>
  );
}
