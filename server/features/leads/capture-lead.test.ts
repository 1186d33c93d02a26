import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestOrganization, type TestService } from '../../testing/harness.ts';

describe('captureLead', () => {
  let service: TestService;
  let organization: TestOrganization;
  before(async () => {
    service = await startTestService();
    organization = await service.newOrganization();
  });
  after(() => service.stop());

  it('answers 201 with the lead, its id and its lifecycle number', async () => {
    const { status, body } = await organization.api.post('/v1/leads', {
      name: ' Dana Whitfield ',
      phone: '+15550100200',
      email: 'Dana@Example.com',
      source: 'web_form',
      service_needed: 'water_heater_repair',
      address: '1418 Alder St, Portland, OR 97205',
      notes: 'Leaking since Sunday. 🚿 شكرا',
    });
    assert.equal(status, 201);
    assert.match(body.lead_id, /^lead_[0-9a-z]{26}$/);
    assert.match(body.lifecycle_number, /^\d{6}-\d$/);
    assert.deepEqual(
      { ...body, lead_id: null, lifecycle_number: null },
      {
        lead_id: null,
        lifecycle_number: null,
        name: 'Dana Whitfield',
        phone: '+15550100200',
        email: 'Dana@Example.com',
        source: 'web_form',
        service_needed: 'water_heater_repair',
        address: '1418 Alder St, Portland, OR 97205',
        notes: 'Leaking since Sunday. 🚿 شكرا',
        status: 'new',
        assigned_to: null,
        deleted_at: null,
        created_at: '2027-03-01T15:00:00.000Z',
        updated_at: '2027-03-01T15:00:00.000Z',
      },
    );
  });
});
