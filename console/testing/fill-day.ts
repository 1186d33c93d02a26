import type { ApiClient } from '../../server/testing/api-client.ts';
import { created } from '../../server/testing/created.ts';

/** A person on the dispatch board. */
export interface Lane {
  user_id: string;
  /** Null for a person who is off. */
  utilisation: number | null;
  appointments: readonly { status: string }[];
}

const BEGINS = ['08:30', '10:15', '13:00', '15:15'];
const MINUTES = 90;

/**
 * The demo is a quiet month. For the pictures its customers book more visits of today, as in the season: some are over,
 * some under way, and two have no person yet.
 */
export async function fillDay(api: ApiClient, now: number): Promise<void> {
  const date = new Date(now).toISOString().slice(0, 10);
  const lanes: readonly Lane[] = (await api.get(`/v1/dispatch?date=${date}`)).body.lanes;
  const { body } = await api.get('/v1/customers?limit=60');
  const customers: readonly { customer_id: string; address: string | null }[] = body.data;
  let next = 0;
  const book = async (time: string, assigned_to?: string): Promise<string> => {
    const { customer_id, address } = customers[next % customers.length] ?? {};
    const location = { address, ...placeOf(next) };
    next += 1;
    const starts_at = `${date}T${time}:00-08:00`;
    const visit = { customer_id, location, starts_at, duration_minutes: MINUTES };
    const type = 'service_call';
    const made = await created(api.post('/v1/appointments', { ...visit, type, assigned_to }));
    return made.appointment_id;
  };
  const free = lanes.filter(
    ({ utilisation, appointments }) => utilisation !== null && appointments.length === 0,
  );
  for (const [index, { user_id }] of free.entries()) {
    for (const [turn, time] of BEGINS.entries()) {
      if ((index + turn) % 4 === 3) continue;
      const id = await book(time, user_id);
      const step = stepOf(time, index);
      if (step !== null) await api.post(`/v1/appointments/${id}/${step}`);
    }
  }
  for (const time of ['13:30', '16:00']) await book(time);
}

/** In and around Seattle, at most twenty kilometers apart. */
function placeOf(visit: number): { latitude: number; longitude: number } {
  return { latitude: 47.53 + 0.03 * (visit % 5), longitude: -122.35 + 0.03 * (visit % 4) };
}

/** What has happened by twenty to eleven. */
function stepOf(time: string, index: number): string | null {
  if (time === '08:30') return 'complete';
  if (time === '10:15') return index % 2 === 0 ? 'start' : 'en-route';
  return index % 3 === 0 ? 'confirm' : null;
}
