import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countOverlaps, findMismatches, walkBookings } from '../../testing/booking-walk.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { Office } from '../../testing/office.ts';
import { SEED } from '../../testing/seed.ts';
import { sized } from '../../testing/sized.ts';

const OPERATIONS = sized({ long: 1_000, nightly: 5_000 });
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

describe('a long day of booking, rescheduling, holding, booking holds and canceling on 32 connections', () => {
  const service = sharedService();

  it('never books a user twice at the same time, and its events match the final state', async () => {
    const office = await Office.open(service);
    await office.schedule({ buffer_minutes: 10 });
    const responses = await walkBookings({
      call: (method, path, body) => office.api.call(method, path, body),
      operations: OPERATIONS,
      connections: 32,
      day: Date.parse('2027-03-02T16:00:00Z'),
      seed: SEED,
      tick: () => service.clock.advance(100),
    });

    const unexpected = Object.keys(responses).filter((one) => !/ (200|201|409)$/.test(one));
    assert.deepEqual(unexpected, [], JSON.stringify(responses));
    for (const response of EVERY_OUTCOME) {
      assert((responses[response] ?? 0) > 0, `no ${response}: ${JSON.stringify(responses)}`);
    }
    assert.equal(await countOverlaps(service.owner), 0);
    assert.deepEqual(await findMismatches(service.owner), []);
  });
});
