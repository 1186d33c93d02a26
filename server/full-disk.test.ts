import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from './testing/fixtures.ts';
import { freshLead } from './testing/leads.ts';

/** What a real full disk does is in full-disk.long.test.ts. Here PostgreSQL only says that it is full. */
describe('a database whose disk is full', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function whileFull(message: string, code: string, work: () => Promise<void>) {
    await service.owner.query(
      `create function refuse() returns trigger language plpgsql as $$
       begin raise exception '${message}' using errcode = '${code}'; end $$`,
    );
    await service.owner.query(
      'create trigger refuse before insert on leads execute function refuse()',
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

  it('refuses with database_unavailable when it has no memory or no working disk', async () => {
    for (const code of ['53200', '58030', '53000']) {
      await whileFull('out of it', code, async () => {
        const { status, body } = await organization.api.post('/v1/leads', freshLead());
        assert.deepEqual([status, body.code], [503, 'database_unavailable'], code);
      });
    }
  });
});
