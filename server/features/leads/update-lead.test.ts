import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const LEAD = { name: 'Dana Whitfield' };

describe('changes to a lead', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = async () =>
    (
      await organization.api.post(
        '/v1/leads',
        freshLead({ name: LEAD.name, email: `dana.${crypto.randomUUID()}@example.com` }),
      )
    ).body;
  const eventsOf = async (number: string) =>
    (await organization.api.get(`/v1/events?lifecycle_number=${number}`)).body.data.slice(2);
  const createUser = async (active = true, of = organization): Promise<string> => {
    const email = `user.${crypto.randomUUID()}@example.com`;
    return (await of.api.post('/v1/users', { name: 'Rosa', email, role: 'dispatcher', active }))
      .body.user_id;
  };

  it('accepts the consent that it returned, and a changed one with its time, source and wording', async () => {
    const lead = await capture();
    const path = `/v1/leads/${lead.lead_id}`;
    const granted = await organization.api.patch(path, { consent: { sms: 'granted' } });
    assert.equal(granted.body.consent.sms.status, 'granted');
    const again = await organization.api.patch(path, { consent: granted.body.consent });
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, granted.body);

    const answer = {
      status: 'denied',
      at: '2027-02-01T10:00:00.000Z',
      source: 'phone',
      wording: null,
    };
    const changed = await organization.api.patch(path, {
      consent: { ...granted.body.consent, sms: answer, email: null },
    });
    assert.deepEqual(changed.body.consent, { ...granted.body.consent, sms: answer });
    const wrong = [
      { sms: 'yes' },
      { sms: {} },
      { sms: { status: 'maybe' } },
      { sms: { status: 'granted', x: 1 } },
      { sms: true },
    ];
    for (const consent of wrong) {
      const { status, body } = await organization.api.patch(path, { consent });
      assert.equal(status, 422, JSON.stringify(consent));
      assert.match(body.errors[0].pointer, /^\/consent\/sms/);
    }
  });

  it('records no consent of the future', async () => {
    const { lead_id } = await capture();
    const sms = { status: 'granted', at: '2999-01-01T00:00:00Z' };
    const { body } = await organization.api.patch(`/v1/leads/${lead_id}`, { consent: { sms } });
    assert.equal(body.consent.sms.at, service.clock.now().toISOString());
  });

  it('changes the fields that are sent, and emits the previous values', async () => {
    const lead = await capture();
    service.clock.advance(60_000);
    const { status, body } = await organization.api.patch(`/v1/leads/${lead.lead_id}`, {
      phone: '(415) 555-0134',
      address: '1418 Alder St',
      email: null,
    });
    assert.equal(status, 200);
    assert.equal(body.phone, '+14155550134');
    assert.equal(body.email, null);
    assert.equal(body.name, 'Dana Whitfield');
    assert.equal(body.lifecycle_number, lead.lifecycle_number);
    assert.notEqual(body.updated_at, lead.updated_at);
    assert.deepEqual((await organization.api.get(`/v1/leads/${lead.lead_id}`)).body, body);
    const [event, ...others] = await eventsOf(lead.lifecycle_number);
    assert.equal(others.length, 0);
    assert.equal(event.type, 'lead.updated');
    assert.deepEqual(event.data, body);
    assert.deepEqual(event.previous, {
      phone: lead.phone,
      email: lead.email,
      address: null,
      last_activity_at: lead.last_activity_at,
      updated_at: lead.updated_at,
    });
  });

  it('emits no event when nothing changes', async () => {
    const lead = await capture();
    service.clock.advance(60_000);
    const { body } = await organization.api.patch(`/v1/leads/${lead.lead_id}`, { name: LEAD.name });
    assert.deepEqual(body, lead);
    assert.deepEqual((await organization.api.patch(`/v1/leads/${lead.lead_id}`, {})).body, lead);
    assert.deepEqual(await eventsOf(lead.lifecycle_number), []);
  });

  it('refuses to remove the last contact channel or the service', async () => {
    const lead = await capture();
    const path = `/v1/leads/${lead.lead_id}`;
    for (const body of [
      { phone: null, email: null },
      { phone: '', email: ' ' },
      { service_needed: '' },
    ]) {
      const response = await organization.api.patch(path, body);
      assert.equal(response.status, 422, JSON.stringify(body));
      assert.equal(response.body.code, 'lead_not_actionable');
    }
    assert.equal((await organization.api.patch(path, { phone: null })).status, 200);
    assert.equal((await organization.api.patch(path, { email: null })).status, 422);
  });

  it('reports read-only fields and malformed fields together', async () => {
    const lead = await capture();
    const { status, body } = await organization.api.patch(`/v1/leads/${lead.lead_id}`, {
      lifecycle_number: '1-1',
      status: 'converted',
      phone: 'x',
      email: 'x',
    });
    assert.equal(status, 422);
    assert.deepEqual(body.errors.map((error: { pointer: string }) => error.pointer).sort(), [
      '/email',
      '/lifecycle_number',
      '/phone',
      '/status',
    ]);
  });

  it('assigns and unassigns an active user of the organization, with its own event', async () => {
    const lead = await capture();
    const path = `/v1/leads/${lead.lead_id}`;
    const user = await createUser();
    const assigned = await organization.api.patch(path, {
      assigned_to: user,
      notes: 'Call first.',
    });
    assert.equal(assigned.body.assigned_to, user);
    await organization.api.patch(path, { assigned_to: user });
    await organization.api.patch(path, { assigned_to: null });
    assert.deepEqual(
      (await eventsOf(lead.lifecycle_number)).map((event: { type: string }) => event.type),
      ['lead.updated', 'lead.assigned', 'lead.assigned'],
    );

    const userOfOtherOrganization = await createUser(true, await service.newOrganization());
    for (const wrong of [
      await createUser(false),
      userOfOtherOrganization,
      'user_01h455vb4pex5vsknk084sn02q',
      'x',
    ]) {
      const { status, body } = await organization.api.patch(path, { assigned_to: wrong });
      assert.equal(status, 422, wrong);
      assert.equal(body.errors[0].code, 'unknown_user');
    }
  });

  it('stops the speed-to-lead clock the first time a lead is marked as contacted', async () => {
    const lead = await capture();
    const path = `/v1/leads/${lead.lead_id}/contacted`;
    service.clock.advance(4 * 60_000);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => organization.api.post(path)),
    );
    service.clock.advance(60_000);
    const later = await organization.api.post(path);
    for (const { body } of [...responses, later]) {
      assert.equal(Date.parse(body.first_contacted_at) - Date.parse(lead.created_at), 4 * 60_000);
    }
    const events = await eventsOf(lead.lifecycle_number);
    assert.deepEqual(
      events.map((event: { type: string }) => event.type),
      ['lead.contacted'],
    );
  });

  it('restores a deleted lead unchanged, with one event', async () => {
    const lead = await capture();
    const path = `/v1/leads/${lead.lead_id}`;
    await organization.api.delete(path);
    const restored = await organization.api.post(`${path}/restore`);
    assert.equal(restored.status, 200);
    assert.deepEqual({ ...restored.body, updated_at: lead.updated_at }, lead);
    await organization.api.post(`${path}/restore`);
    assert.deepEqual(
      (await eventsOf(lead.lifecycle_number)).map((event: { type: string }) => event.type),
      ['lead.deleted', 'lead.restored'],
    );
    const { body } = await organization.api.get('/v1/leads');
    assert.equal(body.data[0].lead_id, lead.lead_id);
  });
});
