import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysOf, queryOf, readVisitSearch } from './search.ts';

const TODAY = '2027-03-02';

describe('the address of the visits', () => {
  it('says the days, the person and the review, and nothing that is not understood', () => {
    const search = { from: '2027-03-01', to: '2027-03-31', assigned: 'user_1', reviewed: false };
    assert.deepEqual(readVisitSearch(search), search);
    assert.deepEqual(
      readVisitSearch({ from: 'Monday', to: 7, assigned: 'Rosa', reviewed: 'yes' }),
      {},
    );
  });

  it('is a week from today if it says nothing', () => {
    assert.deepEqual(daysOf({}, TODAY), { from: TODAY, to: '2027-03-08' });
    assert.deepEqual(daysOf({ from: '2027-01-01' }, TODAY), {
      from: '2027-01-01',
      to: '2027-01-07',
    });
    assert.deepEqual(daysOf({ to: '2027-01-07' }, TODAY), { from: '2027-01-07', to: '2027-01-07' });
    assert.deepEqual(daysOf({ to: '2027-03-03' }, TODAY), { from: TODAY, to: '2027-03-03' });
  });

  it('asks for visits that take someone’s time', () => {
    const { status, unassigned } = { unassigned: null, ...queryOf({}, TODAY) };
    assert.equal(unassigned, false);
    assert(!status.some((one) => ['canceled', 'no_show'].includes(one)));
    const ofRosa = queryOf({ assigned: 'user_1' }, TODAY);
    assert.equal('assigned_to' in ofRosa && ofRosa.assigned_to, 'user_1');
  });

  it('asks for visits with or without a review only if the address says so', () => {
    assert(!('reviewed' in queryOf({}, TODAY)));
    for (const reviewed of [true, false]) {
      assert.equal({ reviewed: null, ...queryOf({ reviewed }, TODAY) }.reviewed, reviewed);
    }
  });
});
