import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '../../platform/database/transaction.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { genericPlan } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { readBoard } from './queries.ts';

describe('the board of an organization with years of appointments', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  // 20 users with 1,000 appointments each. Referenced rows need not exist.
  setUp(async () => {
    const { owner } = service;
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into appointments (organization_id, appointment_id, lifecycle_number, lead_id, assigned_to, type, status,
         starts_at, ends_at, blocked_until, completed_at, created_at, updated_at)
       select $1, gen_random_uuid(), '100042-7', $1, md5((n % 20)::text)::uuid, 'estimate', 'completed', at,
         at + interval '1 hour', at + interval '1 hour', at, at, at
       from generate_series(1, 20000) as n
       cross join lateral (select timestamptz '2027-03-01' - interval '2 hours' * n as at) as times`,
      [uuidFrom('organization', organization.organizationId)],
    );
    await owner.query('reset session_replication_role');
    await owner.query('analyze appointments');
  });

  /** The scans of the appointments of users in the statement of that name. */
  async function scansOfUsers(name: string): Promise<string[]> {
    const plan = await genericPlan(service, organization, (tx) => {
      const query: Tx['query'] = (statement, values) =>
        statement.name === name ? tx.query(statement, values) : Promise.resolve([]);
      readBoard({ ...tx, query }, { from: '2027-03-02', to: null, teamId: null, limit: 200 }).catch(
        () => {},
      );
    });
    const found = plan.match(/using appointments_\w+ on appointments.*\n\s*Index Cond: .*/g) ?? [];
    return found.filter((scan) => scan.includes('assigned_to = u.user_id'));
  }

  for (const name of ['select_dispatch_lanes', 'select_dispatch_appointments']) {
    it(`reads only those of the day, in ${name}`, async () => {
      const scans = await scansOfUsers(name);
      assert(scans.length > 0);
      for (const scan of scans) assert.match(scan, /starts_at > .*starts_at < /, scan);
    });
  }
});
