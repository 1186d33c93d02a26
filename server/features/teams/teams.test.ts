import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPublicId, toUuid } from '../../platform/ids.ts';
import type { ApiResponse } from '../../testing/api-client.ts';
import { makeResource } from '../../testing/builders.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

describe('teams', () => {
  let organization: TestOrganization;
  const service = sharedService();

  const startOrganization = async () => {
    organization = await service.newOrganization();
    return organization.api;
  };
  const createUser = (of = organization) => makeResource('user', service, of);
  const createUsers = async (count: number) => {
    const users = [];
    for (let n = 0; n < count; n += 1) users.push(await createUser());
    return users;
  };
  const createTeam = async (fields: object = {}) => {
    const response = await organization.api.post('/v1/teams', { name: 'Heating', ...fields });
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  };
  const eventsOf = async (type: string) =>
    (await organization.api.get(`/v1/events?type=${type}&limit=200`)).body.data;

  it('creates teams, returns them, lists them newest first, and writes events', async () => {
    const api = await startOrganization();
    const [rosa, sam] = await createUsers(2);
    const heating = await createTeam({ name: ' Heating ', members: [sam, rosa] });
    assert.match(heating.team_id, /^team_[0-9a-z]{26}$/);
    assert.deepEqual(heating, {
      team_id: heating.team_id,
      name: 'Heating',
      members: [sam, rosa],
      active: true,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const roofing = await createTeam({ name: 'Roofing', active: false });
    assert.deepEqual(roofing.members, []);
    assert.equal(roofing.active, false);
    assert.deepEqual((await api.get(`/v1/teams/${heating.team_id}`)).body, heating);
    assert.deepEqual((await api.get('/v1/teams')).body.data, [roofing, heating]);
    const page = await api.get('/v1/teams?limit=1');
    assert.deepEqual(page.body.data, [roofing]);
    const next = await api.get(`/v1/teams?limit=1&cursor=${page.body.next_cursor}`);
    assert.deepEqual(next.body, { data: [heating], has_more: false, next_cursor: null });
    assert.deepEqual(
      (await eventsOf('team.created')).map(({ data, previous }: ApiResponse['body']) => [
        data,
        previous,
      ]),
      [
        [heating, null],
        [roofing, null],
      ],
    );
  });

  it('changes only the fields that are sent, and the event has the values before and after', async () => {
    const api = await startOrganization();
    const [rosa, sam, dana] = await createUsers(3);
    const before = await createTeam({ members: [rosa, sam] });
    service.clock.advance(60_000);
    const path = `/v1/teams/${before.team_id}`;
    const { status, body } = await api.patch(path, { members: [dana, rosa] });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...before,
      members: [dana, rosa],
      updated_at: service.clock.now().toISOString(),
    });
    assert.deepEqual((await api.get(path)).body, body);
    const [event] = await eventsOf('team.updated');
    assert.deepEqual(event.data, body);
    assert.deepEqual(event.previous, { members: [rosa, sam], updated_at: before.updated_at });

    const { body: renamed } = await api.patch(path, { name: ' Heating, north ' });
    assert.deepEqual(renamed, { ...body, name: 'Heating, north' });
    assert.deepEqual((await api.patch(path, { members: [] })).body.members, []);
    assert.deepEqual((await api.patch(path, { members: [sam, rosa] })).body.members, [sam, rosa]);
  });

  it('writes no event when nothing changes', async () => {
    const api = await startOrganization();
    const members = await createUsers(2);
    const before = await createTeam({ members });
    service.clock.advance(60_000);
    for (const body of [{}, { members }, { name: ' Heating' }, { active: true }]) {
      const response = await api.patch(`/v1/teams/${before.team_id}`, body);
      assert.equal(response.status, 200);
      assert.deepEqual(response.body, before);
    }
    assert.deepEqual(await eventsOf('team.updated'), []);
  });

  it('requires a unique name among active teams, ignoring case', async () => {
    const api = await startOrganization();
    const first = await createTeam({ name: 'Dächer' });
    const second = await createTeam({ name: 'Roofing' });
    for (const name of ['Dächer', 'dächer', ' DÄCHER ']) {
      const created = await api.post('/v1/teams', { name });
      assert.equal(created.status, 409);
      assert.equal(created.body.code, 'team_name_taken');
      const renamed = await api.patch(`/v1/teams/${second.team_id}`, { name });
      assert.equal(renamed.status, 409);
      assert.equal(renamed.body.code, 'team_name_taken');
    }
    await api.patch(`/v1/teams/${first.team_id}`, { active: false });
    const third = await createTeam({ name: 'dächer' });
    const back = await api.patch(`/v1/teams/${first.team_id}`, { active: true });
    assert.equal(back.body.code, 'team_name_taken');
    const both = await api.patch(`/v1/teams/${first.team_id}`, { active: true, name: 'Gutters' });
    assert.equal(both.status, 200);
    assert.equal((await api.get('/v1/teams')).body.data[0].team_id, third.team_id);

    await startOrganization();
    await createTeam({ name: 'Dächer' });
  });

  it('creates one team when twenty requests use the same name at the same time', async () => {
    const api = await startOrganization();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        api.post('/v1/teams', { name: n % 2 === 0 ? 'Heating' : 'HEATING' }),
      ),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
    assert.equal((await eventsOf('team.created')).length, 1);
  });

  it('applies twenty updates at the same time one after another, and the events show each step', async () => {
    const api = await startOrganization();
    const users = await createUsers(8);
    const team = await createTeam({ members: users });
    const sent = Array.from({ length: 20 }, (_, n) => ({
      name: `Heating ${n}`,
      members: users.filter((_user, index) => (n + 1) & (1 << (index % 5))),
    }));
    const path = `/v1/teams/${team.team_id}`;
    const responses = await Promise.all(sent.map((body) => api.patch(path, body)));
    for (const [n, { status, body }] of responses.entries()) {
      assert.equal(status, 200);
      assert.deepEqual({ name: body.name, members: body.members }, sent[n]);
    }
    const events = await eventsOf('team.updated');
    assert.equal(events.length, 20);
    let state = team;
    for (const { data, previous } of events) {
      for (const [name, value] of Object.entries(previous)) assert.deepEqual(value, state[name]);
      state = data;
    }
    assert.deepEqual((await api.get(path)).body, state);
  });

  it('swaps the names of two teams without reporting a deadlock', async () => {
    const api = await startOrganization();
    const [a, b] = [await createTeam({ name: 'a' }), await createTeam({ name: 'b' })];
    const responses = await Promise.all([
      api.patch(`/v1/teams/${a.team_id}`, { name: 'b' }),
      api.patch(`/v1/teams/${b.team_id}`, { name: 'a' }),
    ]);
    for (const { status } of responses) assert(status === 200 || status === 409, String(status));
    const { body } = await api.get('/v1/teams');
    assert.equal(new Set(body.data.map(({ name }: { name: string }) => name)).size, 2);
  });

  it('accepts only active users of the organization as members, each once', async () => {
    const api = await startOrganization();
    const [rosa, sam] = await createUsers(2);
    const userOfOtherOrganization = await createUser(await service.newOrganization());
    await api.patch(`/v1/users/${sam}`, { active: false });
    const team = await createTeam({ members: [rosa] });
    const invalid: [members: unknown, errors: string[]][] = [
      [[rosa, userOfOtherOrganization], ['/members/1 unknown_user']],
      [
        [sam, rosa, 'user_01h455vb4pex5vsknk084sn02q'],
        ['/members/0 unknown_user', '/members/2 unknown_user'],
      ],
      [
        [rosa, 'nobody', team.team_id, rosa, '', rosa],
        [
          '/members/1 unknown_user',
          '/members/2 unknown_user',
          '/members/3 repeated',
          '/members/4 unknown_user',
          '/members/5 repeated',
        ],
      ],
      [
        [rosa, 7, null],
        ['/members/1 wrong_type', '/members/2 wrong_type'],
      ],
      [rosa, ['/members wrong_type']],
      [null, ['/members wrong_type']],
    ];
    for (const [members, errors] of invalid) {
      assert.deepEqual(
        fieldErrors(await api.post('/v1/teams', { name: 'Other', members })),
        errors,
      );
      assert.deepEqual(
        fieldErrors(await api.patch(`/v1/teams/${team.team_id}`, { members })),
        errors,
      );
    }
    assert.deepEqual((await api.get('/v1/teams')).body.data, [team]);
    assert.deepEqual(await eventsOf('team.updated'), []);
  });

  it('accepts 200 members at most', async () => {
    const api = await startOrganization();
    const id = toUuid('organization', organization.organizationId);
    await service.owner.query(`begin; set local app.organization_id = '${id}'`);
    const { rows } = await service.owner.query(
      `insert into users (organization_id, user_id, name, email, role, active, created_at, updated_at)
       select $1, gen_random_uuid(), 'Sam', n || '@example.com', 'technician', true, now(), now()
       from generate_series(1, 201) as n returning user_id`,
      [id],
    );
    await service.owner.query('commit');
    const members = rows.map(({ user_id }) => toPublicId('user', user_id));
    const team = await createTeam({ members: members.slice(0, 200) });
    assert.deepEqual(
      (await api.get(`/v1/teams/${team.team_id}`)).body.members,
      members.slice(0, 200),
    );
    const tooMany = await api.patch(`/v1/teams/${team.team_id}`, { members });
    assert.deepEqual(fieldErrors(tooMany), ['/members too_long']);
  });

  it('keeps a deactivated member, and accepts the team sent back unchanged', async () => {
    const api = await startOrganization();
    const [rosa, sam, dana] = await createUsers(3);
    const team = await createTeam({ members: [rosa, sam] });
    const path = `/v1/teams/${team.team_id}`;
    await api.patch(`/v1/users/${sam}`, { active: false });
    assert.deepEqual((await api.get(path)).body, team);
    const { status, body } = await api.patch(path, { members: [...team.members, dana] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.members, [rosa, sam, dana]);
    await api.patch(path, { members: [rosa] });
    const back = await api.patch(path, { members: [rosa, sam] });
    assert.deepEqual(fieldErrors(back), ['/members/1 unknown_user']);
  });

  it('keeps one row per removed member, and reuses it when the member returns', async () => {
    const api = await startOrganization();
    const [rosa, sam] = await createUsers(2);
    const { team_id } = await createTeam({ members: [rosa, sam] });
    const rows = async () => {
      const { rows } = await service.owner.query(
        'select user_id, removed_at is null as is_member from team_members where team_id = $1',
        [toUuid('team', team_id)],
      );
      return new Map(rows.map((row) => [toPublicId('user', row.user_id), row.is_member]));
    };
    for (const members of [[sam], [], [sam, rosa], [rosa]]) {
      await api.patch(`/v1/teams/${team_id}`, { members });
      assert.deepEqual(
        await rows(),
        new Map([
          [rosa, members.includes(rosa!)],
          [sam, members.includes(sam!)],
        ]),
      );
    }
    for (const table of ['teams', 'team_members']) {
      await assert.rejects(service.owner.query(`delete from ${table}`), { code: '23001' });
      await assert.rejects(service.owner.query(`truncate ${table} cascade`), { code: '23001' });
    }
  });

  it('reports all errors together', async () => {
    const api = await startOrganization();
    const { team_id } = await createTeam();
    const invalid: [body: object, errors: string[]][] = [
      [
        { name: ' ', members: ['x', 'x'], active: 'yes', lead: 'Rosa' },
        [
          '/active wrong_type',
          '/lead unknown_field',
          '/members/0 unknown_user',
          '/members/1 repeated',
          '/name too_short',
        ],
      ],
      [{ name: 'x'.repeat(201) }, ['/name too_long']],
      [{ name: null, active: null }, ['/active wrong_type', '/name wrong_type']],
      [{ name: 'a\0b' }, ['/name nul_character']],
    ];
    for (const [body, errors] of invalid) {
      assert.deepEqual(fieldErrors(await api.post('/v1/teams', body)).sort(), errors);
      assert.deepEqual(fieldErrors(await api.patch(`/v1/teams/${team_id}`, body)).sort(), errors);
    }
    assert.deepEqual(fieldErrors(await api.post('/v1/teams', {})), ['/name required']);
  });

  it('returns 404 for unknown teams and teams of another organization', async () => {
    await startOrganization();
    const { team_id } = await createTeam();
    const api = await startOrganization();
    for (const id of [team_id, 'team_01h455vb4pex5vsknk084sn02q', await createUser(), 'x']) {
      assert.equal((await api.get(`/v1/teams/${id}`)).status, 404);
      assert.equal((await api.patch(`/v1/teams/${id}`, { name: 'x' })).status, 404);
      assert.equal((await api.patch(`/v1/teams/${id}`, { members: [] })).status, 404);
    }
  });
});
