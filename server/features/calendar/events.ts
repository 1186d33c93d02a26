import { eventType } from '../../platform/events/event.ts';
import { Appointment } from './appointment-schemas.ts';

export const appointmentHeld = eventType(
  'appointment.held',
  'A time was reserved for a while.',
  Appointment,
  ({ starts_at }) => `Time held for ${starts_at}`,
);
export const appointmentBooked = eventType(
  'appointment.booked',
  'An appointment was booked: it carries all that an external calendar needs.',
  Appointment,
  ({ type, starts_at }) => `Appointment booked (${type}) for ${starts_at}`,
);
export const appointmentConfirmed = eventType(
  'appointment.confirmed',
  'The contact confirmed an appointment.',
  Appointment,
  () => 'Appointment confirmed',
);
export const appointmentRescheduled = eventType(
  'appointment.rescheduled',
  'An appointment was moved to another time: see `previous`.',
  Appointment,
  ({ starts_at }) => `Appointment moved to ${starts_at}`,
);
export const appointmentAssigned = eventType(
  'appointment.assigned',
  'An appointment was given to a user, or put back into the tray: see `previous`.',
  Appointment,
  ({ assignee }) =>
    assignee === null
      ? 'Appointment put back into the tray'
      : `Appointment given to ${assignee.name}`,
);
export const appointmentUpdated = eventType(
  'appointment.updated',
  'Fields of an appointment changed.',
  Appointment,
  () => 'Appointment changed',
);
export const appointmentDispatched = eventType(
  'appointment.dispatched',
  'Somebody was sent to an appointment.',
  Appointment,
  ({ assignee }) => `${assignee?.name ?? 'Somebody'} was dispatched`,
);
export const appointmentEnRoute = eventType(
  'appointment.en_route',
  'Somebody is on the way to an appointment.',
  Appointment,
  ({ assignee }) => `${assignee?.name ?? 'Somebody'} is on the way`,
);
export const appointmentStarted = eventType(
  'appointment.started',
  'The work of an appointment began.',
  Appointment,
  () => 'Appointment started',
);
export const appointmentCompleted = eventType(
  'appointment.completed',
  'The work of an appointment is done.',
  Appointment,
  () => 'Appointment completed',
);
export const appointmentNoShow = eventType(
  'appointment.no_show',
  'Nobody was there at an appointment.',
  Appointment,
  () => 'Nobody was there',
);
export const appointmentCanceled = eventType(
  'appointment.canceled',
  'An appointment was canceled, or a hold ended unused: see `cancel_reason`.',
  Appointment,
  ({ cancel_reason }) =>
    cancel_reason === null ? 'Appointment canceled' : `Appointment canceled: ${cancel_reason}`,
);
