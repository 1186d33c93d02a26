import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from './testing/api-client.ts';
import { created } from './testing/created.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { freshLead } from './testing/leads.ts';
import { signInStand } from './testing/sign-in-stand.ts';

/** What a real full disk does is in full-disk.long.test.ts. Here PostgreSQL only says that it is full. */
describe('a database whose disk is full', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const stand = signInStand(service);

  async function whileFull(
    message: string,
    code: string,
    work: () => Promise<void>,
    table = 'leads',
  ) {
    await service.owner.query(
      `create function refuse() returns trigger language plpgsql as $$
       begin raise exception '${message}' using errcode = '${code}'; end $$`,
    );
    await service.owner.query(
      `create trigger refuse before insert or update on ${table} execute function refuse()`,
    );
    try {
      await work();
    } finally {
      await service.owner.query('drop function refuse cascade');
    }
  }

  it('refuses writes with 503 storage_full, goes on reading, and works again with the same key', async () => {
    const headers = { 'idempotency-key': 'sent-while-full' };
    const lead = freshLead();
    const { api } = organization;
    for (const [message = '', code = ''] of [
      ['could not extend file', '53100'],
      ['could not extend file: Disk quota exceeded', 'XX000'],
    ]) {
      await whileFull(message, code, async () => {
        const refused = await api.post('/v1/leads', lead, { headers });
        assert.deepEqual([refused.status, refused.body.code], [503, 'storage_full']);
        assert.equal(refused.headers.get('retry-after'), '30');
        assert.doesNotMatch(JSON.stringify(refused.body), /extend file/);
        assert.equal((await api.get('/v1/leads')).status, 200);
      });
    }
    assert.equal((await api.get('/v1/leads')).body.data.length, 0);
    const first = await api.post('/v1/leads', lead, { headers });
    assert.equal(first.status, 201);
    assert.deepEqual((await api.post('/v1/leads', lead, { headers })).body, first.body);
  });

  it('refuses writes to any part of the database in the same way, never with 500', async () => {
    const { api } = organization;
    const { signIn, invite, accept, member } = stand;
    const { email } = await member(organization);
    const { key } = await invite(organization);
    const headers = { 'content-type': 'text/csv' };
    const raw = 'name,phone,service_needed\nDana,+14155550134,roof_repair\n';
    const writes: Record<string, () => Promise<ApiResponse>> = {
      events: () => api.post('/v1/leads', freshLead()),
      organization_counters: () => api.post('/v1/leads', freshLead()),
      contact_keys: () => api.post('/v1/leads', freshLead()),
      idempotency_keys: () =>
        api.post('/v1/leads', freshLead(), { headers: { 'idempotency-key': 'full' } }),
      users: () =>
        api.post('/v1/users', { name: 'Rosa', email: 'rosa@example.com', role: 'dispatcher' }),
      import_chunks: () => api.post('/v1/imports', undefined, { raw, headers }),
      sessions: () => signIn(email),
      sign_in_failures: () => signIn(email),
      accounts: () => accept(key),
    };
    for (const [table, write] of Object.entries(writes)) {
      const refused = async () => {
        const { status, body, headers: sent } = await write();
        assert.deepEqual([status, body.code], [503, 'storage_full'], table);
        assert.equal(sent.get('retry-after'), '30', table);
      };
      await whileFull('could not extend file', '53100', refused, table);
      const { status } = await write();
      assert(status < 300, `${table}: ${status} when there is space again`);
    }
  });

  it('goes on reading although it cannot store when a token or a session was used last', async () => {
    const { browser } = await stand.member(organization);
    const body = { name: 'Not used yet', scopes: ['leads:read'] };
    const { token } = await created(organization.api.post('/v1/tokens', body));
    const reads = async () => {
      assert.equal((await service.as(token).get('/v1/leads')).status, 200);
      assert.equal((await browser.get('/v1/me')).status, 200);
    };
    await whileFull('could not extend file', '53100', reads, 'tokens');
  });

  it('refuses with database_unavailable when it has no memory or no working disk', async () => {
    for (const code of ['53200', '58030', '53000']) {
      await whileFull('out of it', code, async () => {
        const { status, body } = await organization.api.post('/v1/leads', freshLead());
        assert.deepEqual([status, body.code], [503, 'database_unavailable'], code);
      });
    }
  });
});
