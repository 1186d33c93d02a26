import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APPLICATION_ROLE } from '../../../platform/database/database.ts';
import { firstOf } from '../../../testing/first-of.ts';
import { sharedService } from '../../../testing/fixtures.ts';
import { uuidFrom } from '../../../testing/uuid-from.ts';

const AT = '2027-03-01T15:00:00.000Z';
const BACKLOG = 5_000;

describe('recording outcomes', () => {
  const service = sharedService();

  it('reads the rows of its batch, not the backlog, before and after the table is analyzed', async () => {
    const { api, organizationId } = await service.newOrganization();
    const body = { url: 'http://127.0.0.1:1/' };
    assert.equal((await api.post('/v1/webhook-endpoints', body)).status, 201);
    const id = uuidFrom('organization', organizationId);
    const { owner } = service;
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id,
         event_type, ordered, status, next_attempt_at, created_at, event_logged_at)
       select organization_id, webhook_endpoint_id, gen_random_uuid(), n + 100, gen_random_uuid(), 'lead.created', false, 'pending', $2, $2,
              date_trunc('milliseconds', now())
       from webhook_endpoints, generate_series(1, $3) as n where organization_id = $1`,
      [id, AT, BACKLOG],
    );
    await owner.query('reset session_replication_role');

    for (const count of [25, 10]) {
      const { settled, read } = await record(id, count);
      assert.equal(settled, count);
      assert(read <= 10 * count, `read ${read} rows to record ${count} outcomes`);
      await owner.query('analyze webhook_deliveries');
    }
  });

  /** Records that the first pending deliveries were delivered, and returns how many rows the statement read. */
  async function record(id: string, count: number): Promise<{ settled: number; read: number }> {
    const { owner } = service;
    const { rows } = await owner.query(
      `select webhook_endpoint_id, delivery_id, event_logged_at from webhook_deliveries
       where organization_id = $1 and status = 'pending' order by event_seq limit $2`,
      [id, count],
    );
    const of = (value: unknown) => rows.map(() => value);
    await owner.query('begin');
    await owner.query(`set local role ${APPLICATION_ROLE}`);
    await owner.query("select set_config('app.organization_id', $1, true)", [id]);
    const before = await counters();
    await owner.query('select record_webhook_outcomes($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      id,
      rows.map((row) => row.webhook_endpoint_id),
      rows.map((row) => row.delivery_id),
      of(0),
      of('delivered'),
      of('{}'),
      of(null),
      of(AT),
      rows.map((row) => row.event_logged_at),
    ]);
    const after = await counters();
    await owner.query('commit');
    return { settled: after.settled - before.settled, read: after.read - before.read };
  }

  /** What this connection has read and written in the table, also before this transaction. */
  async function counters(): Promise<{ settled: number; read: number }> {
    const { rows } = await service.owner.query(
      `select sum(seq_tup_read + idx_tup_fetch)::int as read, sum(n_tup_upd)::int as settled
       from pg_stat_xact_user_tables where relname like 'webhook\\_deliveries\\_%'`,
    );
    return firstOf(rows);
  }
});
