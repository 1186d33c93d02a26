import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from './testing/fixtures.ts';
import type { TestService } from './testing/harness.ts';
import { uuidFrom } from './testing/uuid-from.ts';

/** More than are counted. */
const WAITING = 11_000;
const DUE_SECONDS = 90;
const MAX_COUNTED = 100;
/** At most one page of the table for each counted row, and some of the index. */
const FEW_BUFFERS = 2 * MAX_COUNTED;

/** The values by name and labels. */
async function metricsOf({ url }: TestService): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('throughline_'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at))];
    }),
  );
}

describe('the metrics of a database where much is waiting', () => {
  const service = sharedService({ ownDatabase: true, because: 'counts rows' });
  const organization = shared(() => service.newOrganization());

  before(async () => {
    const body = { url: 'http://127.0.0.1:1/' };
    assert.equal((await organization.api.post('/v1/webhook-endpoints', body)).status, 201);
    const { owner, clock } = service;
    const organizationId = uuidFrom('organization', organization.organizationId);
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id,
         event_type, ordered, status, next_attempt_at, created_at, event_logged_at)
       select organization_id, webhook_endpoint_id, gen_random_uuid(), n, gen_random_uuid(), 'lead.created', false,
              'pending', $2::timestamptz - interval '1 second' * (n % ${DUE_SECONDS} + 1), $2, now()
       from webhook_endpoints, generate_series(1, ${WAITING}) as n where organization_id = $1`,
      [organizationId, clock.now()],
    );
    await owner.query(
      `insert into pgboss.job (name, state, start_after, created_on)
       select 'release-messages', 'created', now() + interval '1 hour', now() from generate_series(1, ${WAITING})`,
    );
    await owner.query(
      `insert into pgboss.job (name, start_after, created_on)
       select 'release-messages', now() - interval '1 minute', now() - interval '1 minute' from generate_series(1, 3)`,
    );
    await owner.query('reset session_replication_role');
  });

  it('count up to 10,000, and say how long the oldest has been waiting', async () => {
    const found = await metricsOf(service);
    assert.equal(found.get('throughline_webhook_deliveries_pending'), 10_000);
    assert.equal(found.get('throughline_webhook_oldest_due_seconds'), DUE_SECONDS);
    const task = 'task="release-messages"';
    assert.equal(found.get(`throughline_tasks{${task},state="ready"}`), 3);
    assert.equal(found.get(`throughline_tasks{${task},state="deferred"}`), 9_997);
    const age = found.get(`throughline_task_oldest_ready_seconds{${task}}`) ?? 0;
    assert.ok(age >= 60 && age < 600, `${age}`);
  });

  for (const isAnalyzed of [false, true]) {
    const when = isAnalyzed ? 'with' : 'without';
    it(`read a bounded part of the tables, ${when} statistics`, async () => {
      if (isAnalyzed) await service.owner.query('analyze webhook_deliveries, pgboss.job');
      for (const call of [
        `queue_depths(${MAX_COUNTED})`,
        `webhook_backlog(now(), ${MAX_COUNTED})`,
      ]) {
        // The first call also reads the catalog, to plan.
        await service.owner.query(`select from ${call}`);
        const { rows } = await service.owner.query(
          `explain (analyze, buffers, timing off, format json) select * from ${call}`,
        );
        const plan = rows[0]['QUERY PLAN'][0].Plan;
        const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
        assert.ok(buffers < FEW_BUFFERS, `${call} read ${buffers} buffers`);
      }
    });
  }
});
