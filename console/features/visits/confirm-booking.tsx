import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isProblem } from '../../../packages/sdk/src/problem.ts';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import type { Person } from '../places/use-places.ts';
import { Alternatives, alternativesIn, type FreeTime } from './alternatives.tsx';
import { bodyOf, crewFor } from './needs.ts';
import { NEEDS_NAMES, NeedsFields } from './needs-fields.tsx';
import type { OpenTime } from './open-times.ts';
import { PEOPLE_NAMES, PeopleFields } from './people-fields.tsx';
import { sayBooked } from './say-booked.ts';
import type { HoldState } from './use-hold.ts';
import type { NeedsState } from './use-needs.ts';
import styles from './visits.module.css';

const NAMES = [...NEEDS_NAMES, ...PEOPLE_NAMES, 'notes'];
const MINUTE = 60_000;

/** The last look at a visit before it is booked: when, who, and what the technician should know. Enter books it. */
export function ConfirmBooking({
  lifecycleNumber,
  time: first,
  needs,
  person,
  hold,
  zone,
  onBack,
  onBooked,
}: {
  lifecycleNumber: string;
  time: Pick<OpenTime, 'starts_at' | 'user_ids'> & Partial<OpenTime>;
  needs: NeedsState;
  person: Person | null;
  hold: HoldState;
  zone: string;
  onBack: { label: string; run(): void };
  onBooked(): void;
}) {
  const [time, setTime] = useState(first);
  const [leader, setLeader] = useState(first.user_ids[0] ?? '');
  const [chosenCrew, setCrew] = useState<readonly string[] | null>(null);
  const [alternatives, setAlternatives] = useState<readonly FreeTime[]>([]);
  const formats = formatsFor(zone);
  const { held } = hold;
  const crew = chosenCrew ?? crewFor(needs.service, leader, time.user_ids);
  const along = crew.filter((id) => id !== leader);
  const visit = {
    lifecycle_number: lifecycleNumber,
    starts_at: time.starts_at,
    ...bodyOf(needs),
    ...(leader !== '' && { assigned_to: leader }),
    ...(leader !== '' && along.length > 0 && { crew: along }),
  };
  const { property_id, ...toHold } = visit;
  const when = formats.dayAndTime(time.starts_at);
  const ends = Date.parse(time.starts_at) + needs.minutes * MINUTE;
  const { form, onSubmit, trouble, isSending } = useForm(NAMES, async (values) => {
    setAlternatives([]);
    const notes = typed(values, 'notes').trim();
    const details = {
      ...(property_id !== undefined && { property_id }),
      ...(notes !== '' && { notes }),
    };
    const { hold_id } = held ?? {};
    try {
      const booked = await inSession(() =>
        api.appointments.create(
          hold_id === undefined ? { ...visit, ...details } : { hold_id, ...details },
        ),
      );
      hold.forget();
      onBooked();
      sayBooked(booked, text.number.booked(when));
    } catch (error) {
      if (isProblem(error, 'hold_lapsed', 'hold_taken')) hold.forget();
      setAlternatives(alternativesIn(error));
      throw error;
    }
  });
  const take = (free: FreeTime) => {
    flushSync(() => {
      setTime(free);
      if (!free.user_ids.includes(leader)) setLeader(free.user_ids[0] ?? leader);
    });
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <Alternatives times={alternatives} zone={zone} onTake={take} />
      <p>
        <strong>
          {when} – {formats.time(ends)}
        </strong>
        {time.window && (
          <span className={styles.quiet}>
            {' '}
            {text.visits.window(
              formats.time(time.window.starts_at),
              formats.time(time.window.ends_at),
            )}
          </span>
        )}
      </p>
      {held?.hold_expires_at && (
        <p role="status">{text.visits.heldUntil(formats.time(held.hold_expires_at))}</p>
      )}
      <PeopleFields
        userId={leader}
        onUser={setLeader}
        crew={along}
        onCrew={setCrew}
        freeIds={time.user_ids}
        errors={trouble.fields}
        disabled={held !== null}
      />
      <NeedsFields needs={needs} person={person} errors={trouble.fields} disabled={held !== null} />
      <TextArea
        label={text.visits.notes}
        name="notes"
        rows={2}
        maxLength={10_000}
        error={trouble.fields.notes}
      />
      <div className={styles.end}>
        <Button type="submit" look="primary" autoFocus disabled={isSending}>
          {isSending ? text.working : text.number.book}
        </Button>
        {held === null && (
          <Button disabled={hold.isHolding || isSending} onClick={() => void hold.take(toHold)}>
            {text.visits.hold}
          </Button>
        )}
        <Button onClick={onBack.run}>{onBack.label}</Button>
      </div>
    </form>
  );
}
