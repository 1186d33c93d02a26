import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAllowed, STEP_NAMES } from '../../../server/features/jobs/job.ts';
import { moveTo, STATUSES, stepsFor } from './moves.ts';
import { sumsOf } from './sums.ts';

const user = (...scopes: string[]) => ({ scopes });
const dispatcher = user('jobs:read', 'jobs:write');
const technician = user('jobs:own');
const job = (status: string, more = {}) => ({
  status,
  started_at: null,
  scheduled_at: null,
  warranty_months: 12,
  ...more,
});

describe('a card of the board', () => {
  it('is moved by the step that leads to the column', () => {
    assert.deepEqual(moveTo(job('contracted'), 'scheduled', dispatcher), { step: 'schedule' });
    assert.deepEqual(moveTo(job('scheduled'), 'in_progress', dispatcher), { step: 'start' });
    assert.deepEqual(moveTo(job('completed'), 'in_warranty', dispatcher), {
      step: 'enroll-warranty',
    });
    assert.equal(moveTo(job('completed'), 'completed', dispatcher), null);
  });

  it('returns from a pause only to the column where it was', () => {
    const paused = job('on_hold', { scheduled_at: '2027-03-01T16:00:00Z' });
    assert.deepEqual(moveTo(paused, 'scheduled', dispatcher), { step: 'resume' });
    assert.match(JSON.stringify(moveTo(paused, 'in_progress', dispatcher)), /Possible now: Resume/);
  });

  it('says why it cannot be dropped', () => {
    assert.deepEqual(moveTo(job('contracted'), 'closed', dispatcher), {
      why: 'Not possible from “Contracted”. Possible now: Schedule, Start, Pause, Cancel the job.',
    });
    assert.deepEqual(moveTo(job('canceled'), 'scheduled', dispatcher), {
      why: 'This job is over: Canceled. It cannot be moved.',
    });
    const without = job('completed', { warranty_months: 0 });
    assert.match(JSON.stringify(moveTo(without, 'in_warranty', dispatcher)), /has no warranty/);
  });

  it('offers users in the field only their own steps', () => {
    assert.deepEqual(stepsFor(job('scheduled'), technician), ['start', 'pause']);
    assert.deepEqual(stepsFor(job('scheduled'), user('jobs:read')), []);
  });

  it('moves exactly where the service allows it', () => {
    for (const status of STATUSES) {
      const steps = STATUSES.flatMap((target) => {
        const move = moveTo(job(status), target, dispatcher);
        return move && 'step' in move ? [move.step] : [];
      });
      const allowed = STEP_NAMES.filter((step) => isAllowed(step, status));
      assert.deepEqual(steps.toSorted(), allowed.toSorted(), status);
    }
  });
});

describe('sums', () => {
  it('are by currency', () => {
    const sums = sumsOf([
      { amount: 100, currency: 'USD' },
      null,
      { amount: 5, currency: 'EUR' },
      { amount: 1, currency: 'USD' },
    ]);
    assert.deepEqual(sums, [
      { currency: 'USD', amount: 101 },
      { currency: 'EUR', amount: 5 },
    ]);
  });
});
