import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { genericPlan, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { type Filters, listFollowUpRows } from './list-query.ts';

const ALL: Filters = {
  statuses: null,
  channels: null,
  leadId: null,
  jobId: null,
  assignedTo: null,
  dueFrom: null,
  dueBefore: null,
};

describe('with 20,000 follow-ups', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const { lead_id } = (await organization.api.post('/v1/leads', freshLead())).body;
    const task = { lead_id, channel: 'task', delay: 'P30D' };
    const { body } = await organization.api.post('/v1/follow-ups', task);
    const row = {
      table: 'follow_ups',
      key: 'follow_up_id',
      id: uuidFrom('follow_up', body.follow_up_id),
    };
    // For 4,000 leads and 20 users; half of them are scheduled for the next year and the others are done.
    await multiplyRow(
      service,
      row,
      `'lead_id', md5((n % 4000)::text)::uuid,
       'job_id', md5((n % 3000)::text)::uuid, 'assigned_to', md5((n % 20)::text)::uuid,
       'due_at', timestamptz '2027-03-01' + n * interval '26 minutes',
       'status', case when n % 2 = 0 then 'scheduled' else 'done' end`,
    );
  });

  for (const [filters, index] of [
    [{}, 'follow_ups_by_kind'],
    [{ statuses: ['scheduled', 'due'] }, 'follow_ups_by_kind'],
    [{ channels: ['task'] }, 'follow_ups_by_kind'],
    [{ assignedTo: SOME_UUID }, 'follow_ups_by_assignee'],
    [{ assignedTo: SOME_UUID, statuses: ['due'] }, 'follow_ups_by_assignee'],
    [{ leadId: SOME_UUID }, 'follow_ups_by_lead'],
    [{ jobId: SOME_UUID, statuses: ['scheduled'] }, 'follow_ups_by_job'],
  ] as const) {
    it(`a list filtered by ${Object.keys(filters).join(' and ') || 'nothing'} uses the index ${index}`, async () => {
      for (const order of ['soonest', 'latest'] as const) {
        const plan = await genericPlan(service, organization, (tx) =>
          listFollowUpRows(tx, { ...ALL, ...filters }, order, null, 51),
        );
        assert.match(plan, new RegExp(`using ${index} on follow_ups|on ${index}`), plan);
        assert.doesNotMatch(plan, /Seq Scan on follow_ups/);
      }
    });
  }

  it('the claim of due follow-ups does not read scheduled ones', async () => {
    const { owner } = service;
    const scans = async () => {
      const { rows } = await owner.query(
        `select seq_tup_read::int, idx_tup_fetch::int from pg_stat_xact_user_tables where relname = 'follow_ups'`,
      );
      return rows[0] ?? { seq_tup_read: 0, idx_tup_fetch: 0 };
    };
    await owner.query('begin');
    for (let n = 0; n < 10; n += 1) {
      await owner.query('select * from claim_follow_ups($1, 100)', ['2027-02-28T00:00:00Z']);
    }
    const { seq_tup_read, idx_tup_fetch } = await scans();
    await owner.query('rollback');
    assert.equal(seq_tup_read, 0);
    assert(idx_tup_fetch < 100, `${idx_tup_fetch} rows were read`);
  });
});
