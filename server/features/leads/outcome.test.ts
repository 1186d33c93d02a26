import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

describe('the outcome of a lead', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const capture = () => created(organization.api.post('/v1/leads', freshLead()));
  const post = (path: string, body?: object) => organization.api.post(path, body);

  it('is lost with a reason, and open again after it is reopened; the status stays', async () => {
    const { lead_id, lifecycle_number, status } = await capture();
    service.clock.advance(60_000);
    const lost = await post(`/v1/leads/${lead_id}/lose`, { reason: ' Too expensive ' });
    assert.equal(lost.status, 200);
    assert.deepEqual(
      [lost.body.outcome, lost.body.lost_reason, lost.body.outcome_at, lost.body.status],
      ['lost', 'Too expensive', service.clock.now().toISOString(), status],
    );
    const again = await post(`/v1/leads/${lead_id}/lose`, { reason: 'Too expensive' });
    assert.deepEqual(again.body, lost.body);
    const { body: open } = await post(`/v1/leads/${lead_id}/reopen`);
    assert.deepEqual([open.outcome, open.lost_reason, open.outcome_at], [null, null, null]);
    const { body } = await organization.api.get(`/v1/events?lifecycle_number=${lifecycle_number}`);
    assert.deepEqual(
      body.data.slice(-2).map((event: { type: string }) => event.type),
      ['lead.lost', 'lead.reopened'],
    );
  });

  it('is won by a job, also after it was lost, and cannot be lost then', async () => {
    const { lead_id } = await capture();
    await post(`/v1/leads/${lead_id}/lose`, { reason: 'Undecided' });
    await created(post('/v1/jobs', { lead_id, title: 'Repair' }));
    const { body: won } = await organization.api.get(`/v1/leads/${lead_id}`);
    assert.deepEqual([won.outcome, won.lost_reason], ['won', null]);
    const refused = await post(`/v1/leads/${lead_id}/lose`, { reason: 'x' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'lead_won']);
  });

  it('needs a reason that is not blank, and a lead that is not deleted', async () => {
    const { lead_id } = await capture();
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason: null }]) {
      assert.equal((await post(`/v1/leads/${lead_id}/lose`, body)).status, 422);
    }
    await organization.api.delete(`/v1/leads/${lead_id}`);
    const refused = await post(`/v1/leads/${lead_id}/lose`, { reason: 'x' });
    assert.equal(refused.body.code, 'lead_deleted');
  });
});
