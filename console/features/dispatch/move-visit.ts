import type { Appointment, UpdateAppointment } from '../../../packages/sdk/src/index.ts';
import { isProblem } from '../../../packages/sdk/src/problem.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone, type ToastAction } from '../../feedback/feedback.ts';
import { appointments } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import type { Place } from './geometry.ts';
import { tellThem } from './tell-them.ts';

export interface Lanes {
  /** The name of a user; of the tray for null. */
  nameOf(lane: string | null): string;
  formats: Formats;
}

/**
 * Moves a visit: shown at once, confirmed or taken away again when the service has answered. A place that was taken
 * meanwhile is explained, with the nearest free ones as buttons.
 */
export async function moveVisit(visit: Appointment, place: Place, lanes: Lanes): Promise<void> {
  const before: Place = {
    lane: visit.assigned_to,
    start: Date.parse(visit.starts_at),
    end: Date.parse(visit.ends_at),
  };
  const pending = appointments.change(visit.appointment_id, (base) => moved(base, place, lanes));
  const result = await act(
    () =>
      api.appointments.update(visit.appointment_id, {
        ...changesOf(before, place),
        if_updated_at: visit.updated_at,
      }),
    () => pending.drop(),
    (error) => alternativesOf(error, visit, place, lanes),
  );
  if (!result) return;
  pending.confirm(result);
  const said = text.dispatch.moved(
    result.contact?.name ?? result.lifecycle_number,
    lanes.nameOf(place.lane),
    lanes.formats.time(place.start),
  );
  const isRetimed = place.start !== before.start;
  sayDone(said, {
    undo: () => void moveVisit(result, before, lanes),
    actions: isRetimed ? tellThem(result) : [],
  });
}

function changesOf(before: Place, { lane, start, end }: Place): UpdateAppointment {
  const minutes = (place: { start: number; end: number }) => (place.end - place.start) / 60_000;
  return {
    ...(start !== before.start && { starts_at: new Date(start).toISOString() }),
    ...(minutes({ start, end }) !== minutes(before) && {
      duration_minutes: minutes({ start, end }),
    }),
    ...(lane !== before.lane && { assigned_to: lane }),
  };
}

function moved(base: Appointment, { lane, start, end }: Place, { nameOf }: Lanes): Appointment {
  return {
    ...base,
    assigned_to: lane,
    assignee: lane === null ? null : { name: nameOf(lane), email: null },
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    duration_minutes: (end - start) / 60_000,
  };
}

function alternativesOf(
  error: unknown,
  visit: Appointment,
  { lane, start, end }: Place,
  lanes: Lanes,
): readonly ToastAction[] {
  if (!isProblem(error, 'slot_taken')) return [];
  return error.problem.alternatives.map((slot) => {
    const at = Date.parse(slot.starts_at);
    const user = slot.user_ids.includes(lane ?? '') ? lane : (slot.user_ids[0] ?? null);
    return {
      label: `${lanes.formats.time(at)} ${lanes.nameOf(user)}`,
      run: () => void moveVisit(visit, { lane: user, start: at, end: at + end - start }, lanes),
    };
  });
}
