import { toUuid } from '../../domain/ids.ts';
import type { PendingEvent } from '../../platform/events/event.ts';
import type { Reaction } from '../../platform/events/reaction.ts';
import { isObject } from '../../platform/is-object.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import {
  appointmentAssigned,
  appointmentBooked,
  appointmentHeld,
  appointmentRescheduled,
  appointmentUpdated,
} from '../calendar/index.ts';
import { propertyEvents } from '../properties/index.ts';
import { type RouteTask, routePlace } from './route-place.task.ts';

const { propertyCreated, propertyUpdated } = propertyEvents;

/** Queues the question about the ways from a place and to it, in the transaction that books, moves or locates it. */
export const routePlaces: Reaction = {
  types: [
    ...[appointmentHeld, appointmentBooked, appointmentRescheduled, appointmentAssigned],
    ...[appointmentUpdated, propertyCreated, propertyUpdated],
  ].map(({ type }) => type),
  async handle(tx, events) {
    const tasks = events.flatMap(taskOf).map((task) => [JSON.stringify(task), task] as const);
    // A change that is several things at once has several events.
    for (const task of new Map(tasks).values()) enqueue(tx, routePlace, task);
  },
};

function taskOf({ data }: PendingEvent): RouteTask[] {
  if (!isObject(data)) return [];
  if (typeof data.appointment_id === 'string' && isLocated(data.location)) {
    const appointment_id = toUuid('appointment', data.appointment_id);
    return appointment_id === null ? [] : [{ appointment_id }];
  }
  if (typeof data.property_id === 'string' && isLocated(data.coordinates)) {
    const property_id = toUuid('property', data.property_id);
    return property_id === null ? [] : [{ property_id }];
  }
  return [];
}

function isLocated(value: unknown): boolean {
  return isObject(value) && 'latitude' in value && 'longitude' in value;
}
