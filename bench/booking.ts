import {
  type Call,
  countOverlaps,
  findMismatches,
  walkBookings,
} from '../server/testing/booking-walk.ts';
import { freshLead } from '../server/testing/leads.ts';
import { type Print, perSecond, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const AT_ONCE = 1_000;
const OPERATIONS = 10_000;
const CONNECTIONS = 32;
const DAY = 24 * 60 * 60_000;

/** No slot is booked twice: a thousand requests at once for one slot, and a day of random operations. */
export async function booking(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed();
  const [first, second] = await testBed.createOrganizations(2);
  return [
    await bookOneSlot(callerOf(testBed, first!), print),
    await walkOneDay(testBed, callerOf(testBed, second!), print),
  ];
}

async function bookOneSlot(call: Call, print: Print): Promise<Row> {
  const { body: lead } = await call('POST', '/v1/leads', freshLead());
  const rosa = { name: 'Rosa Delgado', email: 'rosa@example.com', role: 'technician' };
  const { body: user } = await call('POST', '/v1/users', rosa);
  const starts_at = new Date(Math.ceil(Date.now() / DAY + 7) * DAY).toISOString();
  const slot = { lead_id: lead.lead_id, assigned_to: user.user_id, starts_at };
  const startedAt = performance.now();
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call('POST', '/v1/appointments', slot)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const count = (passes: (status: number) => boolean) =>
    responses.filter(({ status }) => passes(status)).length;
  const [created, taken, failed] = [
    count((status) => status === 201),
    count((status) => status === 409),
    count((status) => status >= 500),
  ];
  print(`${created} booked, ${taken} refused, ${failed} failed in ${seconds.toFixed(1)} s`);
  return {
    name: `bookings of one slot, ${AT_ONCE} at once`,
    measured: `${created} booked, ${failed} failed`,
    against: `${AT_ONCE} sent`,
    ratio: created + failed,
    target: '= 1',
    passed: created === 1 && taken === AT_ONCE - 1,
    details: { seconds, made: created, taken, failed },
  };
}

async function walkOneDay(testBed: TestBed, call: Call, print: Print): Promise<Row> {
  const buffer = { scheduling: { buffer_minutes: 10 } };
  await call('PATCH', '/v1/organization', buffer);
  const startedAt = performance.now();
  const responses = await walkBookings({
    call,
    operations: OPERATIONS,
    connections: CONNECTIONS,
    day: Math.ceil(Date.now() / DAY + 7) * DAY,
    seed: 1,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const overlaps = await countOverlaps(testBed.sql);
  const mismatches = await findMismatches(testBed.sql);
  const failed = Object.entries(responses)
    .filter(([response]) => !/ (200|201|409)$/.test(response))
    .reduce((sum, [, count]) => sum + count, 0);
  const { rows } = await testBed.sql.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  print(
    `${perSecond(OPERATIONS / seconds)}, ${overlaps} overlaps, ${mismatches.length} mismatches`,
  );
  return {
    name: `a day of ${OPERATIONS} random operations on ${CONNECTIONS} connections`,
    measured: `${overlaps} overlaps, ${mismatches.length} mismatches, ${failed} failed`,
    against: 'the table, and its events replayed',
    ratio: overlaps + mismatches.length + failed,
    target: '= 0',
    passed: overlaps + mismatches.length + failed === 0,
    details: {
      per_second: OPERATIONS / seconds,
      responses: responses,
      deadlocks: rows[0].deadlocks,
      mismatches: mismatches.slice(0, 10),
    },
  };
}
