import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { appointments } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import type { VisitCard } from './board-data.ts';

/** Two visits exchange their places: both or none. */
export async function swapVisits(a: VisitCard, b: VisitCard): Promise<void> {
  const moves = [moveTo(a, b), moveTo(b, a)];
  const swapped = await act(() => api.appointments.moves({ moves }));
  if (!swapped) return;
  for (const visit of swapped.appointments) appointments.put(visit);
  sayDone(text.dispatch.swapped(a.title, b.title), {
    undo: () =>
      void act(() =>
        api.appointments.moves({ moves: [moveTo(a, a, false), moveTo(b, b, false)] }),
      ).then((back) => {
        for (const visit of back?.appointments ?? []) appointments.put(visit);
      }),
  });
}

/** The place of the other; only if it is still as it was seen. */
function moveTo(card: VisitCard, place: VisitCard, isChecked = true) {
  return {
    appointment_id: card.of,
    assigned_to: place.lane,
    starts_at: new Date(place.start).toISOString(),
    ...(isChecked && { if_updated_at: card.visit.updated_at }),
  };
}
