import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../../packages/sdk/src/problem.ts';
import { fieldsOfFirst, namesOfDay, newDay, refusedDay } from './days.ts';

const refusal = (errors?: readonly { pointer: string }[]) =>
  new ApiError(
    {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'slot_taken',
      detail: 'That time is taken.',
      request_id: 'request_1',
      alternatives: [],
      ...(errors && {
        errors: errors.map((one) => ({
          ...one,
          code: 'slot_taken',
          detail: 'That time is taken.',
        })),
      }),
    },
    new Headers(),
  );

describe('several visits of a job', () => {
  it('go on with the next day, at the same time and with the same person', () => {
    const second = newDay('2027-03-31T09:00', [], 480, 'user_1');
    assert.deepEqual(second, {
      id: 1,
      startsAt: '2027-04-01T09:00',
      minutes: 480,
      userId: 'user_1',
    });
    const other = { ...second, startsAt: '2027-04-02T10:00', minutes: 60, userId: 'user_2' };
    assert.deepEqual(newDay('2027-03-31T09:00', [other], 480, 'user_1'), {
      ...other,
      id: 2,
      startsAt: '2027-04-03T10:00',
    });
    assert.equal(newDay('', [], 480, '').startsAt, '', 'without a first day there is no next one');
  });

  it('show a problem at the visit that it is about', () => {
    assert.deepEqual(namesOfDay(2).slice(0, 1), ['visits/2/starts_at']);
    const fields = { 'visits/0/assigned_to': 'Unknown user.', 'visits/1/starts_at': 'Too late.' };
    assert.deepEqual(fieldsOfFirst(fields), { ...fields, assigned_to: 'Unknown user.' });
    assert.equal(
      fieldsOfFirst({ 'visits/0': 'That time is taken.' }).starts_at,
      'That time is taken.',
    );
    assert.equal(refusedDay(refusal([{ pointer: '/visits/2' }])), 2);
    assert.equal(refusedDay(refusal()), 0);
    assert.equal(refusedDay(new Error('no connection')), 0);
  });
});
