import assert from 'node:assert/strict';
import { countOverlaps, findMismatches, walkBookings } from './booking-walk.ts';
import type { TestService } from './harness.ts';
import { Office } from './office.ts';

/** Checks the invariants after many random operations, and that each operation was both accepted and refused. */
export async function assertDayOfBooking(service: TestService, operations: number): Promise<void> {
  const office = await Office.open(service);
  await office.schedule({ buffer_minutes: 10 });
  const responses = await walkBookings({
    call: (method, path, body) => office.api.call(method, path, body),
    operations,
    connections: 32,
    day: Date.parse('2027-03-02T16:00:00Z'),
    seed: 20_270_302,
    tick: () => service.clock.advance(100),
  });

  const unexpected = Object.keys(responses).filter((response) => !/ (200|201|409)$/.test(response));
  assert.deepEqual(unexpected, [], JSON.stringify(responses));
  for (const response of EVERY_OUTCOME) {
    assert((responses[response] ?? 0) > 0, `no ${response}: ${JSON.stringify(responses)}`);
  }
  assert.equal(await countOverlaps(service.owner), 0);
  assert.deepEqual(await findMismatches(service.owner), []);
}

const EVERY_OUTCOME = [
  'book 201',
  'book 409',
  'hold 201',
  'take over 201',
  'take over 409',
  'move 200',
  'move 409',
  'cancel 200',
  'confirm 200',
];
