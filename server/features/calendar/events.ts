import { eventTypeFor } from '../../platform/events/event.ts';
import { Appointment } from './appointment-schemas.ts';

const appointmentEvent = eventTypeFor(Appointment, 'appointments:read');

export const appointmentHeld = appointmentEvent(
  'appointment.held',
  'A slot was held for a limited time.',
  ({ starts_at }) => `Slot held for ${starts_at}`,
);
export const appointmentBooked = appointmentEvent(
  'appointment.booked',
  'An appointment was booked. The event contains everything that an external calendar needs.',
  ({ type, starts_at }) => `Appointment booked (${type}) for ${starts_at}`,
);
export const appointmentConfirmed = appointmentEvent(
  'appointment.confirmed',
  'The contact confirmed an appointment.',
  'Appointment confirmed',
);
export const appointmentRescheduled = appointmentEvent(
  'appointment.rescheduled',
  'An appointment was rescheduled; `previous` has the old time.',
  ({ starts_at }) => `Appointment rescheduled to ${starts_at}`,
);
export const appointmentAssigned = appointmentEvent(
  'appointment.assigned',
  'An appointment was assigned to a user, or unassigned and moved back to the tray; `previous` has the old assignee.',
  ({ assignee }) =>
    assignee === null ? 'Appointment unassigned' : `Appointment assigned to ${assignee.name}`,
);
export const appointmentUpdated = appointmentEvent(
  'appointment.updated',
  'Details of an appointment changed.',
  'Appointment changed',
);
export const appointmentDispatched = appointmentEvent(
  'appointment.dispatched',
  'The assigned user was dispatched to an appointment.',
  ({ assignee }) => `${assignee?.name ?? 'A user'} was dispatched`,
);
export const appointmentEnRoute = appointmentEvent(
  'appointment.en_route',
  'The assigned user is on the way to an appointment.',
  ({ assignee, eta_minutes }) =>
    `${assignee?.name ?? 'A user'} is on the way${eta_minutes === null ? '' : `, expected in ${eta_minutes} minutes`}`,
);
export const appointmentRunningLate = appointmentEvent(
  'appointment.running_late',
  'The assigned user will be late for an appointment; `eta_at` says when they are expected.',
  ({ assignee, eta_minutes }) =>
    `${assignee?.name ?? 'A user'} is late, expected in ${eta_minutes} minutes`,
);
export const appointmentStranded = appointmentEvent(
  'appointment.stranded',
  'The assigned user of a booked appointment is off at that time or was deactivated. The appointment stays assigned until someone changes it.',
  ({ assignee }) => `${assignee?.name ?? 'The assigned user'} will not make the appointment`,
);
export const appointmentStarted = appointmentEvent(
  'appointment.started',
  'The work of an appointment started.',
  'Appointment started',
);
export const appointmentCompleted = appointmentEvent(
  'appointment.completed',
  'The work of an appointment was completed.',
  'Appointment completed',
);
export const appointmentNoShow = appointmentEvent(
  'appointment.no_show',
  'The contact was not there at the time of an appointment.',
  'Appointment marked as a no-show',
);
export const appointmentStepUndone = appointmentEvent(
  'appointment.step_undone',
  'The last step of an appointment was undone: `previous.status` is what it was, `status` what it is again.',
  ({ status }) => `Step undone, the appointment is ${status} again`,
);
export const appointmentCanceled = appointmentEvent(
  'appointment.canceled',
  'An appointment was canceled, or a hold expired before it was booked; `cancel_reason` says why.',
  ({ cancel_reason }) =>
    cancel_reason === null ? 'Appointment canceled' : `Appointment canceled: ${cancel_reason}`,
);
export const appointmentReviewed = appointmentEvent(
  'appointment.reviewed',
  'The customer reviewed a completed appointment, or changed the review; `previous` has the earlier one.',
  ({ review }) => `Visit reviewed: ${review?.rating} of 5 stars`,
);
