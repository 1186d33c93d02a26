import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPublicId, toUuid } from '../../platform/ids.ts';
import type { ApiAnswer } from '../../testing/api-client.ts';
import { makeResource } from '../../testing/builders.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

describe('teams', () => {
  let organization: TestOrganization;
  const service = sharedService();

  const begin = async () => {
    organization = await service.newOrganization();
    return organization.api;
  };
  const makeUser = (of = organization) => makeResource('user', service, of);
  const makeUsers = async (count: number) => {
    const users = [];
    for (let n = 0; n < count; n += 1) users.push(await makeUser());
    return users;
  };
  const makeTeam = async (fields: object = {}) => {
    const answer = await organization.api.post('/v1/teams', { name: 'Heating', ...fields });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  const eventsOf = async (type: string) =>
    (await organization.api.get(`/v1/events?type=${type}&limit=200`)).body.data;

  it('are made, read back, listed newest first, and written as events', async () => {
    const api = await begin();
    const [rosa, sam] = await makeUsers(2);
    const heating = await makeTeam({ name: ' Heating ', members: [sam, rosa] });
    assert.match(heating.team_id, /^team_[0-9a-z]{26}$/);
    assert.deepEqual(heating, {
      team_id: heating.team_id,
      name: 'Heating',
      members: [sam, rosa],
      active: true,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const roofing = await makeTeam({ name: 'Roofing', active: false });
    assert.deepEqual(roofing.members, []);
    assert.equal(roofing.active, false);
    assert.deepEqual((await api.get(`/v1/teams/${heating.team_id}`)).body, heating);
    assert.deepEqual((await api.get('/v1/teams')).body.data, [roofing, heating]);
    const page = await api.get('/v1/teams?limit=1');
    assert.deepEqual(page.body.data, [roofing]);
    const next = await api.get(`/v1/teams?limit=1&cursor=${page.body.next_cursor}`);
    assert.deepEqual(next.body, { data: [heating], has_more: false, next_cursor: null });
    assert.deepEqual(
      (await eventsOf('team.created')).map(({ data, previous }: ApiAnswer['body']) => [
        data,
        previous,
      ]),
      [
        [heating, null],
        [roofing, null],
      ],
    );
  });

  it('keep what is not sent, and the event has both states', async () => {
    const api = await begin();
    const [rosa, sam, dana] = await makeUsers(3);
    const before = await makeTeam({ members: [rosa, sam] });
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

  it('do not change, and write no event, when what is sent is what they are', async () => {
    const api = await begin();
    const members = await makeUsers(2);
    const before = await makeTeam({ members });
    service.clock.advance(60_000);
    for (const body of [{}, { members }, { name: ' Heating' }, { active: true }]) {
      const answer = await api.patch(`/v1/teams/${before.team_id}`, body);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, before);
    }
    assert.deepEqual(await eventsOf('team.updated'), []);
  });

  it('have a name of their own among the active ones, in whatever case', async () => {
    const api = await begin();
    const first = await makeTeam({ name: 'Dächer' });
    const second = await makeTeam({ name: 'Roofing' });
    for (const name of ['Dächer', 'dächer', ' DÄCHER ']) {
      const made = await api.post('/v1/teams', { name });
      assert.equal(made.status, 409);
      assert.equal(made.body.code, 'team_name_taken');
      const renamed = await api.patch(`/v1/teams/${second.team_id}`, { name });
      assert.equal(renamed.status, 409);
      assert.equal(renamed.body.code, 'team_name_taken');
    }
    await api.patch(`/v1/teams/${first.team_id}`, { active: false });
    const third = await makeTeam({ name: 'dächer' });
    const back = await api.patch(`/v1/teams/${first.team_id}`, { active: true });
    assert.equal(back.body.code, 'team_name_taken');
    const both = await api.patch(`/v1/teams/${first.team_id}`, { active: true, name: 'Gutters' });
    assert.equal(both.status, 200);
    assert.equal((await api.get('/v1/teams')).body.data[0].team_id, third.team_id);

    await begin();
    await makeTeam({ name: 'Dächer' });
  });

  it('are made once when twenty make the same at once', async () => {
    const api = await begin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        api.post('/v1/teams', { name: n % 2 === 0 ? 'Heating' : 'HEATING' }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
    assert.equal((await eventsOf('team.created')).length, 1);
  });

  it('are as one of twenty at once sent them, and the events tell the way there', async () => {
    const api = await begin();
    const users = await makeUsers(8);
    const team = await makeTeam({ members: users });
    const sent = Array.from({ length: 20 }, (_, n) => ({
      name: `Heating ${n}`,
      members: users.filter((_user, place) => (n + 1) & (1 << (place % 5))),
    }));
    const path = `/v1/teams/${team.team_id}`;
    const answers = await Promise.all(sent.map((body) => api.patch(path, body)));
    for (const [n, { status, body }] of answers.entries()) {
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

  it('trade names without a deadlock showing', async () => {
    const api = await begin();
    const [a, b] = [await makeTeam({ name: 'a' }), await makeTeam({ name: 'b' })];
    const answers = await Promise.all([
      api.patch(`/v1/teams/${a.team_id}`, { name: 'b' }),
      api.patch(`/v1/teams/${b.team_id}`, { name: 'a' }),
    ]);
    for (const { status } of answers) assert(status === 200 || status === 409, String(status));
    const { body } = await api.get('/v1/teams');
    assert.equal(new Set(body.data.map(({ name }: { name: string }) => name)).size, 2);
  });

  it('take only active users of the organization as members, each once', async () => {
    const api = await begin();
    const [rosa, sam] = await makeUsers(2);
    const stranger = await makeUser(await service.newOrganization());
    await api.patch(`/v1/users/${sam}`, { active: false });
    const team = await makeTeam({ members: [rosa] });
    const wrong: [members: unknown, errors: string[]][] = [
      [[rosa, stranger], ['/members/1 unknown_user']],
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
    for (const [members, errors] of wrong) {
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

  it('hold two hundred members, and no more', async () => {
    const api = await begin();
    const { rows } = await service.owner.query(
      `insert into users (organization_id, user_id, name, email, role, active, created_at, updated_at)
       select $1, gen_random_uuid(), 'Sam', n || '@example.com', 'technician', true, now(), now()
       from generate_series(1, 201) as n returning user_id`,
      [toUuid('organization', organization.organizationId)],
    );
    const members = rows.map(({ user_id }) => toPublicId('user', user_id));
    const team = await makeTeam({ members: members.slice(0, 200) });
    assert.deepEqual(
      (await api.get(`/v1/teams/${team.team_id}`)).body.members,
      members.slice(0, 200),
    );
    const over = await api.patch(`/v1/teams/${team.team_id}`, { members });
    assert.deepEqual(fieldErrors(over), ['/members too_long']);
  });

  it('keep a member who is made inactive, and can be sent back as they were read', async () => {
    const api = await begin();
    const [rosa, sam, dana] = await makeUsers(3);
    const team = await makeTeam({ members: [rosa, sam] });
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

  it('keep the row of whoever leaves, once, and take it up again', async () => {
    const api = await begin();
    const [rosa, sam] = await makeUsers(2);
    const { team_id } = await makeTeam({ members: [rosa, sam] });
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

  it('must be whole: everything that is wrong is named at once', async () => {
    const api = await begin();
    const { team_id } = await makeTeam();
    const wrong: [body: object, errors: string[]][] = [
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
    for (const [body, errors] of wrong) {
      assert.deepEqual(fieldErrors(await api.post('/v1/teams', body)).sort(), errors);
      assert.deepEqual(fieldErrors(await api.patch(`/v1/teams/${team_id}`, body)).sort(), errors);
    }
    assert.deepEqual(fieldErrors(await api.post('/v1/teams', {})), ['/name required']);
  });

  it('that are not there, or another organization’s, are unknown', async () => {
    await begin();
    const { team_id } = await makeTeam();
    const api = await begin();
    for (const id of [team_id, 'team_01h455vb4pex5vsknk084sn02q', await makeUser(), 'x']) {
      assert.equal((await api.get(`/v1/teams/${id}`)).status, 404);
      assert.equal((await api.patch(`/v1/teams/${id}`, { name: 'x' })).status, 404);
      assert.equal((await api.patch(`/v1/teams/${id}`, { members: [] })).status, 404);
    }
  });
});
