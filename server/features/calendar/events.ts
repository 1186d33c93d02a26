import { eventTypeFor } from '../../platform/events/event.ts';
import { Appointment } from './appointment-schemas.ts';

const eventType = eventTypeFor('appointments:read');

export const appointmentHeld = eventType(
  'appointment.held',
  'A slot was held for a limited time.',
  Appointment,
  ({ starts_at }) => `Slot held for ${starts_at}`,
);
export const appointmentBooked = eventType(
  'appointment.booked',
  'An appointment was booked. The event contains everything that an external calendar needs.',
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
  'An appointment was rescheduled; `previous` has the old time.',
  Appointment,
  ({ starts_at }) => `Appointment rescheduled to ${starts_at}`,
);
export const appointmentAssigned = eventType(
  'appointment.assigned',
  'An appointment was assigned to a user, or unassigned and moved back to the tray; `previous` has the old assignee.',
  Appointment,
  ({ assignee }) =>
    assignee === null ? 'Appointment unassigned' : `Appointment assigned to ${assignee.name}`,
);
export const appointmentUpdated = eventType(
  'appointment.updated',
  'Details of an appointment changed.',
  Appointment,
  () => 'Appointment changed',
);
export const appointmentDispatched = eventType(
  'appointment.dispatched',
  'The assigned user was dispatched to an appointment.',
  Appointment,
  ({ assignee }) => `${assignee?.name ?? 'A user'} was dispatched`,
);
export const appointmentEnRoute = eventType(
  'appointment.en_route',
  'The assigned user is on the way to an appointment.',
  Appointment,
  ({ assignee }) => `${assignee?.name ?? 'A user'} is on the way`,
);
export const appointmentStarted = eventType(
  'appointment.started',
  'The work of an appointment started.',
  Appointment,
  () => 'Appointment started',
);
export const appointmentCompleted = eventType(
  'appointment.completed',
  'The work of an appointment was completed.',
  Appointment,
  () => 'Appointment completed',
);
export const appointmentNoShow = eventType(
  'appointment.no_show',
  'The contact was not there at the time of an appointment.',
  Appointment,
  () => 'Appointment marked as a no-show',
);
export const appointmentCanceled = eventType(
  'appointment.canceled',
  'An appointment was canceled, or a hold expired before it was booked; `cancel_reason` says why.',
  Appointment,
  ({ cancel_reason }) =>
    cancel_reason === null ? 'Appointment canceled' : `Appointment canceled: ${cancel_reason}`,
);
