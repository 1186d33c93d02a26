import { endedTimersBy, type TimedAppointment } from '../../domain/appointment-timers.ts';
import { toUuid } from '../../domain/ids.ts';
import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { PendingEvent } from '../../platform/events/event.ts';
import type { Reaction } from '../../platform/events/reaction.ts';
import { isObject } from '../../platform/is-object.ts';
import {
  appointmentCanceled,
  appointmentCompleted,
  appointmentNoShow,
  appointmentRescheduled,
  appointmentStarted,
  appointmentStepUndone,
} from './events.ts';

/** For the timers of higher features, such as reminders, which follow the time of an appointment. */

const TIMES = 'a.appointment_id, a.starts_at, a.ends_at, a.status';

const lockShared = statement(
  'lock_times_of_appointment',
  `select ${TIMES} from appointments a
   where a.organization_id = $1 and a.appointment_id = $2 for share`,
);
const lockSharedOrSkip = statement(
  'lock_times_of_appointment_or_skip',
  `${lockShared.text} skip locked`,
);

/** The appointment cannot be moved until the end of the transaction. */
export function lockTimesOfAppointment(tx: Tx, appointmentId: string): Promise<TimedAppointment> {
  const values = [tx.organizationId, appointmentId];
  return foundRow(tx.query<TimedAppointment>(lockShared, values), 'appointment');
}

/** The same without waiting, for a transaction that holds a lock the other one may need; null if it is being changed. */
export async function tryToLockTimesOfAppointment(
  tx: Tx,
  appointmentId: string,
): Promise<TimedAppointment | null> {
  const values = [tx.organizationId, appointmentId];
  return (await tx.query<TimedAppointment>(lockSharedOrSkip, values))[0] ?? null;
}

/** An appointment that was moved or ended, with the time zone of the organization, which timers count in. */
export interface ChangedAppointment extends TimedAppointment {
  appointment_id: string;
  time_zone: string;
  /** The type of the event whose step was undone: the timers that it ended start again. Null for other changes. */
  undone: string | null;
}

const selectChanged = statement(
  'select_appointments_with_timers',
  `select ${TIMES}, o.time_zone from appointments a join organizations o on o.organization_id = a.organization_id
   where a.organization_id = $1 and a.appointment_id = any ($2) order by a.appointment_id`,
);

const TYPES = [
  appointmentRescheduled,
  appointmentStarted,
  appointmentCompleted,
  appointmentNoShow,
  appointmentCanceled,
  appointmentStepUndone,
].map(({ type }) => type);

/** Calls `follow` for each appointment that a transaction moves or ends, before it commits. */
export function appointmentTimerReaction(
  follow: (tx: Tx, changed: ChangedAppointment) => Promise<void>,
): Reaction {
  return {
    types: TYPES,
    async handle(tx, events) {
      const ids = [...new Set(events.map(appointmentIdOf))].filter((id) => id !== null);
      const values = [tx.organizationId, ids];
      const undone = new Map(events.map((event) => [appointmentIdOf(event), undoneBy(event)]));
      for (const changed of await tx.query<Omit<ChangedAppointment, 'undone'>>(
        selectChanged,
        values,
      )) {
        await follow(tx, { ...changed, undone: undone.get(changed.appointment_id) ?? null });
      }
    },
  };
}

function appointmentIdOf({ data }: PendingEvent): string | null {
  const id = isObject(data) ? data.appointment_id : null;
  return typeof id === 'string' ? toUuid('appointment', id) : null;
}

function undoneBy({ type, previous }: PendingEvent): string | null {
  if (type !== appointmentStepUndone.type || !isObject(previous)) return null;
  return endedTimersBy(previous.status);
}
