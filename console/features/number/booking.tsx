import { useEffect, useState } from 'react';
import type { SuggestedSlot } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { addDays, dateIn } from '../../time/days.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { PropertyChoice } from '../places/place-fields.tsx';
import type { Person } from '../places/use-places.ts';
import styles from './booking.module.css';

const DAYS_AHEAD = 13;
const DURATIONS = [30, 60, 90, 120, 180, 240, 480];

interface SlotChoice extends Choice {
  slot: SuggestedSlot;
}

/** Books a visit: the best free times with their reasons; Enter takes the first, and Enter again books it. */
export function Booking({
  lifecycleNumber,
  person = null,
  zone,
  onClose,
}: {
  lifecycleNumber: string;
  /** Whose properties can be chosen; null where they are not known. */
  person?: Person | null;
  zone: string;
  onClose(): void;
}) {
  const [minutes, setMinutes] = useState(60);
  const [chosen, setChosen] = useState<SuggestedSlot | null>(null);
  const [propertyId, setPropertyId] = useState('');
  const { slots, trouble } = useSlots(lifecycleNumber, minutes, zone);
  const formats = formatsFor(zone);
  const choices = slots?.map((slot): SlotChoice => {
    const id = `${slot.user_id} ${slot.starts_at}`;
    const about = slot.reasons.map(({ detail }) => detail).join(' ');
    return { id, slot, title: `${formats.dayAndTime(slot.starts_at)} ${slot.name}`, about };
  });
  return (
    <Dialog title={text.number.book} onClose={onClose}>
      <TroubleNotice trouble={trouble} />
      {chosen === null ? (
        <>
          <Picker
            label={text.number.freeTimes}
            choices={choices ?? []}
            emptyText={slots === null ? text.loading : text.number.noSlots}
            onType={() => {}}
            onChoose={({ slot }) => setChosen(slot)}
            autoFocus
          />
          <SelectField
            label={text.number.duration}
            value={String(minutes)}
            onChange={({ target }) => setMinutes(Number(target.value))}
            options={DURATIONS.map((one) => ({
              value: String(one),
              label: text.number.minutes(one),
            }))}
          />
        </>
      ) : (
        <>
          <p>
            <strong>
              {formats.dayAndTime(chosen.starts_at)} – {formats.time(chosen.ends_at)}
            </strong>
            , {chosen.name}
          </p>
          {person && <PropertyChoice person={person} value={propertyId} onChoose={setPropertyId} />}
          <div className={styles.end}>
            <Button
              look="primary"
              autoFocus
              onClick={() => {
                onClose();
                void book(
                  lifecycleNumber,
                  chosen,
                  propertyId,
                  formats.dayAndTime(chosen.starts_at),
                );
              }}
            >
              {text.number.book}
            </Button>
            <Button onClick={() => setChosen(null)}>{text.number.otherTime}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The suggestions for the next two weeks; null until they are there. */
function useSlots(lifecycleNumber: string, minutes: number, zone: string) {
  const [slots, setSlots] = useState<readonly SuggestedSlot[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  useEffect(() => {
    const from = dateIn(zone, now());
    const body = {
      lifecycle_number: lifecycleNumber,
      duration_minutes: minutes,
      from,
      to: addDays(from, DAYS_AHEAD),
      limit: 8,
    };
    setSlots(null);
    inSession(() => api.dispatch.suggestSlots(body)).then(
      ({ suggestions }) => setSlots(suggestions),
      (error) => setTrouble(troubleOf(error, [])),
    );
  }, [lifecycleNumber, minutes, zone]);
  return { slots, trouble };
}

async function book(
  lifecycle_number: string,
  slot: SuggestedSlot,
  property_id: string,
  when: string,
): Promise<void> {
  const visit = await act(() =>
    api.appointments.create({
      lifecycle_number,
      assigned_to: slot.user_id,
      starts_at: slot.starts_at,
      ends_at: slot.ends_at,
      ...(property_id !== '' && { property_id }),
    }),
  );
  if (!visit) return;
  sayDone(text.number.booked(when), {
    undo: () => void act(() => api.appointments.cancel(visit.appointment_id)),
  });
}
