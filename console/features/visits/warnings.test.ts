import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byDay, inSentences } from './warnings.ts';

const off = 'Rosa Delgado has that time off.';
const late = 'Rosa Delgado does not work at that time.';
const dayOf = (startsAt: string) => startsAt.slice(0, 10);

describe('the warnings about visits', () => {
  it('follow what was done', () => {
    assert.equal(inSentences('Booked.', []), 'Booked.');
    assert.equal(
      inSentences('Booked.', [{ detail: off }, { detail: late }]),
      `Booked. ${off} ${late}`,
    );
  });

  it('are said once for all days that have them', () => {
    const at = (detail: string, day: string, hour: string) => ({
      detail,
      starts_at: `2027-03-0${day}T${hour}:00:00-08:00`,
    });
    const warnings = [
      at(late, '2', '05'),
      at(late, '2', '21'),
      at(off, '3', '09'),
      at(late, '4', '05'),
    ];
    assert.deepEqual(byDay(warnings, dayOf), [
      { detail: `2027-03-02, 2027-03-04: ${late}` },
      { detail: `2027-03-03: ${off}` },
    ]);
    assert.deepEqual(byDay([], dayOf), []);
  });
});
