import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isExpiring, isShown } from './filters.ts';

describe('the list of estimates', () => {
  it('shows under "open" what the customer can still accept', () => {
    assert.deepEqual(
      ['draft', 'sent', 'viewed', 'accepted'].map((status) => isShown(status, 'open')),
      [false, true, true, false],
    );
    assert.equal(isShown('superseded', 'all'), true);
  });

  it('shows as expiring what ends within a week and is not answered', () => {
    const ends = (valid_until: string, status = 'sent') =>
      isExpiring({ valid_until, status }, '2027-03-01');
    assert.deepEqual([ends('2027-03-08'), ends('2027-03-09')], [true, false]);
    assert.equal(ends('2027-03-02', 'accepted'), false);
  });
});
