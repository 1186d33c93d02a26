import {
  type Call,
  countOverlaps,
  findMismatches,
  walkBookings,
} from '../server/testing/booking-walk.ts';
import { freshLead } from '../server/testing/leads.ts';
import { type Bench, perSecond, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { type Stand, startStand } from './lib/stand.ts';

const AT_ONCE = 1_000;
const OPERATIONS = 10_000;
const CONNECTIONS = 32;
const DAY = 24 * 60 * 60_000;

/** Nobody is sold a slot twice: a thousand at once for one, and a day of everything at random. */
export const booking: Bench = {
  name: 'booking',
  async run(say) {
    const stand = await startStand();
    try {
      const [first, second] = await stand.makeOrganizations(2);
      return [
        await bookOneSlot(callerOf(stand, first!), say),
        await walkOneDay(stand, callerOf(stand, second!), say),
      ];
    } finally {
      await stand.stop();
    }
  },
};

async function bookOneSlot(call: Call, say: (message: string) => void): Promise<Row> {
  const { body: lead } = await call('POST', '/v1/leads', freshLead());
  const rosa = { name: 'Rosa Delgado', email: 'rosa@example.com', role: 'technician' };
  const { body: user } = await call('POST', '/v1/users', rosa);
  const starts_at = new Date(Math.ceil(Date.now() / DAY + 7) * DAY).toISOString();
  const slot = { lead_id: lead.lead_id, assigned_to: user.user_id, starts_at };
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call('POST', '/v1/appointments', slot)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const count = (passes: (status: number) => boolean) =>
    answers.filter(({ status }) => passes(status)).length;
  const [made, taken, failed] = [
    count((status) => status === 201),
    count((status) => status === 409),
    count((status) => status >= 500),
  ];
  say(`${made} booked, ${taken} refused, ${failed} failed in ${seconds.toFixed(1)} s`);
  return {
    name: `bookings of one slot, ${AT_ONCE} at once`,
    measured: `${made} booked, ${failed} failed`,
    against: `${AT_ONCE} sent`,
    ratio: made + failed,
    bar: '= 1',
    holds: made === 1 && taken === AT_ONCE - 1,
    details: { seconds, made, taken, failed },
  };
}

async function walkOneDay(stand: Stand, call: Call, say: (message: string) => void): Promise<Row> {
  const buffer = { scheduling: { buffer_minutes: 10 } };
  await call('PATCH', '/v1/organization', buffer);
  const startedAt = performance.now();
  const answers = await walkBookings({
    call,
    operations: OPERATIONS,
    connections: CONNECTIONS,
    day: Math.ceil(Date.now() / DAY + 7) * DAY,
    seed: 1,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const overlaps = await countOverlaps(stand.sql);
  const mismatches = await findMismatches(stand.sql);
  const failed = Object.entries(answers)
    .filter(([answer]) => !/ (200|201|409)$/.test(answer))
    .reduce((sum, [, count]) => sum + count, 0);
  const { rows } = await stand.sql.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  say(`${perSecond(OPERATIONS / seconds)}, ${overlaps} overlaps, ${mismatches.length} mismatches`);
  return {
    name: `a day of ${OPERATIONS} random operations on ${CONNECTIONS} connections`,
    measured: `${overlaps} overlaps, ${mismatches.length} mismatches, ${failed} failed`,
    against: 'the table, and its events replayed',
    ratio: overlaps + mismatches.length + failed,
    bar: '= 0',
    holds: overlaps + mismatches.length + failed === 0,
    details: {
      per_second: OPERATIONS / seconds,
      answers,
      deadlocks: rows[0].deadlocks,
      mismatches: mismatches.slice(0, 10),
    },
  };
}
