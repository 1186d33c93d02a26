import { type Place, placeKey, placeOf, placeOfKey } from '../../domain/distance.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import {
  findAppointment,
  LIVE,
  peopleOf,
  type RoutedPlace,
  saveTravelTimes,
  type TravelTime,
  unknownWays,
} from '../calendar/index.ts';
import { findProperty } from '../properties/index.ts';

const ROUTING: Actor = { type: 'system', id: null, name: 'routing' };
/** With the place itself, a quarter of what OSRM takes in one request. */
const MAX_OTHERS = 24;

export type RouteTask = { appointment_id: string } | { property_id: string };

/**
 * Asks the routing server how long the ways are between a place and the places of visits around that time. One request at a
 * time: the server may be small.
 */
export const routePlace: Task<RouteTask> = {
  name: 'route-place',
  description: 'Asks how long it takes to drive between a place and the visits around it.',
  retryLimit: 4,
  concurrency: 1,
  async handle(context, tasks) {
    for (const task of tasks) await route(context, task);
  },
};

async function route(
  { database, routing }: TaskContext,
  { data, signal }: QueuedTask<RouteTask>,
): Promise<void> {
  if (routing === null) return;
  const options = { organizationId: data.organization_id, actor: ROUTING };
  const found = await database.read(options, async (tx) => {
    const routed = await findRoutedPlace(tx, data);
    return routed && { here: routed.place, others: await unknownWays(tx, routed, MAX_OTHERS) };
  });
  if (found === null || found.others.length === 0) return;
  const keys = [placeKey(found.here), ...found.others];
  const ways = waysOf(keys, await routing.durations(keys.map(placeOfKey), signal));
  if (ways.length > 0) await database.transaction(options, (tx) => saveTravelTimes(tx, ways));
}

/** Null if it has no coordinates, or the visit is over. */
async function findRoutedPlace(tx: Tx, data: RouteTask): Promise<RoutedPlace | null> {
  if ('property_id' in data) {
    const { coordinates } = await findProperty(tx, data.property_id);
    return withPlace(placeOf(coordinates), { at: tx.now, userIds: [] });
  }
  const visit = await findAppointment(tx, data.appointment_id);
  if (!LIVE.includes(visit.status)) return null;
  return withPlace(placeOf(visit.location), { at: visit.starts_at, userIds: peopleOf(visit) });
}

function withPlace(place: Place | null, when: Omit<RoutedPlace, 'place'>): RoutedPlace | null {
  return place && { place, ...when };
}

/** From the first place to the others, and back; without those that the server does not know. */
export function waysOf(
  keys: readonly string[],
  durations: readonly (readonly (number | null)[])[],
): TravelTime[] {
  const [here = '', ...others] = keys;
  return others.flatMap((other, index) => [
    ...wayOf(here, other, durations[0]?.[index + 1]),
    ...wayOf(other, here, durations[index + 1]?.[0]),
  ]);
}

function wayOf(from: string, to: string, seconds: number | null | undefined): TravelTime[] {
  return seconds === null || seconds === undefined ? [] : [{ from, to, seconds }];
}
