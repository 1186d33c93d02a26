import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';

const LEAD: Record<string, unknown> = { source: 'web_form', service_needed: 'drain_cleaning' };

describe('qualification', () => {
  const service = sharedService();
  const manual = shared(() => withPolicy('manual'));

  async function withPolicy(policy: string): Promise<TestOrganization> {
    const organization = await service.newOrganization();
    const { status, body } = await organization.api.patch('/v1/organization', {
      qualification_policy: policy,
    });
    assert.equal(status, 200, JSON.stringify(body));
    // A new token is not cached, so its first request reads the current policy.
    const { body: created } = await organization.api.post('/v1/tokens', {
      name: 'New',
      scopes: ['*'],
    });
    return { ...organization, token: created.token, api: service.as(created.token) };
  }
  const capture = async ({ api }: TestOrganization, body = LEAD) =>
    (await api.post('/v1/leads', freshLead(body))).body;
  const typesOf = async ({ api }: TestOrganization, number: string): Promise<string[]> =>
    (await api.get(`/v1/events?lifecycle_number=${number}`)).body.data.map(
      (event: { type: string }) => event.type,
    );

  it('leaves a duplicate to a person under auto_except_duplicates', async () => {
    const { api } = await withPolicy('auto_except_duplicates');
    const lead = freshLead();
    assert.equal((await api.post('/v1/leads', lead)).body.status, 'qualified');
    const { body } = await api.post('/v1/leads', lead);
    assert.equal(body.status, 'new');
    const qualified = await api.post(`/v1/leads/${body.lead_id}/qualify`);
    assert.equal(qualified.body.status, 'qualified');
  });

  it('qualifies a new lead at once by default, and emits lead.qualified', async () => {
    const organization = await service.newOrganization();
    const lead = await capture(organization);
    assert.equal(lead.status, 'qualified');
    assert.equal(lead.qualified_at, lead.created_at);
    assert.deepEqual(await typesOf(organization, lead.lifecycle_number), [
      'lead.created',
      'lead.qualified',
    ]);
  });

  it('applies a changed policy within a second', async () => {
    const organization = await service.newOrganization();
    assert.equal((await capture(organization)).status, 'qualified');
    await organization.api.patch('/v1/organization', { qualification_policy: 'manual' });
    await eventually(async () => (await capture(organization)).status === 'new', 1_000);
  });

  it('leaves every lead to a person under the policy manual', async () => {
    const lead = await capture(manual);
    assert.equal(lead.status, 'new');
    assert.equal(lead.qualified_at, null);
    assert.deepEqual(await typesOf(manual, lead.lifecycle_number), ['lead.created']);
  });

  it('applies the rule, and leaves other leads to a person', async () => {
    const organization = await withPolicy("lead.source == 'web_form' && lead.phone != null");
    assert.equal((await capture(organization)).status, 'qualified');
    assert.equal((await capture(organization, { ...LEAD, source: 'flyer' })).status, 'new');
  });

  it('leaves a lead to a person if the rule fails on it', async () => {
    const organization = await withPolicy("lead.name.startsWith('D')");
    assert.equal((await capture(organization)).status, 'new');
  });

  it('refuses a policy that is not auto, manual or a rule about the lead', async () => {
    for (const policy of [
      'automatic',
      'lead.source ==',
      'led.source == "x"',
      "lead.name.matches('(a+)+$')",
      '1 + 1',
      "'yes'",
    ]) {
      const { status, body } = await manual.api.patch('/v1/organization', {
        qualification_policy: policy,
      });
      assert.equal(status, 422, policy);
      assert.equal(body.errors[0].pointer, '/qualification_policy');
      assert.equal(body.errors[0].code, 'invalid_rule');
    }
  });

  it('qualifies a lead once, with one event, however often it is requested', async () => {
    const lead = await capture(manual);
    service.clock.advance(60_000);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => manual.api.post(`/v1/leads/${lead.lead_id}/qualify`)),
    );
    for (const { status, body } of responses) {
      assert.equal(status, 200);
      assert.equal(body.status, 'qualified');
      assert.equal(body.qualified_at, responses[0]!.body.qualified_at);
    }
    assert.deepEqual(await typesOf(manual, lead.lifecycle_number), [
      'lead.created',
      'lead.qualified',
    ]);
  });

  it('disqualifies a lead with a reason, and qualifies it again', async () => {
    const lead = await capture(manual);
    const path = `/v1/leads/${lead.lead_id}`;
    const denied = await manual.api.post(`${path}/disqualify`, { reason: ' Too far away ' });
    assert.equal(denied.body.status, 'unqualified');
    assert.equal(denied.body.unqualified_reason, 'Too far away');
    await manual.api.post(`${path}/disqualify`, { reason: 'Too far away' });
    const other = await manual.api.post(`${path}/disqualify`, { reason: 'Renter' });
    assert.equal(other.body.unqualified_reason, 'Renter');
    const granted = await manual.api.post(`${path}/qualify`);
    assert.equal(granted.body.status, 'qualified');
    assert.equal(granted.body.unqualified_reason, null);
    const again = await manual.api.post(`${path}/disqualify`, { reason: 'Sold the house' });
    assert.equal(again.body.qualified_at, null);
    assert.deepEqual(await typesOf(manual, lead.lifecycle_number), [
      'lead.created',
      'lead.unqualified',
      'lead.unqualified',
      'lead.qualified',
      'lead.unqualified',
    ]);
  });

  it('refuses to disqualify without a reason', async () => {
    const lead = await capture(manual);
    for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason: 5 }]) {
      const { status } = await manual.api.post(`/v1/leads/${lead.lead_id}/disqualify`, body);
      assert.equal(status, 422, JSON.stringify(body));
    }
  });

  it('refuses to change a deleted lead', async () => {
    const lead = await capture(manual);
    const path = `/v1/leads/${lead.lead_id}`;
    await manual.api.delete(path);
    for (const response of [
      await manual.api.post(`${path}/qualify`),
      await manual.api.post(`${path}/disqualify`, { reason: 'x' }),
      await manual.api.post(`${path}/contacted`),
      await manual.api.patch(path, { name: 'x' }),
    ]) {
      assert.equal(response.status, 409);
      assert.equal(response.body.code, 'lead_deleted');
    }
  });
});
