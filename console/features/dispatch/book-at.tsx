import { useState } from 'react';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { matchesWords } from '../../shell/match-words.ts';
import { useFound } from '../../shell/use-found.ts';
import * as text from '../../text/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import type { VisitCard } from './board-data.ts';
import { forgetAnswers } from './explain.ts';
import { type Lanes, moveVisit } from './move-visit.ts';

const HOUR = 60 * 60 * 1000;

interface Bookable extends Choice {
  book(): void;
}

/** Books a visit at a place of the board: one from the tray, or a new one for anyone who is found. */
export function BookAt({
  place: { lane, at },
  tray,
  lanes,
  onClose,
}: {
  place: { lane: string; at: number };
  tray: readonly VisitCard[];
  lanes: Lanes;
  onClose(): void;
}) {
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const when = lanes.formats.dayAndTime(at);
  const waiting = tray
    .filter(({ title }) => matchesWords(title, typed))
    .map(({ id, title, about, start, end, visit }): Bookable => {
      const place = { lane, start: at, end: at + end - start };
      const group = text.dispatch.tray;
      return {
        id,
        title,
        about,
        group,
        book: () => void moveVisit({ visit, lane: null, isCrew: false }, place, lanes),
      };
    });
  const others = found.map(({ lifecycleNumber, ...one }): Bookable => {
    return { ...one, book: () => void bookNew(lifecycleNumber, lane, at, when) };
  });
  return (
    <Dialog title={text.dispatch.bookAt(lanes.nameOf(lane), when)} onClose={onClose}>
      <Picker
        label={text.dispatch.bookWhom}
        choices={[...waiting, ...others]}
        emptyText={typed === '' ? text.dispatch.bookHint : text.palette.nothing}
        onType={setTyped}
        onChoose={({ book }) => {
          onClose();
          forgetAnswers();
          book();
        }}
        autoFocus
      />
    </Dialog>
  );
}

async function bookNew(
  lifecycle_number: string,
  assigned_to: string,
  at: number,
  when: string,
): Promise<void> {
  const [starts_at, ends_at] = [new Date(at).toISOString(), new Date(at + HOUR).toISOString()];
  const visit = await act(() =>
    api.appointments.create({ lifecycle_number, assigned_to, starts_at, ends_at }),
  );
  if (!visit) return;
  sayDone(text.number.booked(when), {
    undo: () => void act(() => api.appointments.cancel(visit.appointment_id)),
  });
}
