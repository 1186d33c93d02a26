import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { genericPlan } from '../../../testing/plans.ts';
import { findDue } from './queries.ts';

const AT = new Date('2027-03-01T15:00:00.000Z');

describe('finding due deliveries among many', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const body = { url: 'http://127.0.0.1:1/' };
    assert.equal((await organization.api.post('/v1/webhook-endpoints', body)).status, 201);
  });

  /** Adds many deliveries to one endpoint, nearly all of them delivered. */
  async function multiply(): Promise<void> {
    const { owner } = service;
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id,
         event_type, lifecycle_number, ordered, status, next_attempt_at, created_at, settled_at, event_logged_at)
       select organization_id, webhook_endpoint_id, gen_random_uuid(), n + 100, gen_random_uuid(), 'lead.created',
              (n % 2000)::text, true, case when n % 50 = 0 then 'pending' else 'delivered' end,
              case when n % 50 = 0 then $1::timestamptz end, $1, case when n % 50 > 0 then $1::timestamptz end, now()
       from webhook_endpoints, generate_series(1, 20000) as n`,
      [AT],
    );
    await owner.query('reset session_replication_role');
  }

  async function assertUsesIndexes(): Promise<void> {
    const plan = await genericPlan(service, organization, (tx) =>
      findDue({ ...tx, now: AT } as typeof tx, { room: new Map(), defaultRoom: 16, inFlight: [] }),
    );
    assert.match(plan, /webhook_deliveries_due/, plan);
    assert.match(plan, /webhook_deliveries_in_order/, plan);
    assert.doesNotMatch(plan, /Seq Scan on (webhook_deliveries|events)/, plan);
    assert.doesNotMatch(plan, /webhook_deliveries_(pkey|by_kind)/, plan);
  }

  it('uses the indexes, before and after the table is analyzed', async () => {
    await assertUsesIndexes();
    await multiply();
    await assertUsesIndexes();
    // Only the month that has rows, as autovacuum does.
    const { rows } = await service.owner.query(
      'select distinct tableoid::regclass::text as month from webhook_deliveries',
    );
    for (const { month } of rows) await service.owner.query(`analyze ${month}`);
    await assertUsesIndexes();
  });
});
