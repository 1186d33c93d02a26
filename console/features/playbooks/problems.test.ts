import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../../packages/sdk/src/problem.ts';
import { newStep } from './draft.ts';
import { addStep } from './edit-steps.ts';
import { problemsOf } from './problems.ts';

const refusal = (errors: object[]) =>
  new ApiError(
    {
      type: 'about:blank',
      title: 'Refused',
      status: 422,
      detail: 'Refused.',
      code: 'validation_failed',
      request_id: 'request',
      errors,
    } as never,
    new Headers(),
  );

describe('the problems of a playbook', () => {
  it('are found at the step and the field that their pointer leads to', () => {
    const branch = newStep('branch', []);
    const text = newStep('send_message', [branch]);
    const steps = addStep([branch], { in: branch.key, side: 'yes' }, text);
    const found = problemsOf(
      refusal([
        { pointer: '/steps/0/when', detail: 'No condition.' },
        { pointer: '/steps/0/then/0/with/body', detail: 'No text.' },
        { pointer: '/trigger/event', detail: 'Unknown event.' },
      ]),
      steps,
    );
    assert.deepEqual(found?.steps.get(branch.key), { when: 'No condition.' });
    assert.deepEqual(found?.steps.get(text.key), { 'with/body': 'No text.' });
    assert.deepEqual(found?.settings, { 'trigger/event': 'Unknown event.' });
    assert.equal(found?.count, 3);
  });

  it('are none if the service says nothing about fields', () => {
    assert.equal(problemsOf(new Error('other'), []), null);
  });
});
