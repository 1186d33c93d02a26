import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { timeZonesOfPhone } from './phone-time-zones.ts';
import {
  DEFAULT_QUIET_HOURS,
  nextAllowed,
  quietHoursErrors,
  recipientZones,
} from './quiet-hours.ts';

const MINUTE = 60_000;
const LA = ['America/Los_Angeles'];

const next = (now: string, zones = LA, hours = DEFAULT_QUIET_HOURS) =>
  nextAllowed(new Date(now), hours, zones)?.toISOString() ?? null;

describe('nextAllowed', () => {
  it('is now during allowed hours, to the millisecond, and the next opening otherwise', () => {
    assert.equal(next('2027-03-01T16:00:00.000Z'), '2027-03-01T16:00:00.000Z');
    assert.equal(next('2027-03-01T15:59:59.999Z'), '2027-03-01T16:00:00.000Z');
    assert.equal(next('2027-03-02T04:59:59.999Z'), '2027-03-02T04:59:59.999Z');
    assert.equal(next('2027-03-02T05:00:00.000Z'), '2027-03-02T16:00:00.000Z');
  });

  it('opens at the local start time on days with a clock change', () => {
    assert.equal(next('2027-03-14T06:00:00.000Z'), '2027-03-14T15:00:00.000Z');
    assert.equal(next('2027-11-07T06:00:00.000Z'), '2027-11-07T16:00:00.000Z');
    // 02:30 is skipped: allowed as soon as the clock shows a later time.
    const early = { allowed_from: '02:30', allowed_until: '06:00' };
    assert.equal(next('2027-03-14T09:00:00.000Z', LA, early), '2027-03-14T10:00:00.000Z');
    // 01:30 occurs twice, and in between it is before 01:30 again.
    const twice = { allowed_from: '01:30', allowed_until: '06:00' };
    assert.equal(next('2027-11-07T09:10:00.000Z', LA, twice), '2027-11-07T09:30:00.000Z');
  });

  it('waits until every possible zone allows it, and returns null if that never happens', () => {
    const zones = ['America/New_York', 'America/Los_Angeles'];
    assert.equal(next('2027-03-01T14:00:00.000Z', zones), '2027-03-01T16:00:00.000Z');
    assert.equal(next('2027-03-02T02:00:00.000Z', zones), '2027-03-02T16:00:00.000Z');
    const short = { allowed_from: '10:00', allowed_until: '12:00' };
    assert.equal(next('2027-03-01T18:00:00.000Z', zones, short), null);
  });

  it('finds the same as a check of every minute', () => {
    const zone = fc.constantFrom(
      'America/Los_Angeles',
      'America/New_York',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Europe/London',
      'Pacific/Apia',
    );
    const time = fc
      .integer({ min: 0, max: 24 * 60 - 1 })
      .map(
        (m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`,
      );
    const cases = fc.record({
      zones: fc.uniqueArray(zone, { minLength: 1, maxLength: 3 }),
      times: fc.uniqueArray(time, { minLength: 2, maxLength: 2 }),
      // Around the clock changes in spring and fall, where errors are likely.
      now: fc
        .tuple(
          fc.constantFrom('2027-03-13', '2027-03-27', '2027-04-03', '2027-10-02', '2027-11-06'),
          fc.integer({ min: 0, max: 2 * 24 * 60 }),
        )
        .map(([day, minutes]) => new Date(Date.parse(day) + minutes * MINUTE)),
    });
    fc.assert(
      fc.property(cases, ({ zones, times, now }) => {
        const [allowed_from, allowed_until] = times.toSorted();
        const hours = { allowed_from: allowed_from!, allowed_until: allowed_until! };
        const found = nextAllowed(now, hours, zones);
        const clocks = zones.map((timeZone) => {
          const options = {
            timeZone,
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          } as const;
          return new Intl.DateTimeFormat('en-GB', options);
        });
        const isAllowed = (at: number) =>
          clocks.every((clock) => {
            const shown = clock.format(at);
            return hours.allowed_from <= shown && shown < hours.allowed_until;
          });
        const end = found?.getTime() ?? now.getTime() + 24 * 60 * MINUTE;
        for (let at = now.getTime(); at < end; at += MINUTE) assert(!isAllowed(at));
        if (found) assert(isAllowed(end));
      }),
      { numRuns: 60 },
    );
  });
});

describe('recipientZones', () => {
  it('finds the zone by area code, and all zones of an area code that spans several', () => {
    assert.deepEqual(timeZonesOfPhone('+12125550100'), ['America/New_York']);
    assert.deepEqual(timeZonesOfPhone('+14155550134'), ['America/Los_Angeles']);
    assert.deepEqual(timeZonesOfPhone('+16025550100'), ['America/Phoenix']);
    assert.deepEqual(timeZonesOfPhone('+18085550100'), ['Pacific/Honolulu']);
    assert.deepEqual(timeZonesOfPhone('+12085550100'), ['America/Denver', 'America/Los_Angeles']);
    assert.deepEqual(timeZonesOfPhone('+17095550100'), ['America/Halifax', 'America/St_Johns']);
  });

  it('finds it by country elsewhere', () => {
    assert.deepEqual(timeZonesOfPhone('+442071838750'), ['Europe/London']);
    assert.deepEqual(timeZonesOfPhone('+12425550100'), ['America/Nassau']);
    assert(timeZonesOfPhone('+61212345678').includes('Australia/Perth'));
  });

  it('is the organization’s zone for a number without a place, and without a number', () => {
    for (const phone of [
      '+18005550100',
      '+15550100200',
      '+80012345678',
      '+999',
      'nonsense',
      null,
    ]) {
      assert.deepEqual(recipientZones(phone, 'America/Chicago'), ['America/Chicago']);
    }
  });

  it('contains only existing zones', () => {
    for (let code = 200; code < 1000; code += 1) {
      for (const timeZone of timeZonesOfPhone(`+1${code}5550100`)) {
        new Intl.DateTimeFormat('en', { timeZone });
      }
    }
  });
});

it('quiet hours that allow nothing are refused', () => {
  assert.deepEqual(quietHoursErrors(DEFAULT_QUIET_HOURS, '/quiet_hours'), []);
  const never = { allowed_from: '21:00', allowed_until: '08:00' };
  assert.equal(quietHoursErrors(never, '/quiet_hours')[0]!.pointer, '/quiet_hours/allowed_until');
});
