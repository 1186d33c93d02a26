import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { ApiClient } from './testing/api-client.ts';
import { created } from './testing/created.ts';
import { eventually } from './testing/eventually.ts';
import { shared } from './testing/fixtures.ts';
import { freshLead } from './testing/leads.ts';
import { Playbooks, type Receiver, startReceiver } from './testing/playbooks.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  run,
  runToExit,
  startServer,
} from './testing/server-process.ts';
import { createTestDatabase } from './testing/test-server.ts';

const [A, B, C] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32)) as [string, string, string];
const TOKEN = 'operator-token-of-the-tests';
const PRIVATE = { THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true', PORT: '0' };
const VALUE = 'sk-of-the-crm-81c2';

after(cleanUp);

const rotateKey = (environment: Record<string, string>) =>
  run(['packages/cli/src/main.ts', 'rotate-key', '--json'], environment).exit;

/** What depends on the key: a named secret, the signature of a playbook and that of a webhook, a stored response. */
class Sealed {
  readonly receiver: Receiver;
  playbookSecret = '';
  webhookSecret = '';
  tokenSecret = '';

  constructor(receiver: Receiver) {
    this.receiver = receiver;
  }

  async create(api: ApiClient): Promise<void> {
    await created(api.post('/v1/secrets', { name: 'crm', value: VALUE }));
    this.playbookSecret = (await created(api.post('/v1/automation/rotate-secret'))).secret;
    const endpoint = { url: `${this.receiver.url}/hook`, event_types: ['lead.created'] };
    this.webhookSecret = (await created(api.post('/v1/webhook-endpoints', endpoint))).secret;
    await new Playbooks(api).make({
      name: 'Sync',
      trigger: { event: 'lead.created' },
      enabled: true,
      steps: [
        {
          id: 'call',
          do: 'http_request',
          with: {
            url: `${this.receiver.url}/crm`,
            headers: { Authorization: '{{ secrets.crm }}' },
          },
        },
      ],
    });
    this.tokenSecret = (await this.#replayedToken(api)).token;
  }

  async assertWorks(api: ApiClient): Promise<void> {
    this.receiver.received.length = 0;
    await created(api.post('/v1/leads', freshLead()));
    const [call, hook] = await eventually(async () => {
      const found = ['/crm', '/hook'].map((path) =>
        this.receiver.received.find(({ url }) => url === path),
      );
      return found.every((one) => one !== undefined) && found;
    }, 120_000);
    assert.equal(call?.headers.authorization, VALUE);
    for (const [request, secret] of [
      [call, this.playbookSecret],
      [hook, this.webhookSecret],
    ] as const) {
      new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    }
    assert.equal((await this.#replayedToken(api)).token, this.tokenSecret);
  }

  #replayedToken(api: ApiClient) {
    const headers = { 'idempotency-key': 'the same token' };
    const token = { name: 'Replayed', scopes: ['leads:read'] };
    return created(api.post('/v1/tokens', token, { headers }));
  }
}

describe('the secret key', () => {
  const receiver = shared(startReceiver);
  const database = shared(createTestDatabase);
  after(() => database.drop());

  it('is replaced by another one while the service runs, and then the old one is not needed', async () => {
    const sealed = new Sealed(receiver);
    const common = {
      ...PRIVATE,
      DATABASE_URL: databaseUrl(database.connection),
      THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
    };
    const withKey = (key: string) => ({ ...common, THROUGHLINE_SECRET_KEY: key });
    const first = await startServer(withKey(A));
    await sealed.create(first.api(TOKEN));
    await sealed.assertWorks(first.api(TOKEN));
    await first.stop();

    for (const wrong of [withKey(C), common]) {
      const { code, stderr } = await runToExit(wrong);
      assert.equal(code, 1);
      assert.match(stderr, /^Throughline did not start\. 3 secrets in the database .* another key/);
      assert.match(stderr, /Set THROUGHLINE_SECRET_KEY to that key/);
      assert(!stderr.includes(C));
    }

    const second = await startServer(withKey(`${B},${A}`));
    await sealed.assertWorks(second.api(TOKEN));
    const rotation = await rotateKey(withKey(`${B},${A}`));
    assert.equal(rotation.stderr, '');
    assert.deepEqual(JSON.parse(rotation.stdout), {
      resealed: 3,
      unreadable: 0,
      tables: {
        channels: 0,
        webhook_endpoints: 1,
        playbook_signing_secrets: 1,
        secrets: 1,
        erasure_keys: 0,
        sources: 0,
        payment_providers: 0,
      },
    });
    await sealed.assertWorks(second.api(TOKEN));
    await second.stop();

    const third = await startServer(withKey(B));
    await sealed.assertWorks(third.api(TOKEN));
    await third.stop();
    const refused = await rotateKey(withKey(A));
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /secrets_unreadable/);
  });

  it('in the data directory is replaced by a new one while the service runs', async () => {
    const sealed = new Sealed(receiver);
    const dataDirectory = newDataDirectory();
    const environment = { ...PRIVATE, THROUGHLINE_DATA_DIR: dataDirectory };
    const file = join(dataDirectory, 'secret-key');
    const stopped = await rotateKey(environment);
    assert.equal(stopped.code, 1);
    assert.match(stopped.stderr, /Start the service/);

    const first = await startServer(environment);
    const before = readFileSync(file, 'utf8');
    await sealed.create(first.api());
    const [rotation] = await Promise.all([rotateKey(environment), sealed.assertWorks(first.api())]);
    assert.equal(rotation.stderr, '');
    assert.equal(JSON.parse(rotation.stdout).resealed, 3);
    const key = readFileSync(file, 'utf8');
    assert.notEqual(key, before);
    assert.equal(Buffer.from(key, 'base64').length, 32);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await sealed.assertWorks(first.api());
    const { token } = first;
    await first.stop();
    const second = await startServer(environment);
    await sealed.assertWorks(second.api(token ?? ''));
    await second.stop();
  });
});
