import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { genericPlan, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { type JobFilters, listJobRows } from './list-jobs-query.ts';

const ALL: JobFilters = {
  statuses: null,
  customerId: null,
  lifecycleNumber: null,
  assignedTo: null,
  search: null,
};

describe('the list of many jobs', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const { body: lead } = await organization.api.post('/v1/leads', freshLead());
    const job = { lead_id: lead.lead_id, title: 'Water heater' };
    const { body } = await organization.api.post('/v1/jobs', job);
    const row = { table: 'jobs', key: 'job_id', id: uuidFrom('job', body.job_id) };
    // 4,000 customers and 20 users; most jobs are closed.
    await multiplyRow(
      service,
      row,
      `'customer_id', md5((n % 4000)::text)::uuid,
       'lifecycle_number', (n % 4000)::text, 'assigned_to', md5((n % 20)::text)::uuid,
       'completed_at', now(), 'closed_at', case when n % 10 > 0 then now() end,
       'status', case when n % 10 > 0 then 'closed' else 'completed' end`,
    );
  });

  for (const [filters, index] of [
    [{}, 'jobs_pkey'],
    [{ statuses: ['on_hold', 'scheduled'] }, 'jobs_by_status'],
    [{ customerId: SOME_UUID }, 'jobs_by_customer'],
    [{ lifecycleNumber: '100042-7' }, 'jobs_by_lifecycle'],
    [{ assignedTo: SOME_UUID }, 'jobs_by_assignee'],
    [{ assignedTo: SOME_UUID, statuses: ['scheduled'] }, 'jobs_by_assignee_and_status'],
    [{ customerId: SOME_UUID, statuses: ['scheduled'] }, 'jobs_by_customer'],
  ] as const) {
    it(`by ${Object.keys(filters).join(' and ') || 'no filter'} is read from ${index}, newest first`, async () => {
      const plan = await genericPlan(service, organization, (tx) =>
        listJobRows(tx, { ...ALL, ...filters }, null, 51),
      );
      assert.match(plan, new RegExp(`Index Scan Backward using ${index} on jobs`), plan);
    });
  }
});
