import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { SEALING_KEY_BYTES, seal } from './platform/sealing.ts';
import { Secrets } from './platform/secrets.ts';
import { StartupError } from './platform/startup-error.ts';
import { assertSecretsReadable, resealEverything } from './rotate-key.ts';
import { sealedTables } from './sealed-tables.ts';
import { created } from './testing/created.ts';
import { fresh } from './testing/fixtures.ts';
import { startTestService, type TestOrganization, type TestService } from './testing/harness.ts';
import { addErasureKey } from './testing/organization-with-everything.ts';
import { uuidFrom } from './testing/uuid-from.ts';

const A = Buffer.alloc(SEALING_KEY_BYTES, 1);
const B = Buffer.alloc(SEALING_KEY_BYTES, 2);

describe('a change of the secret key', () => {
  const started: TestService[] = [];
  const service = fresh(async () => {
    const one = await startTestService({ secretKey: A });
    started.push(one);
    return one;
  });
  after(async () => {
    for (const one of started) await one.stop();
  });

  /** One of everything that the key encrypts. */
  async function fillOrganization(): Promise<TestOrganization> {
    const organization = await service.newOrganization();
    const { api } = organization;
    const endpoint = await created(
      api.post('/v1/webhook-endpoints', { url: 'https://example.com/hook', event_types: ['*'] }),
    );
    const path = `/v1/webhook-endpoints/${endpoint.webhook_endpoint_id}`;
    assert((await api.post(`${path}/rotate-secret`)).status < 300);
    const settings = { host: 'smtp.example.com', from_address: 'a@example.com' };
    await created(
      api.post('/v1/channels', {
        kind: 'smtp',
        settings: { ...settings, username: 'alder', password: 'a-password' },
      }),
    );
    await created(api.post('/v1/channels', { kind: 'smtp', active: false, settings }));
    await created(api.post('/v1/automation/rotate-secret'));
    await created(api.post('/v1/automation/rotate-secret'));
    await created(api.post('/v1/secrets', { name: 'crm', value: 'a-value-of-the-crm' }));
    const deleted = await created(
      api.post('/v1/secrets', { name: 'old', value: 'a-value-of-the-crm' }),
    );
    await api.delete(`/v1/secrets/${deleted.secret_id}`);
    const source = { name: 'Angi', kind: 'angi', source: 'angi' };
    const verification = { secret: 'a-key-of-the-maker' };
    await created(api.post('/v1/sources', { ...source, verification }));
    const keys = { secret_key: 'sk_test_key', webhook_secret: 'whsec_secret' };
    await created(api.post('/v1/payment-providers', { kind: 'stripe', ...keys }));
    await addErasureKey(service, organization);
    return organization;
  }

  it('encrypts everything again, says how much, and finds nothing the second time', async () => {
    await fillOrganization();
    await fillOrganization();
    const both = new Secrets([B, A]);
    await assertSecretsReadable(service.database, both, false);
    const expected = {
      ...{ channels: 2, webhook_endpoints: 4, playbook_signing_secrets: 4, secrets: 2 },
      erasure_keys: 2,
      sources: 2,
      payment_providers: 2,
    };
    assert.deepEqual(await resealEverything(service.database, both), {
      resealed: 18,
      unreadable: 0,
      tables: expected,
    });
    assert.deepEqual(await resealEverything(service.database, both), {
      resealed: 0,
      unreadable: 0,
      tables: {},
    });
    await assertSecretsReadable(service.database, new Secrets([B]), false);
    await assert.rejects(
      assertSecretsReadable(service.database, new Secrets([A]), false),
      (error) => {
        assert(error instanceof StartupError);
        assert.match(error.message, /^18 secrets .* another key\. Set THROUGHLINE_SECRET_KEY/);
        return true;
      },
    );
  });

  it('can run twice at once, in batches, also for what has no key name yet', async () => {
    const { organizationId, api } = await fillOrganization();
    const organization = uuidFrom('organization', organizationId);
    const first = await created(api.post('/v1/secrets', { name: 'first', value: 'a-long-value' }));
    const old = seal(
      'a-long-value',
      A,
      `secret ${organization} ${uuidFrom('secret', first.secret_id)}`,
    );
    await service.owner.query(`update secrets set sealed_value = $1 where name = 'first'`, [old]);
    await Promise.all(
      Array.from({ length: 210 }, (_, n) =>
        created(api.post('/v1/secrets', { name: `s${n}`, value: `the-value-${n}` })),
      ),
    );
    const both = new Secrets([B, A]);
    const rotations = await Promise.all([
      resealEverything(service.database, both),
      resealEverything(service.database, both),
    ]);
    const count = rotations.reduce((sum, { tables }) => sum + (tables.secrets ?? 0), 0);
    assert.equal(count, 212);
    await assertSecretsReadable(service.database, new Secrets([B]), false);
  });

  it('leaves what it cannot read, and counts it', async () => {
    await fillOrganization();
    const other = new Secrets([B]);
    const { resealed, unreadable } = await resealEverything(service.database, other);
    assert.deepEqual([resealed, unreadable], [0, 9]);
    await assertSecretsReadable(service.database, new Secrets([A]), false);
    await assertSecretsReadable(service.database, other, true);
    await assert.rejects(assertSecretsReadable(service.database, null, false), /no key is set/);
  });

  it('covers every encrypted column', async () => {
    const { rows } = await service.owner.query(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like 'sealed\\_%' and column_name <> 'sealed_response'`,
    );
    const listed = sealedTables.flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column}`),
    );
    assert.deepEqual(rows.map(({ name }) => name).sort(), listed.toSorted());
    const { rows: source } = await service.owner.query(
      `select prosrc from pg_proc where proname = 'organizations_with_other_keys'`,
    );
    for (const { name, columns } of sealedTables) {
      for (const column of columns) {
        assert.match(source[0].prosrc, new RegExp(`\\.${column} from public\\.${name} `));
      }
    }
  });
});
