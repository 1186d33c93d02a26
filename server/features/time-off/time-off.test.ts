import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiAnswer } from '../../testing/api-client.ts';
import { makeResource } from '../../testing/builders.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const JULY = { starts_at: '2027-07-05T00:00:00-07:00', ends_at: '2027-07-19T00:00:00-07:00' };

describe('time off', () => {
  let organization: TestOrganization;
  let rosa: string;
  let sam: string;
  const service = sharedService();
  before(async () => {
    organization = await service.newOrganization();
    [rosa, sam] = [await makeUser(), await makeUser()];
  });

  const makeUser = (of = organization) => makeResource('user', service, of);
  const enter = async (fields: object = {}, { api } = organization) => {
    const answer = await api.post('/v1/time-off', { user_id: rosa, ...JULY, ...fields });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  const eventsOf = async (type: string) =>
    (await organization.api.get(`/v1/events?type=${type}&limit=200`)).body.data;

  it('is entered, read back, and written as an event', async () => {
    const timeOff = await enter({ reason: ' Vacation ' });
    assert.match(timeOff.time_off_id, /^timeoff_[0-9a-z]{26}$/);
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
    for (const reason of [null, '', ' ']) assert.equal((await enter({ reason })).reason, null);
  });

  it('may overlap other time off of the same user, and be of one who is inactive', async () => {
    await enter();
    await enter();
    const user_id = await makeUser();
    await organization.api.patch(`/v1/users/${user_id}`, { active: false });
    await enter({ user_id });
  });

  it('lasts a moment at least and 366 days at most', async () => {
    const starts_at = '2027-07-05T00:00:00Z';
    await enter({ starts_at, ends_at: '2027-07-05T00:00:00.001Z' });
    await enter({ starts_at, ends_at: '2028-07-05T00:00:00Z' });
    for (const ends_at of [
      starts_at,
      '2027-07-04T23:59:59Z',
      '2027-07-05T01:59:59+02:00',
      '2028-07-05T00:00:00.001Z',
    ]) {
      const body = { user_id: rosa, starts_at, ends_at };
      const answer = await organization.api.post('/v1/time-off', body);
      assert.deepEqual(fieldErrors(answer), ['/ends_at out_of_range'], ends_at);
    }
  });

  it('names everything that is wrong with it at once', async () => {
    const wrong: [body: object, errors: string[]][] = [
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
    for (const [body, errors] of wrong) {
      assert.deepEqual(
        fieldErrors(await organization.api.post('/v1/time-off', body)).sort(),
        errors.toSorted(),
      );
    }
  });

  it('of somebody unknown, or of another organization, is refused as not there', async () => {
    const stranger = await makeUser(await service.newOrganization());
    const events = (await eventsOf('time_off.created')).length;
    for (const user_id of [stranger, 'user_01h455vb4pex5vsknk084sn02q', 'nobody', '']) {
      const { status, body } = await organization.api.post('/v1/time-off', { user_id, ...JULY });
      assert.equal(status, 404, user_id);
      assert.equal(body.code, 'not_found');
      assert.match(body.detail, /no such user/);
    }
    assert.equal((await eventsOf('time_off.created')).length, events);
  });

  it('is deleted softly: left out of lists, still readable, and the same when deleted again', async () => {
    const before = await enter();
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

  it('is deleted once when twenty delete it at once', async () => {
    const { time_off_id } = await enter();
    const events = (await eventsOf('time_off.deleted')).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => organization.api.delete(`/v1/time-off/${time_off_id}`)),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal((await eventsOf('time_off.deleted')).length, events + 1);
  });

  it('that is not there, or another organization’s, is unknown', async () => {
    const { time_off_id } = await enter();
    const { api } = await service.newOrganization();
    for (const id of [time_off_id, 'time_off_01h455vb4pex5vsknk084sn02q', rosa, 'x']) {
      assert.equal((await api.get(`/v1/time-off/${id}`)).status, 404);
      assert.equal((await api.delete(`/v1/time-off/${id}`)).status, 404);
    }
    assert.deepEqual((await api.get(`/v1/time-off?user_id=${rosa}`)).body.data, []);
    const { body } = await organization.api.get(`/v1/time-off/${time_off_id}`);
    assert.equal(body.deleted_at, null);
  });

  describe('in a list', () => {
    type Entry = Record<'time_off_id' | 'user_id' | 'starts_at' | 'ends_at', string>;
    /** Newest first. */
    let entries: Entry[];
    before(async () => {
      organization = await service.newOrganization();
      [rosa, sam] = [await makeUser(), await makeUser()];
      entries = [];
      // From a day to a year long, in no order of time.
      for (const [n, month] of [7, 2, 11, 5, 9, 1, 12, 4].entries()) {
        const starts_at = new Date(Date.UTC(2027, month - 1, 1)).toISOString();
        const days = [1, 30, 366, 60][n % 4]!;
        const ends_at = new Date(Date.UTC(2027, month - 1, 1 + days)).toISOString();
        const user_id = n % 3 === 0 ? sam : rosa;
        entries.unshift(await enter({ user_id, starts_at, ends_at }));
      }
      const { time_off_id } = await enter();
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
        const { status, body }: ApiAnswer = await organization.api.get(
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

    it('is shown newest first, page by page, without what was deleted', async () => {
      assert.deepEqual(await list(), entries);
    });

    it('is found by user, by from and to, and by any two or three of them', async () => {
      let nonEmpty = 0;
      for (const user of [undefined, rosa, sam]) {
        for (const from of [undefined, ...TIMES]) {
          for (const to of [undefined, ...TIMES]) {
            if (from && to && Date.parse(from) >= Date.parse(to)) continue;
            const expected = entries.filter(
              (entry) =>
                (!user || entry.user_id === user) &&
                (!from || Date.parse(entry.ends_at) > Date.parse(from)) &&
                (!to || Date.parse(entry.starts_at) < Date.parse(to)),
            );
            const query = {
              ...(user && { user_id: user }),
              ...(from && { from }),
              ...(to && { to }),
            };
            assert.deepEqual(await list(query), expected, JSON.stringify(query));
            if (expected.length > 0) nonEmpty += 1;
          }
        }
      }
      assert(nonEmpty > 50);
    });

    it('counts what touches the span at its ends as outside of it', async () => {
      const day = entries.find(({ ends_at }) => ends_at === '2027-07-02T00:00:00.000Z')!;
      const ids = async (query: Record<string, string>) =>
        (await list({ ...query, user_id: day.user_id })).map(({ time_off_id }) => time_off_id);
      assert(!(await ids({ from: day.ends_at })).includes(day.time_off_id));
      assert(!(await ids({ to: day.starts_at })).includes(day.time_off_id));
      const within = { from: '2027-07-01T12:00:00Z', to: '2027-07-01T12:00:01Z' };
      assert((await ids(within)).includes(day.time_off_id));
    });

    it('is none for a user who is not there', async () => {
      for (const user_id of ['user_01h455vb4pex5vsknk084sn02q', 'nobody', '']) {
        assert.deepEqual(await list({ user_id }), []);
      }
    });

    it('refuses filters that mean nothing, all at once', async () => {
      const wrong: [query: string, errors: string[]][] = [
        ['from=2027-07-01&to=soon', ['/from invalid_format', '/to invalid_format']],
        ['from=2027-07-01T00:00:00', ['/from invalid_format']],
        ['from=2027-07-02T00:00:00Z&to=2027-07-01T00:00:00Z', ['/to out_of_range']],
        ['from=2027-07-02T00:00:00Z&to=2027-07-02T00:00:00Z', ['/to out_of_range']],
        ['until=2027-07-02T00:00:00Z&limit=0', ['/until unknown_parameter', '/limit out_of_range']],
      ];
      for (const [query, errors] of wrong) {
        const answer = await organization.api.get(`/v1/time-off?${query}`);
        assert.deepEqual(fieldErrors(answer), errors, query);
      }
      const { status } = await organization.api.get('/v1/time-off?cursor=x');
      assert.equal(status, 422);
    });
  });
});
