import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES } from '../../domain/scopes.ts';
import { Authenticator } from '../../platform/auth/authenticator.ts';
import { isOwn } from '../../platform/auth/scopes.ts';
import { startAnotherApp } from '../../testing/another-app.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { passASecond } from '../../testing/pass-time.ts';
import { storedIn } from '../../testing/stored-in.ts';
import { newToken, newUser } from '../../testing/tokens.ts';
import { findCaller } from './find-caller.ts';

const LEAD = { phone: '+15550100200', service_needed: 'water_heater_repair' };
const HOUR_MS = 60 * 60 * 1000;

describe('createToken', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const createToken = (body: Record<string, unknown>, by = organization.api) => newToken(by, body);
  const createUser = (role: string, { api } = organization) => newUser(api, role);

  it('returns 201 with the token and its secret, and writes token.created without the secret', async () => {
    const { token, ...created } = await createToken({
      name: ' Website form ',
      scopes: ['leads:capture'],
    });
    assert.match(token, /^tl_[0-9a-hjkmnp-tv-z]{39}$/);
    const first = (await organization.api.get('/v1/tokens?limit=200')).body.data.at(-1);
    assert.deepEqual(created, {
      token_id: created.token_id,
      name: 'Website form',
      scopes: ['leads:capture'],
      user_id: null,
      allowed_origins: [],
      parent_token_id: first.token_id,
      created_by: { type: 'token', id: first.token_id, name: 'First token' },
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    const { body: events } = await organization.api.get('/v1/events?type=token.created&limit=200');
    assert.deepEqual(events.data.at(-1).data, created);
    const { body: list } = await organization.api.get('/v1/tokens');
    assert.deepEqual(list.data[0], created);
  });

  it('creates a different secret every time', async () => {
    const created = await Promise.all(
      Array.from({ length: 8 }, () => createToken({ scopes: ['leads:read'] })),
    );
    assert.equal(new Set(created.map(({ token }) => token)).size, 8);
  });

  it('lists tokens newest first, page by page', async () => {
    const own = await service.newOrganization();
    for (const name of ['one', 'two', 'three']) {
      await createToken({ name, scopes: ['leads:read'] }, own.api);
    }
    const names: string[] = [];
    let cursor = '';
    do {
      const { body } = await own.api.get(`/v1/tokens?limit=3${cursor && `&cursor=${cursor}`}`);
      names.push(...body.data.map((token: Record<string, string>) => token.name));
      cursor = body.next_cursor;
    } while (cursor);
    assert.deepEqual(names, ['three', 'two', 'one', 'First token']);
  });

  describe('scopes', () => {
    it('grants no scope that the caller does not have', async () => {
      const refused: [own: string[], wanted: string[], missing: string[]][] = [
        [['*'], ['operator'], ['operator']],
        [['*'], ['leads:read', 'operator', '*'], ['operator']],
        [['tokens:write', 'leads:read'], ['*'], ['*']],
        [['tokens:write', 'leads:read'], ['leads:read', 'leads:write'], ['leads:write']],
        [SCOPES.filter((scope) => scope !== 'operator' && !isOwn(scope)), ['*'], ['*']],
      ];
      for (const [own, wanted, missing] of refused) {
        const { token } = await createToken({ scopes: own });
        const { status, body } = await service
          .as(token)
          .post('/v1/tokens', { name: 'More', scopes: wanted });
        assert.equal(status, 403);
        assert.equal(body.code, 'scope_not_held');
        assert.deepEqual(body.required_scopes, missing);
      }
      const { token } = await createToken({ scopes: ['tokens:write', 'leads:read'] });
      const owner = await createUser('owner');
      const { status } = await service
        .as(token)
        .post('/v1/tokens', { name: 'More', user_id: owner.user_id });
      assert.equal(status, 403, 'a caller granted the role of a user without having its scopes');
    });

    it('allows the operator to grant operator', async () => {
      const { token } = await createToken({ scopes: ['operator'] }, service.operator);
      const { status } = await service.as(token).post('/v1/organizations', {
        name: 'Birch Plumbing',
        time_zone: 'Europe/London',
        country: 'GB',
      });
      assert.equal(status, 201);
    });
  });

  describe('for a user', () => {
    it('is limited to its own scopes', async () => {
      const { user_id } = await createUser('owner');
      const { token } = await createToken({ user_id, scopes: ['leads:read'] });
      assert.equal((await service.as(token).get('/v1/leads')).status, 200);
      assert.equal((await service.as(token).post('/v1/leads', LEAD)).status, 403);
    });

    it('names the user as the actor in events', async () => {
      const user = await createUser('dispatcher');
      const { token } = await createToken({ user_id: user.user_id });
      const { body: lead } = await service.as(token).post('/v1/leads', LEAD);
      const { body } = await organization.api.get(
        `/v1/events?lifecycle_number=${lead.lifecycle_number}`,
      );
      assert.deepEqual(body.data[0].actor, { type: 'user', id: user.user_id, name: user.name });
    });

    it('applies a changed role within a second', async () => {
      const user = await createUser('dispatcher');
      const { token } = await createToken({ user_id: user.user_id, scopes: ['*'] });
      const api = service.as(token);
      assert.equal((await api.post('/v1/leads', LEAD)).status, 201);
      await organization.api.patch(`/v1/users/${user.user_id}`, { role: 'viewer' });
      passASecond();
      assert.equal((await api.post('/v1/leads', LEAD)).status, 403);
      assert.equal((await api.get('/v1/leads')).status, 200);
    });

    it('is refused within a second after the user is deactivated', async () => {
      const user = await createUser('dispatcher');
      const { token } = await createToken({ user_id: user.user_id });
      const api = service.as(token);
      assert.equal((await api.get('/v1/leads')).status, 200);
      await organization.api.patch(`/v1/users/${user.user_id}`, { active: false });
      passASecond();
      assert.equal((await api.get('/v1/leads')).status, 401);
    });

    it('refuses a user who is unknown, inactive or of another organization, and an invalid id', async () => {
      const other = await service.newOrganization();
      const foreign = await createUser('owner', other);
      const inactive = await createUser('owner');
      await organization.api.patch(`/v1/users/${inactive.user_id}`, { active: false });
      const invalid = [
        foreign.user_id,
        inactive.user_id,
        'user_01h455vb4pex5vsknk084sn02q',
        'lead_01h455vb4pex5vsknk084sn02q',
        'x',
        '',
        ' ',
      ];
      for (const user_id of invalid) {
        for (const scopes of [undefined, ['leads:read']]) {
          const response = await organization.api.post('/v1/tokens', {
            name: 'Test',
            user_id,
            ...(scopes ? { scopes } : {}),
          });
          assert.equal(response.status, 422, `${user_id}: ${JSON.stringify(response.body)}`);
          assert.equal(response.body.errors[0].pointer, '/user_id');
          assert.equal(response.body.errors[0].code, 'unknown_user');
        }
      }
    });
  });

  describe('expiry', () => {
    it('refuses the token within a second after it expires', async () => {
      const expires_at = new Date(service.clock.now().getTime() + HOUR_MS).toISOString();
      const { token, ...created } = await createToken({ scopes: ['leads:read'], expires_at });
      assert.equal(created.expires_at, expires_at);
      const api = service.as(token);
      service.clock.advance(HOUR_MS - 1);
      assert.equal((await api.get('/v1/leads')).status, 200);
      service.clock.advance(1);
      passASecond();
      assert.equal((await api.get('/v1/leads')).status, 401);
    });

    it('accepts a time with any offset, and stores it in UTC', async () => {
      const created = await createToken({
        scopes: ['leads:read'],
        expires_at: '2031-01-01T00:30:00.25+05:30',
      });
      assert.equal(created.expires_at, '2030-12-31T19:00:00.250Z');
    });

    it('accepts every form of ISO 8601 that has an offset', async () => {
      for (const expires_at of [
        '2031-01-01T00:00-08',
        '20310101T000000-0800',
        '2031-01-01T08:00Z',
      ]) {
        const created = await createToken({ scopes: ['leads:read'], expires_at });
        assert.equal(created.expires_at, '2031-01-01T08:00:00.000Z', expires_at);
      }
    });

    it('refuses a time that is past, has no offset or does not exist', async () => {
      const invalid = [
        '2027-03-01T15:00:00Z',
        '2020-01-01T00:00:00Z',
        '2031-01-01T00:00:00',
        '2031-01-01',
        '2031-02-30T00:00:00Z',
        '2031-01-01T24:00:01Z',
        'tomorrow',
        '',
      ];
      for (const expires_at of invalid) {
        const { status, body } = await organization.api.post('/v1/tokens', {
          name: 'Test',
          scopes: ['leads:read'],
          expires_at,
        });
        assert.equal(status, 422, expires_at);
        assert.equal(body.errors[0].pointer, '/expires_at');
      }
    });
  });

  it('reports all errors together', async () => {
    const invalid: [body: Record<string, unknown>, errors: string[]][] = [
      [{}, ['/name required', '/scopes required']],
      [{ name: '', scopes: [] }, ['/name too_short', '/scopes too_short']],
      [{ name: ' \t', scopes: ['leads:read'] }, ['/name too_short']],
      [{ name: 'x'.repeat(201), scopes: ['leads:read'] }, ['/name too_long']],
      [
        { name: 'x', scopes: ['leads:*', 'admin'] },
        ['/scopes/0 not_allowed', '/scopes/1 not_allowed'],
      ],
      [{ name: 'x', scopes: 'leads:read' }, ['/scopes wrong_type']],
      [{ name: 'x', scopes: null }, ['/scopes wrong_type']],
      [{ name: 'x', user_id: null }, ['/scopes required']],
      [{ name: 'x', scopes: Array(101).fill('leads:read') }, ['/scopes too_long']],
    ];
    for (const [body, errors] of invalid) {
      const response = await organization.api.post('/v1/tokens', body);
      assert.equal(response.status, 422, JSON.stringify(body));
      const found = response.body.errors.map(
        (error: Record<string, string>) => `${error.pointer} ${error.code}`,
      );
      assert.deepEqual(found, errors);
    }
  });

  it('records the last use to the minute', async () => {
    const { token, token_id } = await createToken({ scopes: ['leads:read'] });
    const lastUse = async () => {
      const { body } = await organization.api.get('/v1/tokens?limit=200');
      return body.data.find((one: Record<string, string>) => one.token_id === token_id)
        .last_used_at;
    };
    // A new authenticator has an empty cache, as after half a second.
    const use = () =>
      new Authenticator((hash) => findCaller(service.database, hash)).authenticate(
        `Bearer ${token}`,
      );
    assert.equal(await lastUse(), null);
    const first = service.clock.now().toISOString();
    await use();
    assert.equal(await lastUse(), first);
    service.clock.advance(30_000);
    await use();
    assert.equal(await lastUse(), first);
    service.clock.advance(31_000);
    await use();
    assert.equal(await lastUse(), service.clock.now().toISOString());
  });

  it('never shows the secret in a table, list, event, error or log', async () => {
    const app = await startAnotherApp(service);
    try {
      const api = app.as(organization.token);
      const headers = { 'idempotency-key': 'create-a-secret' };
      const sent = { name: 'Secretive', scopes: ['leads:read', 'tokens:read', 'events:read'] };
      const created = await api.post('/v1/tokens', sent, { headers });
      const replayed = await api.post('/v1/tokens', sent, { headers });
      assert.equal(replayed.body.token, created.body.token, 'the replay returns another secret');
      const newOrganization = await app
        .as(await operatorToken())
        .post(
          '/v1/organizations',
          { name: 'Cedar Roofing', time_zone: 'America/Denver', country: 'US' },
          { headers },
        );
      const secrets = [created.body.token, newOrganization.body.token];

      const own = app.as(created.body.token);
      const responses = [
        await own.get('/v1/tokens?limit=200'),
        await own.get('/v1/events?limit=200'),
        await own.post('/v1/leads', LEAD),
        await own.get('/v1/leads?limit=0'),
        await app.as(`${created.body.token}0`).get('/v1/leads'),
        await app.as(newOrganization.body.token).get('/v1/tokens'),
        await app.as(newOrganization.body.token).get('/v1/events'),
      ];
      const shown = JSON.stringify(responses.map(({ body }) => body)) + app.log();
      assert.match(shown, /Secretive/);
      for (const secret of secrets) {
        assert(
          !shown.includes(secret.slice(3)),
          'a list, an event, an error or the log shows the secret',
        );
      }
      const plain = secrets.map((secret) => secret.slice(3));
      const wanted = [...plain, ...plain.map((text) => Buffer.from(text).toString('hex'))];
      const { organization_id } = newOrganization.body;
      for (const organizationId of [organization.organizationId, organization_id]) {
        assert.deepEqual(await storedIn(service, { organizationId }, wanted), []);
      }
      assert.notDeepEqual(await storedIn(service, organization, ['Secretive']), []);
    } finally {
      await app.stop();
    }

    async function operatorToken(): Promise<string> {
      return (await createToken({ scopes: ['operator'] }, service.operator)).token;
    }
  });
});
