import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stateOf, waitingTimes } from './inbox-item.ts';

const at = (hour: number) => new Date(Date.UTC(2027, 2, 1, hour));
const marks = (done: number | null, snoozed: readonly [at: number, until: number] | null) => ({
  inbox_done_at: done === null ? null : at(done),
  inbox_snoozed_at: snoozed && at(snoozed[0]),
  inbox_snoozed_until: snoozed && at(snoozed[1]),
});

describe('an inbox item', () => {
  it('has the reasons that hold, and waits since the newest', () => {
    const none = {
      new_lead: null,
      reply_unanswered: null,
      duplicate_to_decide: null,
      call_due: null,
      task_due: null,
      message_failed: null,
    };
    assert.deepEqual(waitingTimes(none), { reasons: [], newest: null });
    const some = { ...none, new_lead: at(8), call_due: at(10), message_failed: at(9) };
    assert.deepEqual(waitingTimes(some), {
      reasons: ['new_lead', 'call_due', 'message_failed'],
      newest: at(10),
    });
  });

  it('is done until something newer waits, also if it was snoozed before', () => {
    const done = { waitingSince: at(8), snoozedUntil: null, doneAt: at(9) };
    assert.deepEqual(stateOf(marks(9, null), at(8), at(12)), done);
    assert.deepEqual(stateOf(marks(9, [8, 20]), at(8), at(12)), done);
    const back = { waitingSince: at(10), snoozedUntil: null, doneAt: null };
    assert.deepEqual(stateOf(marks(9, null), at(10), at(12)), back);
  });

  it('is snoozed until its time, and then waits since that time', () => {
    const snoozed = { waitingSince: at(8), snoozedUntil: at(20), doneAt: null };
    assert.deepEqual(stateOf(marks(null, [9, 20]), at(8), at(12)), snoozed);
    const ended = { waitingSince: at(20), snoozedUntil: null, doneAt: null };
    assert.deepEqual(stateOf(marks(null, [9, 20]), at(8), at(21)), ended);
    const woken = { waitingSince: at(11), snoozedUntil: null, doneAt: null };
    assert.deepEqual(stateOf(marks(null, [9, 20]), at(11), at(12)), woken);
    assert.deepEqual(stateOf(marks(null, [9, 20]), at(11), at(21)), woken);
  });

  it('waits for nothing without a reason', () => {
    const state = { waitingSince: null, snoozedUntil: null, doneAt: null };
    assert.deepEqual(stateOf(marks(null, [9, 20]), null, at(21)), state);
  });
});
