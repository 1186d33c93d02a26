import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hoursOf, perPeriod } from './utilization-sums.ts';

const row = (starts_on: string, user_id: string, shift: number, scheduled: number) => ({
  ...{ starts_on, ends_on: starts_on, user_id, user_name: user_id },
  ...{ shift_minutes: shift, scheduled_minutes: scheduled, utilisation: null },
});

describe('the sums of utilization', () => {
  it('add up everyone in a period, and keep the order', () => {
    const rows = [
      row('2027-03-01', 'anna', 480, 60),
      row('2027-03-01', 'rosa', 480, 120),
      row('2027-03-08', 'anna', 0, 30),
    ];
    assert.deepEqual(
      perPeriod(rows).map((one) => [one.starts_on, one.shift_minutes, one.scheduled_minutes]),
      [
        ['2027-03-01', 960, 180],
        ['2027-03-08', 0, 30],
      ],
    );
  });

  it('are shown in hours with one decimal', () => {
    assert.deepEqual([0, 450, 61].map(hoursOf), [0, 7.5, 1]);
  });
});
