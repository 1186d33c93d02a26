import assert from 'node:assert/strict';
import { countOverlaps, findMismatches, walkBookings } from './booking-walk.ts';
import type { TestService } from './harness.ts';
import { Office } from './office.ts';

/** What must hold after any number of operations, and that each of them was met with success and with refusal. */
export async function assertDayOfBooking(service: TestService, operations: number): Promise<void> {
  const office = await Office.open(service);
  await office.schedule({ buffer_minutes: 10 });
  const answers = await walkBookings({
    call: (method, path, body) => office.api.call(method, path, body),
    operations,
    connections: 32,
    day: Date.parse('2027-03-02T16:00:00Z'),
    seed: 20_270_302,
    tick: () => service.clock.advance(100),
  });

  const unexpected = Object.keys(answers).filter((answer) => !/ (200|201|409)$/.test(answer));
  assert.deepEqual(unexpected, [], JSON.stringify(answers));
  for (const answer of EVERY_OUTCOME) {
    assert((answers[answer] ?? 0) > 0, `no ${answer}: ${JSON.stringify(answers)}`);
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
