import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { freshOffice, Office, overtaken, TUESDAY_9, tuesday } from '../../testing/office.ts';
import { newTechnician } from '../../testing/technicians.ts';

describe('holdAppointment', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const takeOver = (hold_id: string, booking: object = {}) =>
    office.api.post('/v1/appointments', { hold_id, ...booking });
  const isOffered = async () => {
    const date = '2027-03-02';
    const { slots } = await office.availability({ user_id: office.rosa, from: date, to: date });
    return slots.some((slot: { starts_at: string }) => slot.starts_at === TUESDAY_9);
  };

  it('reserves a time like a booking: it cannot be booked, and is not offered', async () => {
    const hold = await office.held();
    assert.equal(hold.status, 'held');
    assert.equal(hold.hold_expires_at, '2027-03-01T15:05:00.000Z');
    assert.equal(hold.hold_id.slice(5), hold.appointment_id.slice(12));
    for (const response of [await office.book(), await office.hold()]) {
      assert.deepEqual([response.status, response.body.code], [409, 'slot_taken']);
      assert.equal(response.body.alternatives.length, 3);
    }
    assert.equal(await isOffered(), false);
    const [event] = await office.events();
    assert.deepEqual([event!.type, event!.data], ['appointment.held', hold]);
  });

  it('becomes the booked appointment, and its time is never free in between', async () => {
    const hold = await office.held({ notes: 'as held', type: 'repair' });
    service.clock.advance(299_999);
    const { status, body } = await takeOver(hold.hold_id, {
      notes: 'Ring twice.',
      starts_at: TUESDAY_9,
      assigned_to: office.rosa,
      lead_id: office.lead.lead_id,
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.appointment_id, body.status, body.notes, body.type, body.hold_id],
      [hold.appointment_id, 'booked', 'Ring twice.', 'repair', undefined],
    );
    assert.deepEqual(await office.read(hold.appointment_id), body);
    service.clock.advance(3_600_000);
    assert.equal((await office.book()).status, 409);
    const [, event] = await office.events();
    assert.equal(event!.type, 'appointment.booked');
    assert.deepEqual(event!.previous, {
      notes: 'as held',
      status: 'held',
      updated_at: hold.updated_at,
    });
  });

  it('can be for a team: the member is chosen when the hold is created', async () => {
    const { teamId, members } = await office.newTeam(2);
    const holds = [await office.held({ team_id: teamId }), await office.held({ team_id: teamId })];
    assert.deepEqual(holds.map((hold) => hold.assigned_to).sort(), [...members].sort());
    assert.equal((await office.book({ team_id: teamId })).status, 409);
    const { body } = await takeOver(holds[0].hold_id, { team_id: teamId });
    assert.equal(body.assigned_to, holds[0].assigned_to);
  });

  it('blocks its time until the second it expires, without any cleanup task', async () => {
    const hold = await office.held({ ttl_seconds: 60 });
    service.clock.advance(59_999);
    assert.equal(await isOffered(), false);
    assert.equal((await office.book()).status, 409);
    service.clock.advance(1);
    assert.equal(await isOffered(), true);
    const lapsed = await office.read(hold.appointment_id);
    assert.deepEqual(
      [lapsed.status, lapsed.cancel_reason, lapsed.canceled_at, lapsed.hold_id],
      ['canceled', 'hold_lapsed', '2027-03-01T15:01:00.000Z', undefined],
    );
    assert.equal((await office.events()).length, 1);
    await office.booked();
  });

  it('is stored as canceled, with its event, when another booking takes its time', async () => {
    const hold = await office.held({ ttl_seconds: 60 });
    service.clock.advance(120_000);
    await office.booked();
    const cleared = await office.read(hold.appointment_id);
    assert.deepEqual(
      [cleared.status, cleared.cancel_reason, cleared.canceled_at, cleared.updated_at],
      ['canceled', 'hold_lapsed', '2027-03-01T15:01:00.000Z', '2027-03-01T15:02:00.000Z'],
    );
    const [, canceled, booked] = await office.events();
    assert.equal(canceled!.type, 'appointment.canceled');
    assert.deepEqual(canceled!.data, cleared);
    assert.deepEqual(canceled!.previous, {
      status: 'held',
      canceled_at: null,
      cancel_reason: null,
      updated_at: hold.updated_at,
    });
    assert.equal(booked!.type, 'appointment.booked');
  });

  it('when expired, also gives way to another hold, a team booking and a rescheduled appointment', async () => {
    const { teamId, members } = await office.newTeam(1);
    const other = await office.booked({ starts_at: tuesday(3), assigned_to: members[0] });
    const canceled = async () =>
      (await office.events()).filter(({ type }) => type === 'appointment.canceled').length;
    const taking = [
      () => office.hold({ assigned_to: members[0], ttl_seconds: 1 }),
      () => office.hold({ team_id: teamId, ttl_seconds: 1 }),
      () => office.api.patch(`/v1/appointments/${other.appointment_id}`, { starts_at: TUESDAY_9 }),
    ];
    await office.held({ assigned_to: members[0], ttl_seconds: 1 });
    for (const [index, take] of taking.entries()) {
      service.clock.advance(1_000);
      const { status, body } = await take();
      assert(status < 300, JSON.stringify(body));
      assert.equal(await canceled(), index + 1);
    }
  });

  it('cannot be booked after it has expired, was canceled, or was booked', async () => {
    const lapsed = await office.held({ ttl_seconds: 1 });
    service.clock.advance(1_000);
    const late = await takeOver(lapsed.hold_id);
    assert.deepEqual([late.status, late.body.code], [409, 'hold_lapsed']);

    const canceled = await office.held();
    await office.api.post(`/v1/appointments/${canceled.appointment_id}/cancel`);
    const ended = await takeOver(canceled.hold_id);
    assert.deepEqual([ended.status, ended.body.code], [409, 'hold_lapsed']);

    const taken = await office.held();
    await takeOver(taken.hold_id);
    const again = await takeOver(taken.hold_id);
    assert.deepEqual([again.status, again.body.code], [409, 'hold_taken']);
  });

  it('returns 404 for an appointment that was never a hold, and for another organization’s hold', async () => {
    const booked = await office.booked();
    const disguised = booked.appointment_id.replace('appointment_', 'hold_');
    const hold = await (await Office.open(service)).held();
    for (const id of [disguised, hold.hold_id, 'hold_01h455vb4pex5vsknk084sn02q', 'x']) {
      const { status, body } = await takeOver(id);
      assert.equal(status, 404, id);
      assert.match(body.detail, /no such hold/i);
    }
  });

  it('is booked as it is: its fields can be repeated, but not changed', async () => {
    const { hold_id } = await office.held();
    const { status, body } = await takeOver(hold_id, {
      lead_id: await office.newLead(),
      customer_id: 'customer_01h455vb4pex5vsknk084sn02q',
      starts_at: tuesday(1),
      duration_minutes: 30,
      assigned_to: await office.newUser(),
      team_id: 'team_01h455vb4pex5vsknk084sn02q',
    });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map((error: { pointer: string }) => error.pointer),
      ['/lead_id', '/customer_id', '/starts_at', '/duration_minutes', '/assigned_to', '/team_id'],
    );
    assert.equal((await takeOver(hold_id)).status, 201);
  });

  it('cannot be booked for a lead that was deleted in the meantime', async () => {
    const { hold_id } = await office.held();
    await office.api.delete(`/v1/leads/${office.lead.lead_id}`);
    const { status, body } = await takeOver(hold_id);
    assert.deepEqual([status, body.code], [409, 'lead_deleted']);
  });

  it('cannot be booked when it was canceled a moment before', async () => {
    const { hold_id } = await office.held();
    const cancel = {
      sql: `update appointments set status = 'canceled', canceled_at = now() where appointment_id = $1`,
      values: [toUuid('hold', hold_id)],
    };
    const { status, body } = await overtaken(service, cancel, () => takeOver(hold_id));
    assert.deepEqual([status, body.code], [409, 'hold_lapsed']);
  });

  it('is booked by one of twenty simultaneous requests', async () => {
    const { hold_id } = await office.held();
    const responses = await Promise.all(Array.from({ length: 20 }, () => takeOver(hold_id)));
    assert.equal(responses.filter(({ status }) => status === 201).length, 1);
    assert.equal(responses.filter(({ body }) => body.code === 'hold_taken').length, 19);
    assert.equal((await office.events()).length, 2);
  });

  it('lasts from 1 to 900 seconds', async () => {
    for (const ttl_seconds of [0, 901, -1, 1.5, '60', null]) {
      const { status, body } = await office.hold({ ttl_seconds });
      assert.equal(status, 422);
      assert.equal(body.errors[0].pointer, '/ttl_seconds');
    }
    const longest = await office.held({ ttl_seconds: 900 });
    assert.equal(longest.hold_expires_at, '2027-03-01T15:15:00.000Z');
    await office.held({ ttl_seconds: 1, starts_at: tuesday(2) });
  });

  describe('without a lead', () => {
    const hold = (fields: object = {}) =>
      office.api.post('/v1/appointments/holds', {
        ...{ service: 'tune_up', starts_at: TUESDAY_9, ttl_seconds: 60 },
        ...fields,
      });

    it('is taken by someone with the skill who works in the area, and has no number', async () => {
      const ana = await office.newUser({ skills: ['tune_up'] });
      const ben = await office.newUser({ skills: ['tune_up'] });
      const area = { name: 'West', postal_codes: ['972*'], user_ids: [office.rosa, ben] };
      await created(office.api.post('/v1/areas', area));
      const held = await created(hold({ postal_code: '97205' }));
      assert.deepEqual(
        [held.status, held.assigned_to, held.lead_id, held.lifecycle_number, held.service],
        ['held', ben, null, null, 'tune_up'],
      );
      assert.equal((await hold({ postal_code: '97205' })).body.code, 'slot_taken');
      assert.equal((await hold({ postal_code: '10115' })).body.code, 'outside_area');
      assert.equal((await created(hold())).assigned_to, ana);
      const named = await created(hold({ assigned_to: office.rosa }));
      assert.equal(named.assigned_to, office.rosa);
      const [event] = await office.events();
      assert.deepEqual([event!.type, event!.data], ['appointment.held', held]);
      assert.deepEqual(await office.read(held.appointment_id), held);
    });

    it('is booked for a lead, a customer or a number that is named then', async () => {
      const held = await created(hold({ assigned_to: office.rosa }));
      const nobody = await takeOver(held.hold_id);
      assert.equal(nobody.status, 422);
      const booked = await created(takeOver(held.hold_id, { lead_id: office.lead.lead_id }));
      assert.deepEqual(
        [booked.appointment_id, booked.status, booked.lifecycle_number, booked.contact.name],
        [held.appointment_id, 'booked', office.lead.lifecycle_number, 'Dana'],
      );
      assert.deepEqual(booked.location, { address: '9 Oak St' });
      const [, event] = await office.events();
      assert.deepEqual([event!.type, event!.data], ['appointment.booked', booked]);
      assert.equal(event!.previous.lead_id, null);
      const again = await takeOver(held.hold_id, { lead_id: await office.newLead() });
      assert.deepEqual([again.status, again.body.code], [409, 'hold_taken']);
    });

    it('ends by itself, or is canceled', async () => {
      const held = await created(hold({ assigned_to: office.rosa }));
      const canceled = await office.api.post(`/v1/appointments/${held.appointment_id}/cancel`);
      assert.deepEqual([canceled.status, canceled.body.status], [200, 'canceled']);
      const second = await created(hold({ assigned_to: office.rosa }));
      service.clock.advance(60_000);
      assert.equal((await office.read(second.appointment_id)).status, 'canceled');
      await office.booked();
      const lapsed = await takeOver(second.hold_id, { lead_id: office.lead.lead_id });
      assert.deepEqual([lapsed.status, lapsed.body.code], [409, 'hold_lapsed']);
    });

    it('needs a service', async () => {
      const { status, body } = await hold({ service: undefined });
      assert.equal(status, 422);
      assert.match(body.detail, /A hold needs a service/);
    });

    it('does not hide from technicians what they may see', async () => {
      const organization = await service.newOrganization();
      const { api, userId } = await newTechnician(service, organization, 'Tom');
      const lead = await created(organization.api.post('/v1/leads', freshLead()));
      const visit = { lead_id: lead.lead_id, starts_at: TUESDAY_9, assigned_to: userId };
      await created(organization.api.post('/v1/appointments', visit));
      const other = { service: 'tune_up', starts_at: tuesday(2), assigned_to: userId };
      await created(organization.api.post('/v1/appointments/holds', other));
      const { body } = await api.get(`/v1/lifecycles/${lead.lifecycle_number}`);
      assert.equal(body.appointments.length, 1, JSON.stringify(body));
      assert.equal((await api.get('/v1/my-day')).status, 200);
    });
  });
});
