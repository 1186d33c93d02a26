import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { allowedSteps, endOfWarranty, STATUSES, STEPS, warrantyOf } from './job.ts';

const LOS_ANGELES = 'America/Los_Angeles';

describe('a warranty', () => {
  const days = (completedAt: string, months: number, zone = LOS_ANGELES) => {
    const { startsOn, endsOn } = warrantyOf(new Date(completedAt), months, zone);
    return [startsOn, endsOn];
  };

  it('starts on the day of completion in the organization’s time zone', () => {
    assert.deepEqual(days('2027-03-02T07:59:59Z', 12), ['2027-03-01', '2028-03-01']);
    assert.deepEqual(days('2027-03-02T08:00:00Z', 12), ['2027-03-02', '2028-03-02']);
    assert.deepEqual(days('2027-03-01T15:00:00Z', 1, 'Pacific/Auckland')[0], '2027-03-02');
  });

  it('ends on the same day of the month, or on the last day of a month that is too short', () => {
    assert.deepEqual(days('2027-01-31T20:00:00Z', 1), ['2027-01-31', '2027-02-28']);
    assert.deepEqual(days('2028-01-31T20:00:00Z', 1), ['2028-01-31', '2028-02-29']);
    assert.deepEqual(days('2027-08-31T20:00:00Z', 6), ['2027-08-31', '2028-02-29']);
    assert.deepEqual(days('2027-03-31T20:00:00Z', 1), ['2027-03-31', '2027-04-30']);
    assert.deepEqual(days('2027-12-31T20:00:00Z', 2), ['2027-12-31', '2028-02-29']);
  });

  it('that starts on a leap day ends on a leap day in leap years', () => {
    assert.deepEqual(days('2028-02-29T20:00:00Z', 12), ['2028-02-29', '2029-02-28']);
    assert.deepEqual(days('2028-02-29T20:00:00Z', 48), ['2028-02-29', '2032-02-29']);
    // 2100 has no leap day; 2128 has one.
    assert.deepEqual(days('2096-02-29T20:00:00Z', 48)[1], '2100-02-28');
    assert.deepEqual(days('2028-02-29T20:00:00Z', 1200)[1], '2128-02-29');
  });

  it('is over at midnight after its last day, also when the clocks change', () => {
    const end = (day: string, zone = LOS_ANGELES) => endOfWarranty(day, zone).toISOString();
    assert.equal(end('2028-03-01'), '2028-03-02T08:00:00.000Z');
    assert.equal(end('2028-07-01'), '2028-07-02T07:00:00.000Z');
    assert.equal(end('2028-03-11'), '2028-03-12T08:00:00.000Z');
    assert.equal(end('2028-03-12'), '2028-03-13T07:00:00.000Z');
    // In Cairo that midnight does not exist: the day starts at 01:00.
    assert.equal(end('2027-04-23', 'Africa/Cairo'), '2027-04-23T22:00:00.000Z');
    // Samoa had no 30th of December 2011.
    assert.equal(end('2011-12-29', 'Pacific/Apia'), '2011-12-30T10:00:00.000Z');
  });
});

describe('the table of steps', () => {
  it('is the same as in the decision document', async () => {
    const decision = new URL('../../../docs/decisions/0019-jobs.md', import.meta.url);
    const shown = (await readFile(decision, 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const named = (statuses: readonly string[]) => statuses.map((one) => `\`${one}\``).join(', ');
    const rows = Object.entries(STEPS).map(([step, { from, to, done }]) => {
      const leadsTo = to === null ? 'the status before the pause' : `\`${to}\``;
      return `| \`${step}\` | ${named(from)} | ${leadsTo} | ${named(done)} |`;
    });
    assert.deepEqual(shown, rows);
  });

  it('leads to every status, and out of all except the last two', () => {
    const reached = new Set<string>([
      'contracted',
      ...Object.values(STEPS).map(({ to }) => to ?? ''),
    ]);
    for (const status of STATUSES) assert(reached.has(status), status);
    const last = STATUSES.filter((status) => allowedSteps(status).length === 0);
    assert.deepEqual(last, ['closed', 'canceled']);
  });
});
