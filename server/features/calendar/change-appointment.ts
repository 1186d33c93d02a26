import { localTime } from '../../domain/local-time.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { changeCapacity } from '../capacity/index.ts';
import { saveAppointment } from './appointment-queries.ts';
import { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
import type { Appointment } from './appointment-schemas.ts';

/**
 * Saves a change of a locked appointment and emits its events. Returns the changed appointment. The assignee
 * must stay the same, because the assignee's name is not read again.
 */
export function changeAppointment(
  tx: Tx,
  before: FullAppointment,
  changes: Partial<Omit<AppointmentRow, 'assigned_to'>>,
  ...types: EventType<typeof Appointment>[]
): FullAppointment {
  const after = { ...before, ...changes, ...revised(tx, before) };
  const counts = (row: AppointmentRow) => (row.status === 'canceled' ? [] : [row]);
  if (counts(before).length !== counts(after).length) {
    changeCapacity(tx, { given: counts(before), taken: counts(after) });
  }
  saveAppointment(tx, after);
  const shown = toAppointment(after, tx.now);
  emitAppointmentChange(tx, toAppointment(before, tx.now), shown, ...types);
  return after;
}

/**
 * Every change increments the revision, which tells a subscribed calendar that its copy is outdated. It also has a later
 * time than the one before, even in the same millisecond or by a slow clock, so that `if_updated_at` notices it.
 */
export function revised(
  tx: Tx,
  { revision, updated_at }: AppointmentRow,
): Pick<AppointmentRow, 'revision' | 'updated_at'> {
  const later = Math.max(tx.now.getTime(), updated_at.getTime() + 1);
  return { revision: revision + 1, updated_at: new Date(later) };
}

/** Emits the events of a saved change, with the previous values of the changed fields. */
export function emitAppointmentChange(
  tx: Tx,
  before: Appointment,
  after: Appointment,
  ...types: EventType<typeof Appointment>[]
): void {
  const previous = changedFields(inTimeZoneOf(after, before), after);
  tx.emit(after.lifecycle_number, ...types.map((type) => pendingEvent(type, after, previous)));
}

/** Another assignee may read the same times in another time zone: they have not changed. */
function inTimeZoneOf({ time_zone }: Appointment, before: Appointment): Appointment {
  const local = (time: string) => localTime(new Date(time), time_zone);
  const { starts_at, ends_at, arrival_window } = before;
  return {
    ...before,
    starts_at: local(starts_at),
    ends_at: local(ends_at),
    arrival_window: arrival_window && {
      starts_at: local(arrival_window.starts_at),
      ends_at: local(arrival_window.ends_at),
    },
  };
}
