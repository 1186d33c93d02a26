import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const DANA = {
  name: 'Dana Whitfield',
  phone: '+14155550134',
  email: 'dana.whitfield@gmail.com',
  address: '1418 Alder St, Portland, OR 97205',
  service_needed: 'water_heater_repair',
};

describe('duplicates', () => {
  let organization: TestOrganization;
  const service = sharedService();

  async function freshOrganization(): Promise<void> {
    organization = await service.newOrganization();
  }
  const capture = async (body: object, from = organization) => {
    const response = await from.api.post('/v1/leads', body);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  };

  it('creates a duplicate and names the original lead, with the score and the reasons', async () => {
    await freshOrganization();
    const first = await capture(DANA);
    assert(!('duplicate_of' in first));
    assert.equal(first.duplicate_match, null);
    const second = await capture(DANA);
    assert.equal(second.duplicate_of, first.lead_id);
    assert.notEqual(second.lifecycle_number, first.lifecycle_number);
    const { score, ...match } = second.duplicate_match;
    assert(score >= 0.9 && score <= 1);
    assert.equal(match.lead_id, first.lead_id);
    assert.equal(match.lifecycle_number, first.lifecycle_number);
    assert.equal(match.confidence, 'certain');
    assert(match.reasons.includes('same_phone') && match.reasons.includes('same_email'));
    assert.deepEqual((await organization.api.get(`/v1/leads/${second.lead_id}`)).body, second);
  });

  it('qualifies duplicates too under the policy auto', async () => {
    await freshOrganization();
    assert.equal((await capture(DANA)).status, 'qualified');
    const second = await capture(DANA);
    assert.equal(second.status, 'qualified');
    assert.equal((await organization.api.post(`/v1/leads/${second.lead_id}/convert`)).status, 201);
  });

  it('matches the same phone number or the same mailbox, whatever the name', async () => {
    await freshOrganization();
    const first = await capture(DANA);
    const service_needed = 'drain_cleaning';
    for (const other of [
      { name: 'Omar Khalil', phone: DANA.phone, service_needed },
      { name: 'Grace Liu', email: 'DanaWhitfield+web@googlemail.com', service_needed },
      { phone: '(415) 555-0134', service_needed },
    ]) {
      assert.equal((await capture(other)).duplicate_of, first.lead_id, JSON.stringify(other));
    }
  });

  it('matches a phone number with a typo only if the name matches', async () => {
    await freshOrganization();
    const first = await capture({ name: DANA.name, phone: DANA.phone, service_needed: 'x' });
    const near = { phone: '+14155550143', service_needed: 'x' };
    assert.equal((await capture({ ...near, name: 'Dana Whitfield' })).duplicate_of, first.lead_id);
    await freshOrganization();
    await capture({ name: DANA.name, phone: DANA.phone, service_needed: 'x' });
    assert(!('duplicate_of' in (await capture({ ...near, name: 'Omar Khalil' }))));
  });

  it('names the oldest lead of a chain of duplicates', async () => {
    await freshOrganization();
    const first = await capture({ name: DANA.name, phone: DANA.phone, service_needed: 'x' });
    const both = await capture(DANA);
    assert.equal(both.duplicate_of, first.lead_id);
    const byEmail = await capture({ name: DANA.name, email: DANA.email, service_needed: 'x' });
    assert.equal(byEmail.duplicate_of, first.lead_id);
  });

  it('finds one original among twenty identical leads captured at the same time', async () => {
    await freshOrganization();
    const leads = await Promise.all(Array.from({ length: 20 }, () => capture(DANA)));
    const originals = leads.filter((lead) => !('duplicate_of' in lead));
    assert.equal(originals.length, 1);
    for (const lead of leads) {
      if (lead !== originals[0]) assert.equal(lead.duplicate_of, originals[0].lead_id);
    }
  });

  it('never matches a deleted lead', async () => {
    await freshOrganization();
    const first = await capture(DANA);
    await organization.api.delete(`/v1/leads/${first.lead_id}`);
    const second = await capture(DANA);
    assert(!('duplicate_of' in second));
    assert.equal((await capture(DANA)).duplicate_of, second.lead_id);
  });

  it('never matches a lead of another organization', async () => {
    await freshOrganization();
    await capture(DANA);
    const otherOrganization = await service.newOrganization();
    assert(!('duplicate_of' in (await capture(DANA, otherOrganization))));
  });

  it('matches the new phone number of an updated lead', async () => {
    await freshOrganization();
    const first = await capture({ name: 'Dana Whitfield', phone: DANA.phone, service_needed: 'x' });
    await organization.api.patch(`/v1/leads/${first.lead_id}`, { phone: '+12065550177' });
    const byNew = await capture({ phone: '+12065550177', service_needed: 'x' });
    assert.equal(byNew.duplicate_of, first.lead_id);
  });

  it('names the customer that the original was converted to', async () => {
    await freshOrganization();
    const first = await capture(DANA);
    const customer = await organization.api.post(`/v1/leads/${first.lead_id}/convert`);
    const again = await capture(DANA);
    assert.equal(again.duplicate_match.customer_id, customer.body.customer_id);
  });

  it('lists duplicates for review, best match first, without the lead itself', async () => {
    await freshOrganization();
    const first = await capture(DANA);
    const household = await capture({
      name: 'Omar Whitfield',
      phone: DANA.phone,
      service_needed: 'x',
    });
    const third = await capture(DANA);
    await capture({ name: 'Grace Liu', phone: '+12065550177', service_needed: 'x' });
    const { body } = await organization.api.get(`/v1/leads/${third.lead_id}/duplicates`);
    assert.deepEqual(
      body.data.map((match: { lead_id: string }) => match.lead_id),
      [first.lead_id, household.lead_id],
    );
    assert.equal(body.data[0].confidence, 'certain');
    assert.equal(body.data[1].confidence, 'likely');
  });
});
