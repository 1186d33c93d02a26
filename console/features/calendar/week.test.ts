import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byCell, cellKey, firstDayOfWeek, placeOn, weekOf } from './week.ts';

const ZONE = 'America/Los_Angeles';
const HOUR = 60 * 60 * 1000;
const at = (time: string) => Date.parse(time);

describe('the week', () => {
  it('begins on the day on which weeks begin there', () => {
    assert.deepEqual(weekOf('2027-03-03', 1).at(0), '2027-03-01');
    assert.deepEqual(weekOf('2027-03-03', 0).at(0), '2027-02-28');
    assert.deepEqual(weekOf('2027-02-28', 1).at(6), '2027-02-28');
    assert.equal(weekOf('2027-03-03', 1).length, 7);
    assert([0, 1, 6].includes(firstDayOfWeek('en-US')));
  });

  it('moves a visit to the same time of day, also over a change of the clocks', () => {
    const friday = { start: at('2027-03-12T09:00:00-08:00'), end: at('2027-03-12T11:00:00-08:00') };
    const monday = placeOn(friday, '2027-03-15', 'rosa', ZONE);
    assert.deepEqual(monday, {
      lane: 'rosa',
      start: at('2027-03-15T09:00:00-07:00'),
      end: at('2027-03-15T11:00:00-07:00'),
    });
    assert.equal(monday.end - monday.start, 2 * HOUR);
  });

  it('has a visit in the cell of its person and its local date, in order', () => {
    const cards = [
      { id: 'b', lane: 'rosa', start: at('2027-03-02T23:30:00-08:00') },
      { id: 'a', lane: 'rosa', start: at('2027-03-02T09:00:00-08:00') },
      { id: 'c', lane: null, start: at('2027-03-02T09:00:00-08:00') },
    ];
    const cells = byCell(cards, ZONE);
    assert.deepEqual(
      cells.get(cellKey('rosa', '2027-03-02'))?.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.equal(cells.get(cellKey(null, '2027-03-02'))?.length, 1);
  });
});
