import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byPeriod, bySource, shareOf } from './funnel-sums.ts';

const row = (starts_on: string, source: string, captured: number, sold: number) => ({
  starts_on,
  ends_on: starts_on,
  source,
  captured,
  qualified: captured,
  booked: 0,
  converted: 0,
  sold,
  paid: 0,
});

const ROWS = [
  row('2027-03-01', 'phone', 2, 1),
  row('2027-03-01', 'web', 5, 0),
  row('2027-03-08', 'web', 1, 1),
];

describe('the sums of a funnel', () => {
  it('add up every source of a period', () => {
    const [first, second] = byPeriod(ROWS);
    assert.equal(first?.captured, 7);
    assert.equal(first?.sold, 1);
    assert.equal(second?.captured, 1);
  });

  it('add up every period of a source, the largest first', () => {
    assert.deepEqual(
      bySource(ROWS).map(({ source, captured }) => [source, captured]),
      [
        ['web', 6],
        ['phone', 2],
      ],
    );
  });

  it('have shares in whole percent, and none of nothing', () => {
    assert.equal(shareOf(1, 3), '33 %');
    assert.equal(shareOf(0, 0), '');
  });
});
