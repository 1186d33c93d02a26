import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Authenticator } from '../../platform/auth/authenticator.ts';
import { Database } from '../../platform/database/database.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { OPERATOR_TOKEN } from '../../testing/harness.ts';
import { passASecond } from '../../testing/pass-time.ts';
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
    const failing = bootstrap(database, {
      defaults: [],
      token: null,
      keepToken: async () => {
        throw new Error('disk full');
      },
    });
    await assert.rejects(failing, /disk full/);
    assert.equal(await count('organizations'), 0, 'the token could not be saved');

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

    // Also when a setting is added later.
    await start(OTHER_TOKEN);
    assert.deepEqual(await scopesOf(OTHER_TOKEN), BOTH);
    assert.deepEqual(await scopesOf(token!), BOTH);
    assert.equal(await count('organizations'), 1);
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
});

describe('bootstrap token setting', () => {
  const service = sharedService({ ownDatabase: true, because: 'replaces the operator’s token' });
  let restarted: Database;
  let otherToken: string;
  let firstSeq: number;
  beforeEach(async () => {
    restarted = new Database(service.connection, service.clock, { connections: 1 });
    otherToken = `another-${randomUUID()}`;
    const { rows } = await service.owner.query(
      'select max(event_seq) as seq from organization_counters',
    );
    firstSeq = Number(rows[0].seq);
  });
  afterEach(async () => {
    await restartWith(OPERATOR_TOKEN);
    await restarted.close();
  });

  /** And a second later. */
  async function restartWith(token: string | null): Promise<void> {
    await bootstrap(restarted, {
      token,
      keepToken: async () => assert.fail('there is no token to save'),
      defaults: [],
    });
    passASecond();
  }
  const statusOf = async (token: string) =>
    (await service.as(token).get('/v1/organization')).status;
  /** Of this test. */
  const events = async (token = OPERATOR_TOKEN) => {
    const { body } = await service.as(token).get(`/v1/events?limit=200&after=${firstSeq}`);
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
    assert.deepEqual(await events(), []);
  });

  it('replaces the previous token, and ends the tokens that were created with it, within a second', async () => {
    const sent = { name: 'Child', scopes: ['*'] };
    const child = await created(service.operator.post('/v1/tokens', sent));
    const grandchild = await created(service.as(child.token).post('/v1/tokens', sent));
    const tokens = [OPERATOR_TOKEN, child.token, grandchild.token];
    for (const token of tokens) assert.equal(await statusOf(token), 200);
    await restartWith(otherToken);
    await assertHasEveryScope(otherToken);
    for (const token of tokens) assert.equal(await statusOf(token), 401);
    assert.deepEqual(await events(otherToken), [
      ...['token.created', 'token.created'],
      ...['token.revoked', 'token.revoked', 'token.revoked', 'token.created'],
    ]);
  });

  it('can be set back to the previous token', async () => {
    await restartWith(otherToken);
    await restartWith(OPERATOR_TOKEN);
    await assertHasEveryScope(OPERATOR_TOKEN);
    assert.equal(await statusOf(otherToken), 401);
    assert.deepEqual((await events()).slice(-2), ['token.revoked', 'token.restored']);
  });

  it('makes a revoked token valid again at the next start', async () => {
    const { body: own } = await service.operator.get('/v1/token');
    await service.operator.delete(`/v1/tokens/${own.token_id}`);
    passASecond();
    assert.equal(await statusOf(OPERATOR_TOKEN), 401);
    await restartWith(OPERATOR_TOKEN);
    await assertHasEveryScope(OPERATOR_TOKEN);
    const path = `/v1/events?type=token.restored&after=${firstSeq}`;
    const [restored, ...others] = (await service.operator.get(path)).body.data;
    assert.deepEqual(others, []);
    assert.equal(restored.data.token_id, own.token_id);
    assert.equal(restored.data.revoked_at, null);
    assert.notEqual(restored.previous.revoked_at, null);
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
      expires_at: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
    });
    await restartWith(ordinary.token);
    service.clock.advance(2 * 60 * 60 * 1000);
    await assertHasEveryScope(ordinary.token);
    const { body } = await service.as(ordinary.token).get('/v1/tokens?limit=200');
    const { token_id, scopes, user_id, expires_at } = body.data.find(
      (one: { token_id: string }) => one.token_id === ordinary.token_id,
    );
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
