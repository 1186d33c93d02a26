import type { Appointment, UpdateAppointment } from '../../../packages/sdk/src/index.ts';
import { isProblem } from '../../../packages/sdk/src/problem.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone, type ToastAction } from '../../feedback/feedback.ts';
import { appointments } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import type { VisitCard } from './board-data.ts';
import type { Place } from './geometry.ts';
import { tellThem } from './tell-them.ts';

export interface Lanes {
  /** Everyone with a lane. */
  people: readonly { user_id: string; name: string }[];
  /** The name of a user; of the tray for null. */
  nameOf(lane: string | null): string;
  formats: Formats;
}

/**
 * Moves a visit: shown at once, confirmed or taken away again when the service has answered. A place that was taken
 * meanwhile or a day that is full is explained, with the nearest free ones as buttons. In the lane of a member of the crew, another person takes
 * the place of that member.
 */
export async function moveVisit(
  { visit, lane, isCrew }: Moving,
  place: Place,
  lanes: Lanes,
): Promise<void> {
  const before: Place = {
    lane,
    start: Date.parse(visit.starts_at),
    end: Date.parse(visit.ends_at),
  };
  const people =
    lane === place.lane ? {} : peopleAfter(visit, isCrew, { from: lane, to: place.lane });
  const pending = appointments.change(visit.appointment_id, (base) =>
    moved({ ...base, ...people }, place, lanes),
  );
  const result = await act(
    () =>
      api.appointments.update(visit.appointment_id, {
        ...timeAfter(before, place),
        ...people,
        if_updated_at: visit.updated_at,
      }),
    () => pending.drop(),
    (error) => alternativesOf(error, { visit, lane, isCrew }, place, lanes),
  );
  if (!result) return;
  pending.confirm(result);
  const said = text.dispatch.moved(
    result.contact?.name ?? result.lifecycle_number ?? text.dispatch.held,
    lanes.nameOf(place.lane),
    lanes.formats.time(place.start),
  );
  const isRetimed = place.start !== before.start;
  sayDone(said, {
    undo: () => void moveVisit({ visit: result, lane: place.lane, isCrew }, before, lanes),
    actions: isRetimed ? tellThem(result) : [],
  });
}

/** The visit, and whose card is moved. */
export type Moving = Pick<VisitCard, 'visit' | 'lane' | 'isCrew'>;

function peopleAfter(
  { assigned_to, crew }: Appointment,
  isCrew: boolean,
  { from, to }: { from: string | null; to: string | null },
): { assigned_to: string | null } | { crew: string[] } {
  if (!isCrew) return { assigned_to: to };
  const others = crew.filter((id) => id !== from && id !== to);
  return { crew: to === null || to === assigned_to ? others : [...others, to] };
}

function timeAfter(before: Place, { start, end }: Place): UpdateAppointment {
  const minutes = (place: { start: number; end: number }) => (place.end - place.start) / 60_000;
  return {
    ...(start !== before.start && { starts_at: new Date(start).toISOString() }),
    ...(minutes({ start, end }) !== minutes(before) && {
      duration_minutes: minutes({ start, end }),
    }),
  };
}

function moved(base: Appointment, { start, end }: Place, { nameOf }: Lanes): Appointment {
  const { assigned_to, crew } = base;
  return {
    ...base,
    assignee: assigned_to === null ? null : { name: nameOf(assigned_to), email: null },
    crew: assigned_to === null ? [] : crew.filter((id) => id !== assigned_to),
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    duration_minutes: (end - start) / 60_000,
  };
}

function alternativesOf(
  error: unknown,
  moving: Moving,
  { lane, start, end }: Place,
  lanes: Lanes,
): readonly ToastAction[] {
  if (!isProblem(error, 'slot_taken', 'capacity_reached')) return [];
  return error.problem.alternatives.map((slot) => {
    const at = Date.parse(slot.starts_at);
    const user = slot.user_ids.includes(lane ?? '') ? lane : (slot.user_ids[0] ?? null);
    return {
      label: `${lanes.formats.short(at, start)} ${lanes.nameOf(user)}`,
      run: () => void moveVisit(moving, { lane: user, start: at, end: at + end - start }, lanes),
    };
  });
}
