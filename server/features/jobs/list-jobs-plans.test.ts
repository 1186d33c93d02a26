import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { genericPlan } from '../../testing/plans.ts';
import { type JobFilters, listJobRows } from './list-jobs-query.ts';

const ALL: JobFilters = {
  statuses: null,
  customerId: null,
  lifecycleNumber: null,
  assignedTo: null,
  search: null,
};
const SOMEBODY = '01900000-0000-7000-8000-000000000000';

describe('the list of many jobs', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const { body: lead } = await organization.api.post('/v1/leads', freshLead());
    const job = { lead_id: lead.lead_id, title: 'Water heater' };
    const { body } = await organization.api.post('/v1/jobs', job);
    await multiply(toUuid('job', body.job_id)!);
  });

  /** 20,000 jobs of 4,000 customers and 20 users, most of them over. */
  async function multiply(jobId: string): Promise<void> {
    const { owner } = service;
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into jobs select made.* from jobs j, generate_series(1, 20000) as n,
         jsonb_populate_record(null::jobs, to_jsonb(j) || jsonb_build_object(
           'job_id', gen_random_uuid(), 'customer_id', md5((n % 4000)::text)::uuid,
           'lifecycle_number', (n % 4000)::text, 'assigned_to', md5((n % 20)::text)::uuid,
           'completed_at', now(), 'closed_at', case when n % 10 > 0 then now() end,
           'status', case when n % 10 > 0 then 'closed' else 'completed' end)) as made
       where j.job_id = $1`,
      [jobId],
    );
    await owner.query('reset session_replication_role');
    await owner.query('analyze jobs');
  }

  for (const [filters, index] of [
    [{}, 'jobs_pkey'],
    [{ statuses: ['on_hold', 'scheduled'] }, 'jobs_by_status'],
    [{ customerId: SOMEBODY }, 'jobs_by_customer'],
    [{ lifecycleNumber: '100042-7' }, 'jobs_by_lifecycle'],
    [{ assignedTo: SOMEBODY }, 'jobs_by_assignee'],
    [{ assignedTo: SOMEBODY, statuses: ['scheduled'] }, 'jobs_by_assignee_and_status'],
    [{ customerId: SOMEBODY, statuses: ['scheduled'] }, 'jobs_by_customer'],
  ] as const) {
    it(`by ${Object.keys(filters).join(' and ') || 'nothing'} is read from ${index}, newest first`, async () => {
      const plan = await genericPlan(service, organization, (tx) =>
        listJobRows(tx, { ...ALL, ...filters }, null, 51),
      );
      assert.match(plan, new RegExp(`Index Scan Backward using ${index} on jobs`), plan);
    });
  }
});
