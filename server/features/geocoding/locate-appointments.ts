import { toUuid } from '../../domain/ids.ts';
import type { Reaction } from '../../platform/events/reaction.ts';
import { isObject } from '../../platform/is-object.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { appointmentBooked, appointmentUpdated } from '../calendar/index.ts';
import { locateAppointment } from './locate-appointment.task.ts';

/** Queues the search for the coordinates of each visit that has an address but none, in the transaction that books or changes it. */
export const locateAppointments: Reaction = {
  types: [appointmentBooked.type, appointmentUpdated.type],
  async handle(tx, events) {
    for (const { data } of events) {
      if (!isObject(data) || typeof data.appointment_id !== 'string') continue;
      const { location } = data;
      if (!isObject(location) || location.address === undefined) continue;
      if ('latitude' in location && 'longitude' in location) continue;
      const appointment_id = toUuid('appointment', data.appointment_id);
      if (appointment_id !== null) enqueue(tx, locateAppointment, { appointment_id });
    }
  },
};
