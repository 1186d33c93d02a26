import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../platform/errors.ts';
import { quoteStatuses, transitions } from './transitions.ts';

type Status = 'open' | 'shut' | 'gone';
type Step = 'shut' | 'open' | 'remove';

const door = transitions<Step, Status>(
  { shut: { from: ['open'] }, open: { from: ['shut'] }, remove: { from: ['open', 'shut'] } },
  { name: 'door', whenOver: 'Buy another one' },
);

function refusalOf(step: Step, status: Status): Problem {
  try {
    door.assertAllowed(step, status);
  } catch (error) {
    assert(error instanceof Problem);
    return error;
  }
  throw new Error(`${step} is allowed from ${status}`);
}

describe('transitions', () => {
  it('lists the steps from a status in the order of the table', () => {
    assert.deepEqual(door.allowedSteps('open'), ['shut', 'remove']);
    assert.deepEqual(door.allowedSteps('gone'), []);
  });

  it('accepts a step that the table allows', () => {
    assert(door.isAllowed('open', 'shut'));
    door.assertAllowed('open', 'shut');
  });

  it('refuses any other step and lists the allowed ones', () => {
    assert(!door.isAllowed('open', 'open'));
    const refusal = refusalOf('open', 'open');
    assert.deepEqual([refusal.status, refusal.code], [409, 'transition_not_allowed']);
    assert.equal(refusal.message, 'This door is open: allowed steps are shut, remove.');
    assert.deepEqual(refusal.extra, { status_now: 'open', allowed: ['shut', 'remove'] });
  });

  it('says what to do when no more steps are allowed', () => {
    const refusal = refusalOf('shut', 'gone');
    assert.equal(refusal.message, 'This door is gone: no more steps are allowed. Buy another one.');
    assert.deepEqual(refusal.extra, { status_now: 'gone', allowed: [] });
  });

  it('quotes statuses for a description', () => {
    assert.equal(quoteStatuses(['open', 'shut']), '`open`, `shut`');
  });
});
