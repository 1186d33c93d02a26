import { isMark } from '../../domain/erased.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Coordinates } from '../../platform/outbound/geocoder.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import {
  appointmentUpdated,
  changeAppointment,
  type FullAppointment,
  findAppointment,
  isForSomeone,
  isLapsed,
  LIVE,
  lockAppointment,
} from '../calendar/index.ts';
import { earlierCoordinates } from './queries.ts';

const GEOCODING: Actor = { type: 'system', id: null, name: 'geocoding' };

interface LocateTask {
  appointment_id: string;
}

/**
 * Asks the geocoder where a visit takes place, and stores the coordinates in its location. One request at a time, as the
 * operators of such servers ask for.
 */
export const locateAppointment: Task<LocateTask> = {
  name: 'locate-appointment',
  description: 'Finds the coordinates of a visit’s address.',
  retryLimit: 8,
  concurrency: 1,
  async handle(context, tasks) {
    for (const task of tasks) await locate(context, task);
  },
};

async function locate(
  { database, geocoder }: TaskContext,
  { data, signal }: QueuedTask<LocateTask>,
): Promise<void> {
  if (geocoder === null) return;
  const visit = await findUnlocated(database, data.organization_id, data.appointment_id);
  if (visit === null) return;
  const found = visit.known ?? (await geocoder.find(visit.address, signal));
  if (found === null) return;
  const options = { organizationId: data.organization_id, actor: GEOCODING };
  await database.transaction(options, (tx) =>
    saveCoordinates(tx, data.appointment_id, visit.address, found),
  );
}

/** Null if nothing is to be found: the visit has coordinates or no address, or is over. */
function findUnlocated(database: Database, organizationId: string, appointmentId: string) {
  return database.read({ organizationId, actor: GEOCODING }, async (tx) => {
    const visit = await findAppointment(tx, appointmentId);
    const address = addressToFind(visit, tx.now);
    if (address === null || !isForSomeone(visit)) return null;
    return { address, known: await earlierCoordinates(tx, visit.lifecycle_number, address) };
  });
}

/** The visit may have changed while the geocoder searched: then this answer is about another place. */
async function saveCoordinates(
  tx: Tx,
  appointmentId: string,
  address: string,
  found: Coordinates,
): Promise<void> {
  const before = await lockAppointment(tx, appointmentId);
  if (addressToFind(before, tx.now) !== address) return;
  const location = { ...before.location, ...found };
  changeAppointment(tx, before, { location }, appointmentUpdated);
}

function addressToFind(visit: FullAppointment, now: Date): string | null {
  const { address, latitude, longitude } = visit.location ?? {};
  const isOpen = LIVE.includes(visit.status) && !isLapsed(visit, now);
  const isLocated = latitude !== undefined && longitude !== undefined;
  if (address === undefined || isMark(address) || !isOpen || isLocated) return null;
  return address;
}
