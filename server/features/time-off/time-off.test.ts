import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { makeResource } from '../../testing/builders.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { randomFor } from '../../testing/seed.ts';

const JULY = { starts_at: '2027-07-05T00:00:00-07:00', ends_at: '2027-07-19T00:00:00-07:00' };

describe('time off', () => {
  let organization: TestOrganization;
  let rosa: string;
  let sam: string;
  const service = sharedService();
  before(async () => {
    organization = await service.newOrganization();
    [rosa, sam] = [await createUser(), await createUser()];
  });

  const createUser = (of = organization) => makeResource('user', service, of);
  const create = async (fields: object = {}, { api } = organization) => {
    const response = await api.post('/v1/time-off', { user_id: rosa, ...JULY, ...fields });
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  };
  const eventsOf = async (type: string) =>
    (await organization.api.get(`/v1/events?type=${type}&limit=200`)).body.data;

  it('creates time off, returns it, and writes an event', async () => {
    const timeOff = await create({ reason: ' Vacation ' });
    assert.match(timeOff.time_off_id, /^time_off_[0-9a-z]{26}$/);
    assert.deepEqual(timeOff, {
      time_off_id: timeOff.time_off_id,
      user_id: rosa,
      starts_at: '2027-07-05T07:00:00.000Z',
      ends_at: '2027-07-19T07:00:00.000Z',
      reason: 'Vacation',
      deleted_at: null,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const { body } = await organization.api.get(`/v1/time-off/${timeOff.time_off_id}`);
    assert.deepEqual(body, timeOff);
    const event = (await eventsOf('time_off.created')).at(-1);
    assert.deepEqual(event.data, timeOff);
    assert.equal(event.previous, null);
    for (const reason of [null, '', ' ']) assert.equal((await create({ reason })).reason, null);
  });

  it('can overlap other time off of the same user, and can be of an inactive user', async () => {
    await create();
    await create();
    const user_id = await createUser();
    await organization.api.patch(`/v1/users/${user_id}`, { active: false });
    await create({ user_id });
  });

  it('lasts at least a millisecond and at most 366 days', async () => {
    const starts_at = '2027-07-05T00:00:00Z';
    await create({ starts_at, ends_at: '2027-07-05T00:00:00.001Z' });
    await create({ starts_at, ends_at: '2028-07-05T00:00:00Z' });
    for (const ends_at of [
      starts_at,
      '2027-07-04T23:59:59Z',
      '2027-07-05T01:59:59+02:00',
      '2028-07-05T00:00:00.001Z',
    ]) {
      const body = { user_id: rosa, starts_at, ends_at };
      const response = await organization.api.post('/v1/time-off', body);
      assert.deepEqual(fieldErrors(response), ['/ends_at out_of_range'], ends_at);
    }
  });

  it('reports all errors together', async () => {
    const invalid: [body: object, errors: string[]][] = [
      [{}, ['/user_id required', '/starts_at required', '/ends_at required']],
      [
        { user_id: 7, starts_at: '2027-07-05T00:00:00', ends_at: '2027-07-19', all_day: true },
        [
          '/all_day unknown_field',
          '/user_id wrong_type',
          '/starts_at invalid_format',
          '/ends_at invalid_format',
        ],
      ],
      [
        {
          user_id: rosa,
          starts_at: JULY.ends_at,
          ends_at: JULY.starts_at,
          reason: 'x'.repeat(501),
        },
        ['/reason too_long', '/ends_at out_of_range'],
      ],
      [
        { user_id: rosa, starts_at: '2027-02-30T00:00:00Z', ends_at: null, reason: 7 },
        ['/starts_at invalid_format', '/ends_at wrong_type', '/reason wrong_type'],
      ],
    ];
    for (const [body, errors] of invalid) {
      assert.deepEqual(
        fieldErrors(await organization.api.post('/v1/time-off', body)).sort(),
        errors.toSorted(),
      );
    }
  });

  it('returns 404 for an unknown user or a user of another organization', async () => {
    const userOfOtherOrganization = await createUser(await service.newOrganization());
    const events = (await eventsOf('time_off.created')).length;
    for (const user_id of [
      userOfOtherOrganization,
      'user_01h455vb4pex5vsknk084sn02q',
      'nobody',
      '',
    ]) {
      const { status, body } = await organization.api.post('/v1/time-off', { user_id, ...JULY });
      assert.equal(status, 404, user_id);
      assert.equal(body.code, 'not_found');
      assert.match(body.detail, /no such user/);
    }
    assert.equal((await eventsOf('time_off.created')).length, events);
  });

  it('is left out of lists after deletion, still returned by id, and unchanged when deleted again', async () => {
    const before = await create();
    const path = `/v1/time-off/${before.time_off_id}`;
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    const { status, body } = await organization.api.delete(path);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...before, deleted_at: now, updated_at: now });
    service.clock.advance(60_000);
    assert.deepEqual((await organization.api.delete(path)).body, body);
    assert.deepEqual((await organization.api.get(path)).body, body);
    const listed = await organization.api.get(`/v1/time-off?user_id=${rosa}&limit=200`);
    assert(!JSON.stringify(listed.body).includes(before.time_off_id));
    const events = await eventsOf('time_off.deleted');
    assert.equal(events.length, 1);
    assert.deepEqual(events[0].data, body);
    assert.deepEqual(events[0].previous, { deleted_at: null, updated_at: before.updated_at });
    for (const sql of ['delete from time_off', 'truncate time_off']) {
      await assert.rejects(service.owner.query(sql), { code: '23001' });
    }
  });

  it('is deleted once when ten requests arrive at the same time', async () => {
    const { time_off_id } = await create();
    const events = (await eventsOf('time_off.deleted')).length;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => organization.api.delete(`/v1/time-off/${time_off_id}`)),
    );
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
    assert.equal((await eventsOf('time_off.deleted')).length, events + 1);
  });

  it('returns 404 for unknown time off and time off of another organization', async () => {
    const { time_off_id } = await create();
    const { api } = await service.newOrganization();
    for (const id of [time_off_id, 'time_off_01h455vb4pex5vsknk084sn02q', rosa, 'x']) {
      assert.equal((await api.get(`/v1/time-off/${id}`)).status, 404);
      assert.equal((await api.delete(`/v1/time-off/${id}`)).status, 404);
    }
    assert.deepEqual((await api.get(`/v1/time-off?user_id=${rosa}`)).body.data, []);
    const { body } = await organization.api.get(`/v1/time-off/${time_off_id}`);
    assert.equal(body.deleted_at, null);
  });

  describe('list', () => {
    type Entry = Record<'time_off_id' | 'user_id' | 'starts_at' | 'ends_at', string>;
    /** Newest first. */
    let entries: Entry[];
    before(async () => {
      organization = await service.newOrganization();
      [rosa, sam] = [await createUser(), await createUser()];
      entries = [];
      // From one day to one year long, not in order of time.
      for (const [n, month] of [7, 2, 11, 5, 9, 1, 12, 4].entries()) {
        const starts_at = new Date(Date.UTC(2027, month - 1, 1)).toISOString();
        const days = [1, 30, 366, 60][n % 4]!;
        const ends_at = new Date(Date.UTC(2027, month - 1, 1 + days)).toISOString();
        const user_id = n % 3 === 0 ? sam : rosa;
        entries.unshift(await create({ user_id, starts_at, ends_at }));
      }
      const { time_off_id } = await create();
      await organization.api.delete(`/v1/time-off/${time_off_id}`);
    });

    async function list(query: Record<string, string> = {}): Promise<Entry[]> {
      const seen: Entry[] = [];
      let cursor: string | null = null;
      do {
        const parameters = new URLSearchParams({
          ...query,
          limit: '2',
          ...(cursor && { cursor }),
        });
        const { status, body }: ApiResponse = await organization.api.get(
          `/v1/time-off?${parameters}`,
        );
        assert.equal(status, 200, JSON.stringify(body));
        assert(body.data.length <= 2);
        seen.push(...body.data);
        cursor = body.next_cursor;
      } while (cursor !== null);
      return seen;
    }

    const TIMES = [
      '2026-12-31T00:00:00Z',
      '2027-01-31T00:00:00Z',
      '2027-03-03T02:00:00+02:00',
      '2027-05-01T00:00:00Z',
      '2027-07-01T00:00:00Z',
      '2027-07-02T00:00:00Z',
      '2028-01-01T00:00:00-08:00',
      '2028-12-01T00:00:00Z',
    ];

    it('lists time off newest first, page by page, without deleted time off', async () => {
      assert.deepEqual(await list(), entries);
    });

    it('filters by user, from and to, and by any combination of them', async () => {
      const random = randomFor('filters of listTimeOff');
      const oneOf = <T>(some: readonly T[]): T => some[random.between(0, some.length - 1)]!;
      let nonEmpty = 0;
      for (let count = 0; count < 40; count += 1) {
        const user = oneOf([undefined, rosa, sam]);
        const [one, other] = [oneOf([undefined, ...TIMES]), oneOf([undefined, ...TIMES])];
        const isReversed = one && other && Date.parse(one) > Date.parse(other);
        const [from, to] = isReversed ? [other, one] : [one, other];
        if (from && from === to) continue;
        const expected = entries.filter(
          (entry) =>
            (!user || entry.user_id === user) &&
            (!from || Date.parse(entry.ends_at) > Date.parse(from)) &&
            (!to || Date.parse(entry.starts_at) < Date.parse(to)),
        );
        const query = { ...(user && { user_id: user }), ...(from && { from }), ...(to && { to }) };
        assert.deepEqual(await list(query), expected, JSON.stringify(query));
        if (expected.length > 0) nonEmpty += 1;
      }
      assert(nonEmpty > 10, `only ${nonEmpty} combinations match anything`);
    });

    it('excludes time off that only touches the range', async () => {
      const day = entries.find(({ ends_at }) => ends_at === '2027-07-02T00:00:00.000Z')!;
      const ids = async (query: Record<string, string>) =>
        (await list({ ...query, user_id: day.user_id })).map(({ time_off_id }) => time_off_id);
      assert(!(await ids({ from: day.ends_at })).includes(day.time_off_id));
      assert(!(await ids({ to: day.starts_at })).includes(day.time_off_id));
      const within = { from: '2027-07-01T12:00:00Z', to: '2027-07-01T12:00:01Z' };
      assert((await ids(within)).includes(day.time_off_id));
    });

    it('takes a date as the whole day where the organization is', async () => {
      const { api } = await service.newOrganization();
      await api.patch('/v1/organization', { time_zone: 'America/Los_Angeles' });
      const user = { name: 'Rosa', email: 'rosa@example.com', role: 'technician' };
      const { user_id } = (await api.post('/v1/users', user)).body;
      const evening = {
        starts_at: '2027-07-01T22:00:00-07:00',
        ends_at: '2027-07-01T23:30:00-07:00',
      };
      await api.post('/v1/time-off', { user_id, ...evening });
      const count = async (query: string) =>
        (await api.get(`/v1/time-off?${query}`)).body.data.length;
      assert.equal(await count('from=2027-07-01&to=2027-07-01'), 1);
      assert.equal(await count('from=2027-07-02'), 0);
      assert.equal(await count('to=2027-06-30'), 0);
    });

    it('returns an empty list for an unknown user', async () => {
      for (const user_id of ['user_01h455vb4pex5vsknk084sn02q', 'nobody', '']) {
        assert.deepEqual(await list({ user_id }), []);
      }
    });

    it('reports all invalid filters together', async () => {
      const invalid: [query: string, errors: string[]][] = [
        ['from=2027-02-30&to=soon', ['/from invalid_format', '/to invalid_format']],
        ['from=2027-07-02&to=2027-07-01', ['/to out_of_range']],
        ['from=2027-07-01T00:00:00', ['/from invalid_format']],
        ['from=2027-07-02T00:00:00Z&to=2027-07-01T00:00:00Z', ['/to out_of_range']],
        ['from=2027-07-02T00:00:00Z&to=2027-07-02T00:00:00Z', ['/to out_of_range']],
        ['until=2027-07-02T00:00:00Z&limit=0', ['/until unknown_parameter', '/limit out_of_range']],
      ];
      for (const [query, errors] of invalid) {
        const response = await organization.api.get(`/v1/time-off?${query}`);
        assert.deepEqual(fieldErrors(response), errors, query);
      }
      const { status } = await organization.api.get('/v1/time-off?cursor=x');
      assert.equal(status, 422);
    });
  });
});
