import type pg from 'pg';
import { toUuid } from '../domain/ids.ts';
import { firstOf } from './first-of.ts';
import { freshLead } from './leads.ts';

/**
 * A day of an office in which many clients book, move, hold and cancel at random at the same time, far more than
 * fits into the day. Afterwards, the invariants that must always be true are checked.
 */
export interface WalkOptions {
  call: Call;
  operations: number;
  connections: number;
  /** The morning of the day. */
  day: number;
  /** The same seed sends the same requests; their order is random. */
  seed: number;
  /** Called before each operation, to advance the clock. */
  tick?: () => void;
}

export type Call = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; body: Record<string, unknown> }>;

const PEOPLE = 6;
const LEADS = 20;
const QUARTER = 15 * 60_000;
const QUARTERS_OF_DAY = 9 * 4;

/** Returns how often each operation got each status, as { "book 201": 17 }. */
export async function walkBookings(options: WalkOptions): Promise<Record<string, number>> {
  const { below, oneOf } = chance(options.seed);
  const { people, teams, leads } = await createOffice(options.call);
  const [appointments, holds]: [string[], string[]] = [[], []];
  const responses: Record<string, number> = {};

  const when = () => new Date(options.day + below(QUARTERS_OF_DAY) * QUARTER).toISOString();
  const who = () => (below(3) === 0 ? { team_id: oneOf(teams) } : { assigned_to: oneOf(people) });
  const booking = () => ({
    lead_id: oneOf(leads),
    starts_at: when(),
    duration_minutes: 15 * (1 + below(6)),
    ...who(),
  });
  const send = async (name: string, method: string, path: string, body?: object) => {
    const response = await options.call(method, `/v1/appointments${path}`, body);
    responses[`${name} ${response.status}`] = (responses[`${name} ${response.status}`] ?? 0) + 1;
    return response;
  };
  const operations = {
    book: async () => {
      const { status, body } = await send('book', 'POST', '', booking());
      if (status === 201) appointments.push(String(body.appointment_id));
    },
    hold: async () => {
      const hold = { ...booking(), ttl_seconds: 1 + below(20) };
      const { status, body } = await send('hold', 'POST', '/holds', hold);
      if (status === 201) holds.push(String(body.hold_id));
    },
    takeOver: async () => {
      const { status, body } = await send('take over', 'POST', '', { hold_id: oneOf(holds) });
      if (status === 201) appointments.push(String(body.appointment_id));
    },
    move: async () => {
      const reassigned = oneOf([{}, { assigned_to: oneOf(people) }, { assigned_to: null }]);
      const change = { starts_at: when(), ...reassigned };
      await send('move', 'PATCH', `/${oneOf(appointments)}`, change);
    },
    confirm: () => send('confirm', 'POST', `/${oneOf(appointments)}/confirm`),
    cancel: () => send('cancel', 'POST', `/${oneOf(appointments)}/cancel`),
  };
  const early = [operations.book, operations.hold];
  const likely = [
    ...[operations.book, operations.book, operations.book, operations.hold, operations.takeOver],
    ...[operations.move, operations.move, operations.confirm, operations.cancel],
  ];

  let started = 0;
  const connection = async () => {
    while (started < options.operations) {
      started += 1;
      options.tick?.();
      const isEarly = appointments.length === 0 || holds.length === 0;
      await oneOf<() => Promise<unknown>>(isEarly ? early : likely)();
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  return responses;
}

function chance(seed: number) {
  const random = seeded(seed);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(some: readonly T[]) => firstOf(some.slice(below(some.length)));
  return { below, oneOf };
}

async function createOffice(call: Call) {
  const create = async (path: string, id: string, body: object) => {
    const response = await call('POST', path, body);
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    return String(response.body[id]);
  };
  const user = () => ({
    name: 'Sam Ito',
    email: `${crypto.randomUUID()}@example.com`,
    role: 'technician',
  });
  const people: string[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await create('/v1/users', 'user_id', user()));
  const teams: string[] = [];
  // Two people are in both teams, so that locks in different orders would deadlock.
  for (const members of [people.slice(0, 4), people.slice(2).reverse()]) {
    teams.push(await create('/v1/teams', 'team_id', { name: crypto.randomUUID(), members }));
  }
  const leads: string[] = [];
  for (let n = 0; n < LEADS; n += 1) leads.push(await create('/v1/leads', 'lead_id', freshLead()));
  return { people, teams, leads };
}

/** Mulberry32: small, and random enough. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The number of pairs of active appointments of one user that overlap, including buffers. */
export async function countOverlaps(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query(
    `with live as (
       select * from appointments
       where assigned_to is not null and status not in ('completed', 'no_show', 'canceled')
     )
     select count(*)::int as pairs from live a join live b
       on a.organization_id = b.organization_id and a.assigned_to = b.assigned_to
      and a.appointment_id < b.appointment_id
      and a.starts_at < b.blocked_until and b.starts_at < a.blocked_until`,
  );
  return rows[0].pairs;
}

type Snapshot = Record<string, unknown>;

/**
 * Replays the log and returns where it does not match: an event whose `previous` was different, or an appointment
 * whose row differs from the end of the log.
 */
export async function findMismatches(sql: pg.Client): Promise<string[]> {
  const mismatches: string[] = [];
  const { rows: events } = await sql.query<{ type: string; data: Snapshot; previous: Snapshot }>(
    `select type, data, previous from events where type like 'appointment.%' order by organization_id, seq`,
  );
  const replayed = new Map<string, Snapshot>();
  for (const { type, data, previous } of events) {
    const id = String(data.appointment_id);
    const before = replayed.get(id);
    // One change can be several events: rescheduled and reassigned.
    if (JSON.stringify(before) === JSON.stringify(data)) continue;
    const isFirst = type === 'appointment.booked' || type === 'appointment.held';
    if (before === undefined && !isFirst) mismatches.push(`${id} starts with ${type}`);
    for (const [name, value] of Object.entries(previous ?? {})) {
      if (name === 'warnings' || JSON.stringify(before?.[name]) === JSON.stringify(value)) continue;
      mismatches.push(`${id} ${type}: ${name} was not ${JSON.stringify(value)}`);
    }
    replayed.set(id, data);
  }
  const { rows } = await sql.query('select * from appointments');
  const stored = new Map(rows.map((row) => [row.appointment_id, row]));
  for (const [id, shown] of replayed) {
    const row = stored.get(toUuid('appointment', id));
    stored.delete(row?.appointment_id);
    if (summary(row) !== summary(inTable(shown))) mismatches.push(`${id} differs in the table`);
  }
  return [...mismatches, ...[...stored.keys()].map((id) => `${id} has no event`)];
}

function inTable(shown: Snapshot): Snapshot {
  return { ...shown, assigned_to: shown.assigned_to && toUuid('user', String(shown.assigned_to)) };
}

function summary(appointment: Snapshot | undefined): string {
  const { status, assigned_to, lifecycle_number, type, notes, cancel_reason } = appointment ?? {};
  const times = [
    'starts_at',
    'ends_at',
    'hold_expires_at',
    'confirmed_at',
    'canceled_at',
    'updated_at',
  ];
  const known = [status, assigned_to, lifecycle_number, type, notes, cancel_reason];
  const instants = times.map((name) => {
    const time = appointment?.[name];
    if (time == null) return null;
    return time instanceof Date ? time.getTime() : Date.parse(String(time));
  });
  return JSON.stringify([...known, ...instants]);
}
