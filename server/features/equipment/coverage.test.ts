import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coverageOn, dateIn } from './coverage.ts';

const until = (
  manufacturer_warranty_until: string | null,
  labour_warranty_until: string | null = null,
) => ({
  manufacturer_warranty_until,
  labour_warranty_until,
});

describe('the coverage of a machine', () => {
  it('includes the last day of a warranty, and not the day after', () => {
    const machine = until('2027-03-31');
    const covered = { parts: true, labour: false, until: '2027-03-31' };
    assert.deepEqual(coverageOn('2027-03-30', machine), covered);
    assert.deepEqual(coverageOn('2027-03-31', machine), covered);
    const over = { parts: false, labour: false, until: null };
    assert.deepEqual(coverageOn('2027-04-01', machine), over);
  });

  it('is that of parts and of labour, each with its own day', () => {
    const machine = until('2037-03-01', '2029-03-01');
    assert.deepEqual(coverageOn('2029-03-01', machine), {
      parts: true,
      labour: true,
      until: '2037-03-01',
    });
    assert.deepEqual(coverageOn('2029-03-02', machine), {
      parts: true,
      labour: false,
      until: '2037-03-01',
    });
    assert.deepEqual(coverageOn('2027-01-01', until(null, '2027-01-01')), {
      parts: false,
      labour: true,
      until: '2027-01-01',
    });
  });

  it('is nothing without dates', () => {
    assert.deepEqual(coverageOn('2027-01-01', until(null)), {
      parts: false,
      labour: false,
      until: null,
    });
  });

  it('ends on a leap day, and also after the last day of February', () => {
    assert.equal(coverageOn('2028-02-29', until('2028-02-29')).parts, true);
    assert.equal(coverageOn('2028-03-01', until('2028-02-29')).parts, false);
    assert.equal(coverageOn('2028-02-29', until('2028-02-28')).parts, false);
    assert.equal(coverageOn('2027-02-28', until('2027-02-28')).parts, true);
  });

  it('is of the day in the organization’s time zone, also when clocks change', () => {
    const zone = 'America/Los_Angeles';
    assert.equal(dateIn(zone, new Date('2027-04-01T06:59:59Z')), '2027-03-31');
    assert.equal(dateIn(zone, new Date('2027-04-01T07:00:00Z')), '2027-04-01');
    assert.equal(dateIn(zone, new Date('2027-03-14T09:59:59Z')), '2027-03-14');
    assert.equal(dateIn(zone, new Date('2027-03-15T06:59:59Z')), '2027-03-14');
    assert.equal(dateIn(zone, new Date('2027-11-08T07:59:59Z')), '2027-11-07');
    assert.equal(dateIn('Pacific/Kiritimati', new Date('2027-03-31T10:00:00Z')), '2027-04-01');
  });
});
