import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/harness.ts';

describe('updateOrganization', () => {
  let service: TestService;
  let organization: TestOrganization;
  before(async () => {
    service = await startTestService();
    organization = await service.newOrganization();
  });
  after(() => service.stop());

  const updates = async () => {
    const { body } = await organization.api.get('/v1/events?type=organization.updated&limit=200');
    return body.data;
  };

  it('changes what is sent, leaves the rest, and writes both states as one event', async () => {
    const { body: before } = await organization.api.get('/v1/organization');
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    const { status, body } = await organization.api.patch('/v1/organization', {
      name: ' Alder & Daughters ',
      country: 'GB',
    });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...before,
      name: 'Alder & Daughters',
      country: 'GB',
      updated_at: now,
    });
    assert.deepEqual((await organization.api.get('/v1/organization')).body, body);
    const [event] = await updates();
    assert.deepEqual(event.data, body);
    assert.deepEqual(event.previous, {
      name: before.name,
      country: before.country,
      updated_at: before.updated_at,
    });
  });

  it('writes no event and keeps updated_at where nothing changes', async () => {
    const { body: before } = await organization.api.get('/v1/organization');
    const events = (await updates()).length;
    service.clock.advance(60_000);
    const { name, time_zone, country } = before;
    for (const body of [{}, { name }, { name: ` ${name} ` }, { name, time_zone, country }]) {
      const answer = await organization.api.patch('/v1/organization', body);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, before);
    }
    assert.equal((await updates()).length, events);
  });

  it('refuses places that do not exist, blank names, null, and what is not to be changed', async () => {
    const wrong: [body: Record<string, unknown>, error: string][] = [
      [{ time_zone: 'Mars/Olympus' }, '/time_zone unknown_time_zone'],
      [{ country: 'XX' }, '/country unknown_country'],
      [{ name: '' }, '/name too_short'],
      [{ name: ' ' }, '/name too_short'],
      [{ name: null }, '/name wrong_type'],
      [{ organization_id: 'org_01h455vb4pex5vsknk084sn02q' }, '/organization_id unknown_field'],
    ];
    const { body: before } = await organization.api.get('/v1/organization');
    for (const [sent, error] of wrong) {
      const { status, body } = await organization.api.patch('/v1/organization', sent);
      assert.equal(status, 422, JSON.stringify(sent));
      assert.equal(`${body.errors[0].pointer} ${body.errors[0].code}`, error);
    }
    assert.deepEqual((await organization.api.get('/v1/organization')).body, before);
  });

  it('has phone numbers read as dialled in the new country within a second', async () => {
    const own = await service.newOrganization({ country: 'US' });
    await own.api.patch('/v1/organization', { country: 'GB' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { body } = await own.api.post('/v1/leads', {
      phone: '020 7946 0958',
      service_needed: 'ac_repair',
    });
    assert.equal(body.phone, '+442079460958');
  });
});
