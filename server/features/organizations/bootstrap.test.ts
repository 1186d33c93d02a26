import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Authenticator } from '../../platform/auth/authenticator.ts';
import { Database } from '../../platform/database/database.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { eventually } from '../../testing/eventually.ts';
import { OPERATOR_TOKEN, startTestService, type TestService } from '../../testing/harness.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-server.ts';
import { bootstrap } from './bootstrap.ts';
import { findCaller } from './find-caller.ts';

const OTHER_TOKEN = 'another-token-of-the-operator';
const BOTH = ['*', 'operator'];

describe('first start', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let saved: string[];
  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = new Database(testDatabase.application, new TestClock());
    saved = [];
  });
  afterEach(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const start = (token: string | null) =>
    bootstrap(database, {
      defaults: [],
      token,
      keepToken: async (secret) => {
        saved.push(secret);
      },
    });
  const scopesOf = async (token: string) =>
    (await new Authenticator((hash) => findCaller(database, hash)).authenticate(`Bearer ${token}`))
      .scopes;
  const count = async (table: string) => {
    const { rows } = await testDatabase.owner.query(`select count(*)::integer as n from ${table}`);
    return rows[0].n as number;
  };

  it('creates an organization and a token with every scope and operator, once', async () => {
    const token = await start(null);
    assert.match(token ?? '', /^tl_/);
    assert.deepEqual(saved, [token]);
    assert.deepEqual(await scopesOf(token!), BOTH);
    assert.equal(await start(null), null);
    assert.equal(await start(null), null);
    assert.deepEqual(saved, [token]);
    assert.equal(await count('organizations'), 1);
    assert.equal(await count('tokens'), 1);
    assert.equal(await count('events'), 2);
  });

  it('uses the token from the setting if there is one, and saves and returns none', async () => {
    assert.equal(await start(OTHER_TOKEN), null);
    assert.deepEqual(saved, []);
    assert.deepEqual(await scopesOf(OTHER_TOKEN), BOTH);
    assert.equal(await count('tokens'), 1);
  });

  it('creates one organization when several processes start at the same time', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => start(null)));
    assert.equal(tokens.filter((token) => token !== null).length, 1);
    assert.equal(await count('organizations'), 1);
    assert.equal(saved.length, 1);
  });

  it('creates nothing if the token cannot be saved, so that the next start creates it', async () => {
    const failing = bootstrap(database, {
      defaults: [],
      token: null,
      keepToken: async () => {
        throw new Error('disk full');
      },
    });
    await assert.rejects(failing, /disk full/);
    assert.equal(await count('organizations'), 0);
    assert.notEqual(await start(null), null);
  });

  it('keeps the printed token valid when a setting is added later', async () => {
    const printed = await start(null);
    await start(OTHER_TOKEN);
    assert.deepEqual(await scopesOf(OTHER_TOKEN), BOTH);
    assert.deepEqual(await scopesOf(printed!), BOTH);
    assert.equal(await count('organizations'), 1);
  });
});

describe('bootstrap token setting', () => {
  let service: TestService;
  let restarted: Database;
  beforeEach(async () => {
    service = await startTestService();
    restarted = new Database(service.connection, service.clock, { connections: 1 });
  });
  afterEach(async () => {
    await restarted.close();
    await service.stop();
  });

  const restartWith = (token: string | null) =>
    bootstrap(restarted, {
      token,
      keepToken: async () => assert.fail('there is no token to save'),
      defaults: [],
    });
  const events = async (token = OPERATOR_TOKEN) => {
    const { body } = await service.as(token).get('/v1/events?limit=200');
    return body.data.map(({ type }: { type: string }) => type);
  };
  async function assertHasEveryScope(token: string) {
    const api = service.as(token);
    const created = await api.post('/v1/organizations', {
      name: 'Birch Plumbing',
      time_zone: 'Europe/London',
      country: 'GB',
    });
    assert.equal(created.status, 201);
    assert.equal((await api.get('/v1/tokens')).status, 200);
  }

  it('changes nothing at a start if the token is already valid', async () => {
    await assertHasEveryScope(OPERATOR_TOKEN);
    const before = await service.operator.get('/v1/tokens');
    service.clock.advance(60_000);
    await restartWith(OPERATOR_TOKEN);
    await restartWith(null);
    assert.deepEqual((await service.operator.get('/v1/tokens')).body, before.body);
    assert.deepEqual(await events(), ['organization.created', 'token.created']);
  });

  it('replaces the previous token, which is refused within a second', async () => {
    assert.equal((await service.operator.get('/v1/organization')).status, 200);
    await restartWith(OTHER_TOKEN);
    await assertHasEveryScope(OTHER_TOKEN);
    await eventually(
      async () => (await service.operator.get('/v1/organization')).status === 401,
      1_000,
    );
    assert.deepEqual(await events(OTHER_TOKEN), [
      'organization.created',
      'token.created',
      'token.revoked',
      'token.created',
    ]);
  });

  it('also ends the tokens that were created with the previous token', async () => {
    const sent = { name: 'Child', scopes: ['*'] };
    const { body: child } = await service.operator.post('/v1/tokens', sent);
    const { body: grandchild } = await service.as(child.token).post('/v1/tokens', sent);
    await restartWith(OTHER_TOKEN);
    for (const { token } of [child, grandchild]) {
      await eventually(
        async () => (await service.as(token).get('/v1/organization')).status === 401,
        1_000,
      );
    }
    await assertHasEveryScope(OTHER_TOKEN);
  });

  it('can be set back to the previous token', async () => {
    await restartWith(OTHER_TOKEN);
    await restartWith(OPERATOR_TOKEN);
    await assertHasEveryScope(OPERATOR_TOKEN);
    assert.equal((await service.as(OTHER_TOKEN).get('/v1/organization')).status, 401);
    assert.deepEqual((await events()).slice(-2), ['token.revoked', 'token.restored']);
  });

  it('makes a revoked token valid again at the next start', async () => {
    const { body } = await service.operator.get('/v1/tokens');
    await service.operator.delete(`/v1/tokens/${body.data[0].token_id}`);
    const statusNow = async () => (await service.operator.get('/v1/tokens')).status;
    await eventually(async () => (await statusNow()) === 401, 1_000);
    await restartWith(OPERATOR_TOKEN);
    await eventually(async () => (await statusNow()) === 200, 1_000);
    await assertHasEveryScope(OPERATOR_TOKEN);
    const log = await service.operator.get('/v1/events?type=token.restored');
    assert.equal(log.body.data.length, 1);
    assert.equal(log.body.data[0].data.token_id, body.data[0].token_id);
    assert.equal(log.body.data[0].data.revoked_at, null);
    assert.notEqual(log.body.data[0].previous.revoked_at, null);
  });

  it('gives every scope to an existing token with the same secret', async () => {
    const { body: user } = await service.operator.post('/v1/users', {
      name: 'Rosa Delgado',
      email: 'rosa@example.com',
      role: 'viewer',
    });
    const { body: ordinary } = await service.operator.post('/v1/tokens', {
      name: 'Ordinary',
      scopes: ['leads:read'],
      user_id: user.user_id,
      expires_at: '2027-03-01T16:00:00Z',
    });
    await restartWith(ordinary.token);
    service.clock.advance(2 * 60 * 60 * 1000);
    await assertHasEveryScope(ordinary.token);
    const { body } = await service.as(ordinary.token).get('/v1/tokens');
    const { token_id, scopes, user_id, expires_at } = body.data[0];
    assert.deepEqual(
      { token_id, scopes, user_id, expires_at },
      { token_id: ordinary.token_id, scopes: BOTH, user_id: null, expires_at: null },
    );
  });

  it('refuses to start with the token of another organization, and does not print it', async () => {
    const other = await service.newOrganization();
    await assert.rejects(restartWith(other.token), (error) => {
      assert(error instanceof StartupError, String(error));
      assert.match(error.message, /THROUGHLINE_BOOTSTRAP_TOKEN/);
      assert(!error.message.includes(other.token));
      return true;
    });
    const { status } = await other.api.get('/v1/organization');
    assert.equal(status, 200);
  });
});
