import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { genericPlan, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { countJobRows } from './count-jobs-query.ts';

describe('the counts of many jobs', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const { body: lead } = await organization.api.post('/v1/leads', freshLead());
    const contract = { amount: 100, currency: 'USD' };
    const job = { lead_id: lead.lead_id, title: 'Water heater', contract };
    const { body } = await organization.api.post('/v1/jobs', job);
    const row = { table: 'jobs', key: 'job_id', id: uuidFrom('job', body.job_id) };
    await multiplyRow(
      service,
      row,
      `'customer_id', md5((n % 4000)::text)::uuid,
       'lifecycle_number', (n % 4000)::text, 'assigned_to', md5((n % 20)::text)::uuid`,
    );
  });

  const NONE = { customerId: null, lifecycleNumber: null, assignedTo: null };
  for (const [filters, index] of [
    [{ assignedTo: SOME_UUID }, /jobs_counted_by_assignee/],
    [{ customerId: SOME_UUID }, /jobs_by_customer/],
    [{ lifecycleNumber: '100042-7' }, /jobs_by_lifecycle/],
  ] as const) {
    it(`by ${Object.keys(filters).join()} are read from ${index.source}`, async () => {
      const plan = await genericPlan(service, organization, (tx) =>
        countJobRows(tx, { ...NONE, ...filters }),
      );
      assert.match(plan, index, plan);
    });
  }
});
