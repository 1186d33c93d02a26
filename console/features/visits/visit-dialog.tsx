import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { inSession } from '../../session/in-session.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { instantOf, localOf } from '../../time/zoned.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { useForm, type WrongFields } from '../../ui/use-form.ts';
import type { Person } from '../places/use-places.ts';
import { Alternatives, alternativesIn, type FreeTime } from './alternatives.tsx';
import { type Day, FIRST, fieldsOfFirst, namesOfDay, newDay, refusedDay } from './days.ts';
import { MoreDays } from './more-days.tsx';
import { bodyOf, crewFor } from './needs.ts';
import { LengthField, NEEDS_NAMES, NeedsFields } from './needs-fields.tsx';
import { OpenTimesFrom } from './open-times-from.tsx';
import { PEOPLE_NAMES, PeopleFields } from './people-fields.tsx';
import { useNeeds } from './use-needs.ts';
import styles from './visits.module.css';

export interface Visit {
  starts_at: string;
  duration_minutes: number;
  assigned_to?: string;
  crew?: readonly string[];
  service?: string;
  postal_code?: string;
  property_id?: string;
}

/** What several visits of a job can say, each for itself. */
export type VisitOfDay = Pick<Visit, 'starts_at' | 'duration_minutes' | 'assigned_to' | 'crew'>;

/**
 * Asks for a day, a time and people, and sends them. If the time is taken or the day is full, the nearest free times are
 * buttons. The open times follow from the service and the place.
 */
export function VisitDialog({
  title,
  about,
  submitLabel,
  isTimeNeeded,
  assignedTo,
  service = null,
  person = null,
  propertyId = null,
  fieldNames = [],
  children,
  send,
  sendMany,
  onClose,
}: {
  title: string;
  about?: string;
  submitLabel: string;
  /** Otherwise an empty time means: no visit yet. */
  isTimeNeeded: boolean;
  assignedTo: string | null;
  /** What the visit is for, if it is known. */
  service?: string | null;
  /** Whose properties can be chosen. */
  person?: Person | null;
  propertyId?: string | null;
  /** Of the fields that are added as `children`. */
  fieldNames?: readonly string[];
  children?: (errors: Readonly<Record<string, string>>) => ReactNode;
  send(visit: Visit | null, values: FormData): Promise<void>;
  /** Where several days can be booked at once: all of them, or none. */
  sendMany?(visits: readonly VisitOfDay[]): Promise<void>;
  onClose(): void;
}) {
  const zone = useMe().organization.time_zone;
  const needs = useNeeds(service, propertyId);
  const [startsAt, setStartsAt] = useState('');
  const [userId, setUserId] = useState(assignedTo ?? '');
  const [crew, setCrew] = useState<readonly string[]>([]);
  const [days, setDays] = useState<readonly Day[]>([]);
  const [freeIds, setFreeIds] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<{ at: number; times: readonly FreeTime[] } | null>(null);
  const along = crew.filter((id) => id !== userId);
  const people = {
    ...(userId !== '' && { assigned_to: userId }),
    ...(userId !== '' && along.length > 0 && { crew: along }),
  };
  const names = [
    ...fieldNames,
    'starts_at',
    ...NEEDS_NAMES,
    ...PEOPLE_NAMES,
    ...[FIRST, ...days.map((_, at) => at + 1)].flatMap(namesOfDay),
  ];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    setRefused(null);
    const starts_at = instantOf(startsAt, zone);
    const missing = missingTimes(starts_at, isTimeNeeded, days, zone);
    if (missing) return missing;
    try {
      if (starts_at !== null && days.length > 0 && sendMany) {
        const first = { starts_at, duration_minutes: needs.minutes, ...people };
        const more = days.map((day) => ({
          starts_at: instantOf(day.startsAt, zone) ?? '',
          duration_minutes: day.minutes,
          ...(day.userId !== '' && { assigned_to: day.userId }),
          ...(day.userId === userId && people.crew && { crew: people.crew }),
        }));
        await inSession(() => sendMany([first, ...more]));
      } else {
        const visit = starts_at === null ? null : { starts_at, ...bodyOf(needs), ...people };
        await inSession(() => send(visit, values));
      }
    } catch (error) {
      setRefused({ at: refusedDay(error), times: alternativesIn(error) });
      throw error;
    }
    onClose();
  });
  const choose = ({ starts_at, user_ids }: FreeTime) => {
    setStartsAt(localOf(starts_at, zone));
    const leader = user_ids.includes(userId) ? userId : (user_ids[0] ?? userId);
    setUserId(leader);
    setFreeIds(user_ids);
    if (crew.length === 0) setCrew(crewFor(needs.service, leader, user_ids));
  };
  const take = (time: FreeTime) => {
    const at = refused?.at ?? FIRST;
    flushSync(() => {
      if (at === FIRST) return choose(time);
      setDays(days.map((day, index) => (index === at - 1 ? movedTo(day, time, zone) : day)));
    });
    form.current?.requestSubmit();
  };
  const errors = fieldsOfFirst(trouble.fields);
  return (
    <Dialog title={title} onClose={onClose} {...(about !== undefined && { about })}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Alternatives times={refused?.times ?? []} zone={zone} onTake={take} />
        {children?.(errors)}
        <Field
          label={text.visits.startsAt}
          name="starts_at"
          type="datetime-local"
          error={errors.starts_at}
          value={startsAt}
          onChange={({ target }) => {
            setStartsAt(target.value);
            setFreeIds([]);
          }}
        />
        <OpenTimesFrom needs={needs} startsAt={startsAt} zone={zone} onTake={choose} />
        {days.length === 0 ? (
          <NeedsFields needs={needs} person={person} errors={errors} />
        ) : (
          // Several visits have the service and the place of their job.
          <LengthField
            error={errors.duration_minutes}
            minutes={needs.minutes}
            onChoose={needs.chooseMinutes}
          />
        )}
        <PeopleFields
          userId={userId}
          onUser={setUserId}
          crew={along}
          onCrew={setCrew}
          freeIds={freeIds}
          errors={errors}
        />
        {sendMany && (
          <MoreDays
            days={days}
            errors={trouble.fields}
            onChange={setDays}
            onAdd={() => setDays([...days, newDay(startsAt, days, needs.minutes, userId)])}
          />
        )}
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}

function movedTo(day: Day, { starts_at, user_ids }: FreeTime, zone: string): Day {
  const userId = user_ids.includes(day.userId) ? day.userId : (user_ids[0] ?? day.userId);
  return { ...day, startsAt: localOf(starts_at, zone), userId };
}

/** With several days, each needs its time. */
function missingTimes(
  startsAt: string | null,
  isTimeNeeded: boolean,
  days: readonly Day[],
  zone: string,
): WrongFields | null {
  const missing: Record<string, string> = {};
  const isNeeded = isTimeNeeded || days.length > 0;
  if (isNeeded && startsAt === null) missing.starts_at = text.visits.timeNeeded;
  for (const [at, day] of days.entries()) {
    if (instantOf(day.startsAt, zone) !== null) continue;
    const [name = ''] = namesOfDay(at + 1);
    missing[name] = text.visits.timeNeeded;
  }
  return Object.keys(missing).length === 0 ? null : missing;
}
