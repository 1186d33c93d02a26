import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filtersOf, queryOf, readLeadSearch, searchOf } from './search.ts';

describe('the filters of the list of leads', () => {
  it('are read from the address, without what is not understood', () => {
    assert.deepEqual(
      readLeadSearch({
        status: ['new', 'nonsense'],
        outcome: 'won',
        since: 'today',
        booked: false,
      }),
      { status: ['new'], outcome: 'won', booked: false },
    );
    assert.deepEqual(readLeadSearch({ status: 'converted' }), { status: ['converted'] });
  });

  it('have a first and a last day', () => {
    const { from, to } = queryOf({ since: '2027-03-01', until: '2027-03-07' });
    assert.deepEqual([from, to], ['2027-03-01', '2027-03-07']);
  });

  it('keep both days when they are saved, if they have a last one', () => {
    const search = readLeadSearch({ since: '2027-02-01', until: '2027-02-28' });
    const saved = filtersOf(search, '2027-03-01');
    assert.deepEqual(searchOf(saved, '2027-03-11'), search);
  });

  it('are the same after they were saved and opened, and a week stays a week', () => {
    const search = readLeadSearch({
      status: ['new', 'qualified'],
      source: 'web_form',
      campaign: 'spring',
      assigned: 'none',
      booked: false,
      since: '2027-02-23',
      deleted: true,
    });
    const saved = filtersOf(search, '2027-03-01');
    assert.deepEqual(searchOf(saved, '2027-03-01'), search);
    assert.equal(searchOf(saved, '2027-03-11').since, '2027-03-05');
    assert.deepEqual(filtersOf({}, '2027-03-01'), {});
    assert.deepEqual(searchOf({}, '2027-03-01'), {});
  });
});
