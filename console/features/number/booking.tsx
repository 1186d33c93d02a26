import { useState } from 'react';
import { matchesWords } from '../../shell/match-words.ts';
import * as text from '../../text/en.ts';
import { type Formats, formatsFor } from '../../time/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import type { Person } from '../places/use-places.ts';
import { ConfirmBooking } from '../visits/confirm-booking.tsx';
import { NeedsFields } from '../visits/needs-fields.tsx';
import type { OpenTime } from '../visits/open-times.ts';
import { useHold } from '../visits/use-hold.ts';
import { type NeedsState, useNeeds } from '../visits/use-needs.ts';
import { useOpenTimes } from '../visits/use-open-times.ts';
import { type People, usePeople } from '../visits/use-people.ts';
import styles from './booking.module.css';

/** Typing a day or a name narrows the rest. */
const MAX_SHOWN = 40;

interface TimeChoice extends Choice {
  time: OpenTime;
}

/**
 * Books a visit: the best free times with their reasons, then all others; Enter takes the first, and Enter again books
 * it. The times follow from the service and the place.
 */
export function Booking({
  lifecycleNumber,
  service,
  person,
  zone,
  onClose,
}: {
  lifecycleNumber: string;
  /** What the lead needs. */
  service: string;
  /** Whose properties can be chosen. */
  person: Person;
  zone: string;
  onClose(): void;
}) {
  const needs = useNeeds(service);
  const hold = useHold();
  const [chosen, setChosen] = useState<OpenTime | null>(null);
  const back = () => {
    hold.release();
    setChosen(null);
  };
  const shared = { lifecycleNumber, needs, person, zone };
  return (
    <Dialog
      title={text.number.book}
      onClose={() => {
        hold.release();
        onClose();
      }}
    >
      {chosen === null ? (
        <FreeTimes {...shared} onChoose={setChosen} />
      ) : (
        <ConfirmBooking
          {...shared}
          time={chosen}
          hold={hold}
          onBack={{ label: text.number.otherTime, run: back }}
          onBooked={onClose}
        />
      )}
    </Dialog>
  );
}

function FreeTimes({
  lifecycleNumber,
  needs,
  person,
  zone,
  onChoose,
}: {
  lifecycleNumber: string;
  needs: NeedsState;
  person: Person;
  zone: string;
  onChoose(time: OpenTime): void;
}) {
  const [typed, setTyped] = useState('');
  const { times, isOutside, trouble } = useOpenTimes(lifecycleNumber, needs, zone);
  const people = usePeople();
  const choices = (times ?? []).map((time, at) => choiceOf(time, at, people, formatsFor(zone)));
  const matching = choices.filter(({ title }) => matchesWords(title, typed));
  return (
    <>
      <TroubleNotice trouble={trouble} />
      {isOutside && <p role="status">{text.visits.outsideArea}</p>}
      <Picker
        label={text.number.freeTimes}
        choices={matching.slice(0, MAX_SHOWN)}
        emptyText={emptyText({ times, isOutside }, typed)}
        onType={setTyped}
        onChoose={({ time }) => onChoose(time)}
        autoFocus
      />
      <div className={styles.needs}>
        <NeedsFields needs={needs} person={person} errors={trouble.fields} />
      </div>
    </>
  );
}

function choiceOf(
  time: OpenTime,
  at: number,
  { nameOf }: People,
  { dayAndTime, time: timeOf }: Formats,
): TimeChoice {
  const { starts_at, user_ids, window, reasons } = time;
  const names = user_ids.map((id) => nameOf(id)).filter((name) => name !== null);
  const when = dayAndTime(starts_at);
  const arrival = window && text.visits.window(timeOf(window.starts_at), timeOf(window.ends_at));
  const about = [arrival, reasons ?? names.join(', ')].filter(Boolean).join('. ');
  return reasons === null
    ? { id: `${at}`, time, title: when, about, group: text.visits.allTimes }
    : {
        id: `${at}`,
        time,
        title: `${when} ${names[0] ?? ''}`,
        about,
        group: text.visits.best,
      };
}

function emptyText(
  { times, isOutside }: { times: readonly OpenTime[] | null; isOutside: boolean },
  typed: string,
): string {
  if (times === null) return text.loading;
  if (isOutside) return '';
  return typed === '' ? text.number.noSlots : text.nothingFound;
}
