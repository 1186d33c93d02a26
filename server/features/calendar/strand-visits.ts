import { statement } from '../../platform/database/statement.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import type { ComingVisits, StrandVisits } from '../organizations/index.ts';
import { TO_COME } from './appointment.ts';
import { FULL_COLUMNS, RELATED_JOINS } from './appointment-queries.ts';
import { type FullAppointment, isForSomeone, toAppointment } from './appointment-row.ts';
import { appointmentStranded } from './events.ts';
import { lockCalendars } from './lock-calendars.ts';

const selectVisits = statement(
  'select_visits_to_strand',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.status = any ($3)
     and a.appointment_id = any (array(
       select p.appointment_id from appointment_people p
       where p.organization_id = $1 and p.user_id = $2 and p.blocks and p.ends_at > $4))
     and a.ends_at > greatest($4::timestamptz, $5::timestamptz) and ($6::timestamptz is null or a.starts_at < $6)
   order by a.starts_at, a.appointment_id`,
);

/** With the calendar locked, a booking at the same time either is found here, or sees that the user is off. */
export const strandVisits: StrandVisits = async (tx, userId, time) => {
  lockCalendars(tx, { userIds: [userId] });
  const span = [time?.starts_at ?? null, time?.ends_at ?? null];
  const values = [tx.organizationId, userId, TO_COME, tx.now, ...span];
  const visits = await tx.query<FullAppointment>(selectVisits, values);
  return visits.filter(isForSomeone).map((row) => {
    const appointment = toAppointment(row, tx.now);
    tx.emit(row.lifecycle_number, pendingEvent(appointmentStranded, appointment));
    const { lifecycle_number } = row;
    const { appointment_id, starts_at, ends_at } = appointment;
    return { appointment_id, lifecycle_number, starts_at, ends_at };
  });
};

const selectComing = statement(
  'select_coming_visits_of_lead',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.lifecycle_number = $2 and a.status = any ($3) and a.ends_at > $4
   order by a.starts_at, a.appointment_id`,
);

/** The visits of a lifecycle that are still to come. */
export const comingVisits: ComingVisits = async (tx, lifecycleNumber) => {
  const values = [tx.organizationId, lifecycleNumber, TO_COME, tx.now];
  const visits = await tx.query<FullAppointment>(selectComing, values);
  return visits.map((row) => toAppointment(row, tx.now));
};
