import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newUuid } from './platform/ids.ts';
import { SEALING_KEY_BYTES, seal } from './platform/sealing.ts';
import { Secrets } from './platform/secrets.ts';
import { StartupError } from './platform/startup-error.ts';
import { assertSecretsReadable, resealEverything } from './rotate-key.ts';
import { sealedTables } from './sealed-tables.ts';
import { created } from './testing/created.ts';
import { setUp, sharedService } from './testing/fixtures.ts';
import { addErasureKey } from './testing/organization-with-everything.ts';
import { uuidFrom } from './testing/uuid-from.ts';

const A = Buffer.alloc(SEALING_KEY_BYTES, 1);
const B = Buffer.alloc(SEALING_KEY_BYTES, 2);

describe('a change of the secret key', () => {
  const service = sharedService({ ownDatabase: true, because: 'secret key', secretKey: A });
  setUp(async () => {
    await fillOrganization();
    await fillOrganization();
  });

  /** One of everything that the key encrypts. */
  async function fillOrganization(): Promise<void> {
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
  }

  it('leaves what it cannot read, and counts it', async () => {
    const other = new Secrets([B]);
    const { resealed, unreadable } = await resealEverything(service.database, other);
    assert.deepEqual([resealed, unreadable], [0, 18]);
    await assertSecretsReadable(service.database, new Secrets([A]), false);
    await assertSecretsReadable(service.database, other, true);
    await assert.rejects(assertSecretsReadable(service.database, null, false), /no key is set/);
  });

  it('encrypts everything again, says how much, and finds nothing the second time', async () => {
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
    const { organizationId } = await service.newOrganization();
    const organization = uuidFrom('organization', organizationId);
    const ids = Array.from({ length: 130 }, newUuid);
    const secrets = new Secrets([A]);
    const sealed = ids.map((id, index) => {
      const owner = `secret ${organization} ${id}`;
      return index === 0 ? seal('a-long-value', A, owner) : secrets.seal('a-long-value', owner);
    });
    await service.owner.query(
      `insert into secrets (organization_id, secret_id, name, sealed_value, created_at, updated_at)
       select $1, id, 'secret_' || number, value, now(), now()
       from unnest($2::uuid[], $3::bytea[]) with ordinality as one (id, value, number)`,
      [organization, ids, sealed],
    );
    const both = new Secrets([B, A]);
    const rotations = await Promise.all([
      resealEverything(service.database, both),
      resealEverything(service.database, both),
    ]);
    const count = rotations.reduce((sum, { tables }) => sum + (tables.secrets ?? 0), 0);
    assert.equal(count, ids.length);
    await assertSecretsReadable(service.database, new Secrets([B]), false);
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
