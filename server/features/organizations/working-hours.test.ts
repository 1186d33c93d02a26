import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';

const MONDAY = { day: 'monday', start: '08:00', end: '17:00' };
const NIGHT_SHIFT = {
  weekly: [
    { day: 'friday', start: '22:00', end: '06:00' },
    { day: 'saturday', start: '22:00', end: '24:00' },
  ],
  exceptions: [
    { date: '2027-12-24', intervals: [] },
    { date: '2028-02-29', intervals: [{ start: '08:00', end: '12:00' }] },
  ],
};

describe('working hours', () => {
  /** Paths of the organization and a user: the same rules apply to both. */
  let paths: string[];
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    paths = ['/v1/organization', `/v1/users/${await createUser()}`];
  });

  async function createUser(fields: object = {}): Promise<string> {
    const { status, body } = await organization.api.post('/v1/users', {
      name: 'Sam',
      email: `${crypto.randomUUID()}@example.com`,
      role: 'technician',
      ...fields,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.user_id;
  }
  const set = (path: string, working_hours: unknown) =>
    organization.api.patch(path, { working_hours });
  const found = (response: ApiResponse) => fieldErrors(response).sort();

  it('are Monday to Friday, 08:00 to 17:00 by default', async () => {
    const { api } = await service.newOrganization();
    const { body } = await api.get('/v1/organization');
    const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    assert.deepEqual(body.working_hours, {
      weekly: weekdays.map((day) => ({ ...MONDAY, day })),
      exceptions: [],
    });
  });

  it('of a user are null by default, and not copied from the organization', async () => {
    const path = `/v1/users/${await createUser()}`;
    assert.equal((await organization.api.get(path)).body.working_hours, null);
    await set('/v1/organization', { weekly: [MONDAY], exceptions: [] });
    assert.equal((await organization.api.get(path)).body.working_hours, null);
    const { body: own } = await set(path, NIGHT_SHIFT);
    assert.deepEqual(own.working_hours, NIGHT_SHIFT);
    const { body: again } = await set(path, null);
    assert.equal(again.working_hours, null);
    const { body: events } = await organization.api.get('/v1/events?type=user.updated&limit=200');
    const [before, after] = events.data.slice(-2);
    assert.deepEqual(before.previous.working_hours, null);
    assert.deepEqual(after.previous.working_hours, NIGHT_SHIFT);
  });

  it('can run past midnight, end at 24:00, and have days off', async () => {
    for (const path of paths) {
      const { status, body } = await set(path, NIGHT_SHIFT);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body.working_hours, NIGHT_SHIFT);
      assert.deepEqual((await organization.api.get(path)).body.working_hours, NIGHT_SHIFT);
    }
    const user = await organization.api.get(
      `/v1/users/${await createUser({ working_hours: NIGHT_SHIFT })}`,
    );
    assert.deepEqual(user.body.working_hours, NIGHT_SHIFT);
  });

  it('can be empty', async () => {
    const none = { weekly: [], exceptions: [] };
    for (const path of paths) {
      assert.deepEqual((await set(path, none)).body.working_hours, none);
    }
  });

  it('are unchanged when the same hours are sent, in any order of members', async () => {
    const hours = { weekly: [MONDAY], exceptions: [{ date: '2027-12-24', intervals: [MORNING] }] };
    const reordered = {
      exceptions: [{ intervals: [{ end: '12:00', start: '08:00' }], date: '2027-12-24' }],
      weekly: [{ end: '17:00', start: '08:00', day: 'monday' }],
    };
    for (const path of paths) {
      const { body: before } = await set(path, hours);
      service.clock.advance(60_000);
      assert.deepEqual((await set(path, reordered)).body, before);
    }
  });

  it('are in the event, with the previous hours', async () => {
    await set('/v1/organization', { weekly: [MONDAY], exceptions: [] });
    const { body } = await set('/v1/organization', NIGHT_SHIFT);
    const { body: events } = await organization.api.get(
      '/v1/events?type=organization.updated&limit=200',
    );
    assert.deepEqual(events.data.at(-1).data, body);
    assert.deepEqual(events.data.at(-1).previous.working_hours, {
      weekly: [MONDAY],
      exceptions: [],
    });
  });

  const MORNING = { start: '08:00', end: '12:00' };
  const dated = (date: string, ...intervals: object[]) => ({ date, intervals });
  const invalid: [title: string, hours: unknown, errors: string[]][] = [
    ['a list', [], [' wrong_type']],
    ['text', 'always', [' wrong_type']],
    ['an empty object', {}, ['/weekly required', '/exceptions required']],
    [
      'unknown members',
      { weekly: [{ ...MONDAY, note: 'x' }], exceptions: [], zone: 'UTC' },
      ['/zone unknown_field', '/weekly/0/note unknown_field'],
    ],
    [
      'missing fields',
      { weekly: [{}], exceptions: [{}, dated('2027-12-24', {})] },
      [
        '/weekly/0/day required',
        '/weekly/0/start required',
        '/weekly/0/end required',
        '/exceptions/0/date required',
        '/exceptions/0/intervals required',
        '/exceptions/1/intervals/0/start required',
        '/exceptions/1/intervals/0/end required',
      ],
    ],
    [
      'wrong types',
      { weekly: [{ day: 1, start: 8, end: null }, null], exceptions: [dated('2027-12-24', [])] },
      [
        '/weekly/0/day wrong_type',
        '/weekly/0/day not_allowed',
        '/weekly/0/start wrong_type',
        '/weekly/0/end wrong_type',
        '/weekly/1 wrong_type',
        '/exceptions/0/intervals/0 wrong_type',
      ],
    ],
    [
      'times and dates that do not exist',
      {
        weekly: [
          { ...MONDAY, start: '25:00' },
          { ...MONDAY, end: '24:01' },
          { ...MONDAY, start: '8:00' },
          { ...MONDAY, start: '24:00', end: '06:00' },
          { ...MONDAY, day: 'Monday' },
        ],
        exceptions: [dated('2027-02-30'), dated('2027-13-01'), dated('24.12.2027')],
      },
      [
        '/weekly/0/start invalid_format',
        '/weekly/1/end invalid_format',
        '/weekly/2/start invalid_format',
        '/weekly/3/start out_of_range',
        '/weekly/4/day not_allowed',
        '/exceptions/0/date invalid_format',
        '/exceptions/1/date invalid_format',
        '/exceptions/2/date invalid_format',
      ],
    ],
    [
      'overlapping hours, also past midnight and past the end of the week',
      {
        weekly: [
          MONDAY,
          { ...MONDAY, start: '16:59', end: '18:00' },
          { day: 'tuesday', start: '22:00', end: '06:00' },
          { day: 'wednesday', start: '05:00', end: '12:00' },
          { day: 'sunday', start: '20:00', end: '09:00' },
        ],
        exceptions: [dated('2027-12-24', MORNING, { start: '11:00', end: '13:00' })],
      },
      [
        '/weekly/0 overlapping',
        '/weekly/1 overlapping',
        '/weekly/3 overlapping',
        '/exceptions/0/intervals/1 overlapping',
      ],
    ],
    [
      'a repeated exception',
      { weekly: [], exceptions: [dated('2027-12-24'), dated('2027-12-24', MORNING)] },
      ['/exceptions/1/date repeated'],
    ],
    [
      'malformed entries, and other errors at their original index',
      {
        weekly: [{ ...MONDAY, start: 'early' }, MONDAY, null, { ...MONDAY, start: '12:00' }],
        exceptions: [{}, dated('2027-12-24'), dated('2027-12-24')],
      },
      [
        '/weekly/0/start invalid_format',
        '/weekly/2 wrong_type',
        '/weekly/3 overlapping',
        '/exceptions/0/date required',
        '/exceptions/0/intervals required',
        '/exceptions/2/date repeated',
      ],
    ],
  ];
  for (const [title, hours, errors] of invalid) {
    it(`are refused with ${title}, and all errors are reported together`, async () => {
      const expected = errors.map((error) => `/working_hours${error}`).sort();
      for (const path of paths) {
        const { body: before } = await organization.api.get(path);
        assert.deepEqual(found(await set(path, hours)), expected);
        assert.deepEqual((await organization.api.get(path)).body, before);
      }
    });
  }

  it('are limited to 70 weekly entries and 500 exceptions with 10 intervals each', async () => {
    const intervals = Array.from({ length: 11 }, (_, hour) => ({
      start: `${hour + 10}:00`,
      end: `${hour + 10}:30`,
    }));
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const weekly = intervals.flatMap((interval) => days.map((day) => ({ day, ...interval })));
    const exceptions = Array.from({ length: 500 }, (_, day) => ({
      date: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
      intervals: intervals.slice(0, 10),
    }));
    const largest = { weekly: weekly.slice(0, 70), exceptions };
    const tooMany = {
      weekly: weekly.slice(0, 71),
      exceptions: [{ date: '2026-12-31', intervals }, ...exceptions],
    };
    for (const path of paths) {
      const { status, body } = await set(path, largest);
      assert.equal(status, 200);
      assert.deepEqual(body.working_hours, largest);
      assert.deepEqual(found(await set(path, tooMany)), [
        '/working_hours/exceptions too_long',
        '/working_hours/exceptions/0/intervals too_long',
        '/working_hours/weekly too_long',
      ]);
    }
  });

  it('of the organization cannot be null', async () => {
    assert.deepEqual(found(await set('/v1/organization', null)), ['/working_hours wrong_type']);
  });
});
