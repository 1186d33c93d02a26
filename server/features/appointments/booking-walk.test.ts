import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countOverlaps, findMismatches, walkBookings } from '../../testing/booking-walk.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { Office } from '../../testing/office.ts';

describe('a day of booking, moving, holding, taking over and canceling on 32 connections', () => {
  const service = sharedService();

  it('leaves nobody in two places at once, and a log that tells how it came about', async () => {
    const office = await Office.open(service);
    await office.schedule({ buffer_minutes: 10 });
    const answers = await walkBookings({
      call: (method, path, body) => office.api.call(method, path, body),
      operations: 500,
      connections: 32,
      day: Date.parse('2027-03-02T16:00:00Z'),
      seed: 20_270_302,
      tick: () => service.clock.advance(100),
    });

    const unexpected = Object.keys(answers).filter((answer) => !/ (200|201|409)$/.test(answer));
    assert.deepEqual(unexpected, [], JSON.stringify(answers));
    for (const answer of ['book 201', 'book 409', 'hold 201', 'take over 201', 'take over 409']) {
      assert(answers[answer]! > 0, `${answer} would prove nothing: ${JSON.stringify(answers)}`);
    }
    for (const answer of ['move 200', 'move 409', 'cancel 200', 'confirm 200']) {
      assert(answers[answer]! > 0, `${answer} would prove nothing: ${JSON.stringify(answers)}`);
    }
    assert.equal(await countOverlaps(service.owner), 0);
    assert.deepEqual(await findMismatches(service.owner), []);
  });
});
