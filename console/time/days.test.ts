import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, dateIn, dayIn, daysBetween } from './days.ts';

const HOUR = 60 * 60 * 1000;
const hours = (zone: string, date: string) => {
  const { start, end } = dayIn(zone, date);
  return (end - start) / HOUR;
};

describe('days on the clock of the company', () => {
  it('begin at its midnight, and have 23 or 25 hours when the clocks change', () => {
    assert.equal(dayIn('America/Los_Angeles', '2027-03-02').start, Date.parse('2027-03-02T08:00Z'));
    assert.equal(hours('America/Los_Angeles', '2027-03-02'), 24);
    assert.equal(hours('America/Los_Angeles', '2027-03-14'), 23);
    assert.equal(hours('America/Los_Angeles', '2027-11-07'), 25);
    assert.equal(hours('Europe/Berlin', '2027-03-28'), 23);
    assert.equal(hours('Asia/Kathmandu', '2027-03-28'), 24);
  });

  it('begin at one o’clock where the clocks skip midnight', () => {
    // In Beirut, 28 March 2027 begins at 1:00.
    const { start } = dayIn('Asia/Beirut', '2027-03-28');
    assert.equal(dateIn('Asia/Beirut', start), '2027-03-28');
    assert.equal(dateIn('Asia/Beirut', start - 1), '2027-03-27');
    assert.equal(hours('Asia/Beirut', '2027-03-28'), 23);
  });

  it('follow each other over months, years and leap days', () => {
    assert.equal(addDays('2028-02-28', 1), '2028-02-29');
    assert.equal(addDays('2027-12-31', 1), '2028-01-01');
    assert.equal(addDays('2027-03-01', -1), '2027-02-28');
    assert.equal(daysBetween('2027-02-28', '2027-03-14'), 14);
  });
});
