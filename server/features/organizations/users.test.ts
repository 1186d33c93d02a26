import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const ROSA = { name: 'Rosa Delgado', email: 'Rosa@Example.com', role: 'dispatcher' };

describe('users', () => {
  let organization: TestOrganization;
  const service = sharedService();

  const startOrganization = async () => {
    organization = await service.newOrganization();
    return organization.api;
  };
  const eventsOf = async (type: string) => {
    const { body } = await organization.api.get(`/v1/events?type=${type}`);
    return body.data;
  };

  it('creates users, returns them, lists them newest first, and writes events', async () => {
    const api = await startOrganization();
    const { status, body: rosa } = await api.post('/v1/users', { ...ROSA, name: ' Rosa Delgado ' });
    assert.equal(status, 201);
    assert.match(rosa.user_id, /^user_[0-9a-z]{26}$/);
    assert.deepEqual(rosa, {
      user_id: rosa.user_id,
      ...ROSA,
      time_zone: null,
      skills: [],
      working_hours: null,
      takes_visits: false,
      phone: null,
      start_location: null,
      avatar_file_id: null,
      active: true,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const { body: sam } = await api.post('/v1/users', {
      name: 'Sam',
      email: 'sam@example.com',
      role: 'technician',
      active: false,
    });
    assert.equal(sam.active, false);
    assert.deepEqual((await api.get(`/v1/users/${rosa.user_id}`)).body, rosa);
    assert.deepEqual((await api.get('/v1/users')).body.data, [sam, rosa]);
    const page = await api.get('/v1/users?limit=1');
    assert.deepEqual(page.body.data, [sam]);
    const next = await api.get(`/v1/users?limit=1&cursor=${page.body.next_cursor}`);
    assert.deepEqual(next.body, { data: [rosa], has_more: false, next_cursor: null });
    const events = await eventsOf('user.created');
    assert.deepEqual(
      events.map(({ data, previous }: Record<string, unknown>) => ({ data, previous })),
      [
        { data: rosa, previous: null },
        { data: sam, previous: null },
      ],
    );
  });

  it('requires a unique email address in the organization, ignoring case', async () => {
    const api = await startOrganization();
    await api.post('/v1/users', ROSA);
    const { body: sam } = await api.post('/v1/users', { ...ROSA, email: 'sam@example.com' });
    for (const email of ['Rosa@Example.com', 'rosa@example.com', 'ROSA@EXAMPLE.COM']) {
      const added = await api.post('/v1/users', { ...ROSA, email });
      assert.equal(added.status, 409);
      assert.equal(added.body.code, 'email_taken');
      const changed = await api.patch(`/v1/users/${sam.user_id}`, { email });
      assert.equal(changed.status, 409);
      assert.equal(changed.body.code, 'email_taken');
    }
    assert.equal((await api.get('/v1/users')).body.data.length, 2);
    assert.equal((await eventsOf('user.created')).length, 2);

    const otherOrganization = await startOrganization();
    assert.equal((await otherOrganization.post('/v1/users', ROSA)).status, 201);
  });

  it('creates one user when twenty requests arrive at the same time', async () => {
    const api = await startOrganization();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/v1/users', ROSA)),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
    assert.equal((await eventsOf('user.created')).length, 1);
  });

  it('changes only the fields that are sent, and the event has the values before and after', async () => {
    const api = await startOrganization();
    const { body: before } = await api.post('/v1/users', ROSA);
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    const { status, body } = await api.patch(`/v1/users/${before.user_id}`, {
      role: 'owner',
      email: 'rosa@example.com',
    });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...before,
      role: 'owner',
      email: 'rosa@example.com',
      updated_at: now,
    });
    const [event] = await eventsOf('user.updated');
    assert.deepEqual(event.data, body);
    assert.deepEqual(event.previous, {
      role: 'dispatcher',
      email: 'Rosa@Example.com',
      updated_at: before.updated_at,
    });
  });

  it('stores the user’s own time zone and skills, and null for the organization’s time zone', async () => {
    const api = await startOrganization();
    const { body: before } = await api.post('/v1/users', {
      ...ROSA,
      time_zone: 'america/denver',
      skills: ['water_heater_repair', 'hvac_2'],
    });
    assert.equal(before.time_zone, 'America/Denver');
    assert.deepEqual(before.skills, ['water_heater_repair', 'hvac_2']);
    const path = `/v1/users/${before.user_id}`;
    const { body: after } = await api.patch(path, { time_zone: null, skills: ['roofing'] });
    assert.deepEqual(after, { ...before, time_zone: null, skills: ['roofing'] });
    assert.deepEqual((await api.patch(path, { skills: [] })).body.skills, []);
    const [event] = await eventsOf('user.updated');
    assert.deepEqual(event.data, after);
    assert.deepEqual(event.previous, { time_zone: before.time_zone, skills: before.skills });
    const maxSkills = Array.from({ length: 100 }, (_, n) => `s${n}`);
    assert.deepEqual((await api.patch(path, { skills: maxSkills })).body.skills, maxSkills);
  });

  it('sends technicians to visits and others not, unless the user says so', async () => {
    const api = await startOrganization();
    const roles = ['owner', 'dispatcher', 'technician', 'viewer'];
    const users = await Promise.all(
      roles.map(async (role) => {
        const sent = { ...ROSA, email: `${role}@example.com`, role };
        return (await api.post('/v1/users', sent)).body;
      }),
    );
    assert.deepEqual(
      users.map(({ takes_visits }) => takes_visits),
      [false, false, true, false],
    );
    const owner = { ...ROSA, email: 'o@example.com', role: 'owner', takes_visits: true };
    assert.equal((await api.post('/v1/users', owner)).body.takes_visits, true);

    const path = `/v1/users/${users[2].user_id}`;
    assert.equal((await api.patch(path, { role: 'dispatcher' })).body.takes_visits, false);
    assert.equal((await api.patch(path, { takes_visits: true })).body.takes_visits, true);
    const [event] = (await eventsOf('user.updated')).slice(-1);
    assert.equal(event.previous.takes_visits, false);
    assert.equal((await api.patch(path, { takes_visits: null })).body.takes_visits, false);
    assert.equal((await api.patch(path, { takes_visits: 'yes' })).status, 422);
  });

  it('writes no event when nothing changes', async () => {
    const api = await startOrganization();
    const { body: before } = await api.post('/v1/users', ROSA);
    service.clock.advance(60_000);
    for (const body of [{}, ROSA, { active: true }, { name: ' Rosa Delgado' }]) {
      const response = await api.patch(`/v1/users/${before.user_id}`, body);
      assert.equal(response.status, 200);
      assert.deepEqual(response.body, before);
    }
    assert.equal((await eventsOf('user.updated')).length, 0);
  });

  it('reports all errors together', async () => {
    const api = await startOrganization();
    const { body: rosa } = await api.post('/v1/users', ROSA);
    const invalid: [body: Record<string, unknown>, errors: string[]][] = [
      [{}, ['/name required', '/email required', '/role required']],
      [
        { name: ' ', email: 'nobody', role: 'admin', active: 'yes' },
        ['/name too_short', '/email invalid_format', '/role not_allowed', '/active wrong_type'],
      ],
      [{ ...ROSA, name: 'x'.repeat(201) }, ['/name too_long']],
      [{ ...ROSA, email: `${'x'.repeat(250)}@x.co` }, ['/email too_long']],
      [{ ...ROSA, name: 'a\0b' }, ['/name nul_character']],
      [{ ...ROSA, scopes: ['*'] }, ['/scopes unknown_field']],
      [
        {
          ...ROSA,
          time_zone: 'Mars/Olympus',
          skills: ['ac', 'AC repair', 'ac', 7, `x${'y'.repeat(64)}`],
          working_hours: { weekly: [], exceptions: [{ date: '2027-02-30', intervals: [] }] },
        },
        [
          '/time_zone unknown_time_zone',
          '/skills/1 invalid_format',
          '/skills/2 repeated',
          '/skills/3 wrong_type',
          '/skills/4 invalid_format',
          '/working_hours/exceptions/0/date invalid_format',
        ],
      ],
      [
        { ...ROSA, time_zone: '', skills: null },
        ['/time_zone unknown_time_zone', '/skills wrong_type'],
      ],
      [{ ...ROSA, skills: Array.from({ length: 101 }, (_, n) => `s${n}`) }, ['/skills too_long']],
    ];
    for (const [sent, errors] of invalid) {
      const { status, body } = await api.post('/v1/users', sent);
      assert.equal(status, 422);
      const found = body.errors.map((e: Record<string, string>) => `${e.pointer} ${e.code}`);
      assert.deepEqual(found.sort(), errors.sort());
    }
    for (const sent of [{ name: ' ' }, { role: 'admin' }, { email: 'x' }, { active: null }]) {
      const { status } = await api.patch(`/v1/users/${rosa.user_id}`, sent);
      assert.equal(status, 422, JSON.stringify(sent));
    }
  });

  it('returns 404 for an unknown user', async () => {
    const api = await startOrganization();
    for (const id of ['user_01h455vb4pex5vsknk084sn02q', 'lead_01h455vb4pex5vsknk084sn02q', 'x']) {
      assert.equal((await api.get(`/v1/users/${id}`)).status, 404);
      assert.equal((await api.patch(`/v1/users/${id}`, { name: 'x' })).status, 404);
    }
  });
});
