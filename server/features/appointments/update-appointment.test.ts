import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { Office, TUESDAY_9, tuesday } from '../../testing/office.ts';
import type { Step } from '../calendar/appointment.ts';

describe('updateAppointment', () => {
  let office: Office;
  let id: string;
  const service = sharedService();
  beforeEach(async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    office = await Office.open(service);
    id = (await office.booked()).appointment_id;
  });

  const patch = (body: object, appointmentId = id) =>
    office.api.patch(`/v1/appointments/${appointmentId}`, body);
  const take = (step: Step, appointmentId = id) =>
    office.api.post(`/v1/appointments/${appointmentId}/${step}`);

  /** The appointment is unchanged, and no event was emitted. */
  async function refused(body: object, code: string, appointmentId = id) {
    const before = [await office.read(appointmentId), await office.events()];
    const response = await patch(body, appointmentId);
    assert.deepEqual(
      [response.status, response.body.code],
      [409, code],
      JSON.stringify(response.body),
    );
    assert.deepEqual([await office.read(appointmentId), await office.events()], before);
    return response.body;
  }

  it('reschedules, frees the old time, and returns it in previous', async () => {
    service.clock.advance(1_000);
    const { status, body } = await patch({ starts_at: tuesday(2), duration_minutes: 90 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.starts_at, body.ends_at, body.duration_minutes],
      [tuesday(2), tuesday(3.5), 90],
    );
    assert.deepEqual(await office.read(id), body);
    const [, event] = await office.events();
    assert.deepEqual([event!.type, event!.data], ['appointment.rescheduled', body]);
    assert.deepEqual(event!.previous, {
      starts_at: tuesday(0),
      ends_at: tuesday(1),
      duration_minutes: 60,
      updated_at: '2027-03-01T15:00:00.000Z',
    });
    await office.booked();
    assert.equal((await office.book({ starts_at: tuesday(3) })).status, 409);
  });

  it('keeps the duration when only the start changes, and the start when only the duration changes', async () => {
    assert.equal((await patch({ duration_minutes: 30 })).body.ends_at, tuesday(0.5));
    assert.equal((await patch({ starts_at: tuesday(4) })).body.ends_at, tuesday(4.5));
  });

  it('assigns to another user, whose time is then blocked', async () => {
    const sam = await office.newUser({ name: 'Sam Ito', time_zone: 'America/Denver' });
    const { body } = await patch({ assigned_to: sam });
    assert.deepEqual(
      [body.assigned_to, body.assignee.name, body.time_zone],
      [sam, 'Sam Ito', 'America/Denver'],
    );
    const [, event] = await office.events();
    assert.deepEqual([event!.type, event!.data], ['appointment.assigned', body]);
    assert.equal(event!.previous.assigned_to, office.rosa);
    await office.booked();
    assert.equal((await office.book({ assigned_to: sam })).status, 409);
  });

  it('unassigns, which blocks no user’s time, and assigns again', async () => {
    const { body } = await patch({ assigned_to: null });
    assert.deepEqual([body.assigned_to, body.assignee], [null, null]);
    const tray = await office.api.get('/v1/appointments?unassigned=true');
    assert.deepEqual(tray.body.data, [body]);
    await office.booked();
    await refused({ assigned_to: office.rosa }, 'slot_taken');
    assert.equal((await patch({ assigned_to: await office.newUser() })).status, 200);
  });

  it('reschedules, reassigns and changes details at once, with one event for each', async () => {
    const sam = await office.newUser();
    const { body } = await patch({ starts_at: tuesday(1), assigned_to: sam, notes: 'Ladder' });
    const events = (await office.events()).slice(1);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['appointment.rescheduled', 'appointment.assigned', 'appointment.updated'],
    );
    for (const { data, previous } of events) {
      assert.deepEqual(data, body);
      assert.deepEqual(
        [previous.starts_at, previous.assigned_to, previous.notes],
        [tuesday(0), office.rosa, null],
      );
    }
  });

  it('changes details, and clears them with null', async () => {
    const arrival_window = { starts_at: tuesday(0), ends_at: tuesday(1) };
    const location = { address: '1 Elm St' };
    const details = { type: 'repair', location, notes: 'x', arrival_window };
    const { body } = await patch(details);
    for (const [name, value] of Object.entries(details)) assert.deepEqual(body[name], value);
    const cleared = await patch({ location: null, notes: null, arrival_window: null });
    assert.deepEqual(
      [cleared.body.location, cleared.body.notes, cleared.body.arrival_window, cleared.body.type],
      [null, null, null, 'repair'],
    );
    const types = (await office.events()).slice(1).map(({ type }) => type);
    assert.deepEqual(types, ['appointment.updated', 'appointment.updated']);
  });

  it('returns the appointment and emits no event when nothing changes', async () => {
    const before = await office.read(id);
    service.clock.advance(1_000);
    for (const body of [{}, { starts_at: TUESDAY_9 }, { assigned_to: office.rosa, notes: null }]) {
      const response = await patch(body);
      assert.deepEqual([response.status, response.body], [200, before]);
    }
    assert.equal((await office.events()).length, 1);
  });

  it('refuses a time that is taken, and changes nothing', async () => {
    const other = await office.booked({ starts_at: tuesday(2) });
    const body = await refused({ starts_at: tuesday(1.5), notes: 'Ladder' }, 'slot_taken');
    // It does not block its own move: half an hour later, it overlaps only itself.
    const nearest = body.alternatives.map((slot: { starts_at: string }) => slot.starts_at);
    assert.deepEqual(nearest, [tuesday(1), tuesday(0.5), tuesday(0)]);
    const sam = await office.newUser();
    await office.booked({ assigned_to: sam, starts_at: tuesday(0.5) });
    await refused({ assigned_to: sam }, 'slot_taken');
    await refused({ assigned_to: office.rosa, starts_at: other.starts_at }, 'slot_taken');
    await refused({ duration_minutes: 121 }, 'slot_taken');
    assert.equal((await patch({ duration_minutes: 120 })).status, 200);
  });

  it('reschedules by less than its own duration', async () => {
    assert.equal((await patch({ starts_at: tuesday(0.25) })).status, 200);
  });

  it('uses the current buffer when it reschedules', async () => {
    await office.booked({ starts_at: tuesday(3) });
    await office.schedule({ buffer_minutes: 30 });
    await refused({ starts_at: tuesday(1.75) }, 'slot_taken');
    assert.equal((await patch({ starts_at: tuesday(1.5) })).status, 200);
    assert.equal((await office.book({ starts_at: tuesday(0.75) })).status, 409);
  });

  it('warns about an unusual new time; strict refuses it', async () => {
    const evening = { starts_at: '2027-03-02T20:00:00-08:00' };
    const body = await refused({ ...evening, strict: true }, 'outside_working_hours');
    assert.equal(body.alternatives.length, 3);
    const moved = await patch(evening);
    assert.equal(moved.body.warnings[0].code, 'outside_working_hours');
  });

  it('refuses an unknown or inactive user, and names the field', async () => {
    const inactive = await office.newUser({ active: false });
    for (const assigned_to of [inactive, 'user_01h455vb4pex5vsknk084sn02q', 'x', '']) {
      const { status, body } = await patch({ assigned_to });
      assert.equal(status, 422, assigned_to);
      assert.equal(body.errors[0].pointer, '/assigned_to');
    }
  });

  it('reports all errors of a change at once', async () => {
    const { status, body } = await patch({
      starts_at: '9999-12-31T23:00:00Z',
      duration_minutes: 0,
      arrival_window: { starts_at: tuesday(1), ends_at: tuesday(0) },
      lead_id: office.lead.lead_id,
    });
    assert.equal(status, 422);
    assert.deepEqual(body.errors.map((error: { pointer: string }) => error.pointer).sort(), [
      '/arrival_window/ends_at',
      '/duration_minutes',
      '/lead_id',
      '/starts_at',
    ]);
  });

  it('does not change a hold, active or expired', async () => {
    const hold = await office.held({ starts_at: tuesday(3), ttl_seconds: 1 });
    await refused({ notes: 'x' }, 'appointment_held', hold.appointment_id);
    service.clock.advance(1_000);
    await refused({ notes: 'x' }, 'hold_lapsed', hold.appointment_id);
  });

  it('does not change an appointment that is over', async () => {
    for (const steps of [['cancel'], ['start', 'complete'], ['no-show']] as const) {
      const assigned_to = await office.newUser();
      const { appointment_id } = await office.booked({ assigned_to });
      for (const step of steps) await take(step, appointment_id);
      await refused({ starts_at: tuesday(5) }, 'appointment_over', appointment_id);
    }
  });

  it('does not unassign an appointment after it was dispatched', async () => {
    await take('dispatch');
    await refused({ assigned_to: null }, 'appointment_under_way');
    assert.equal((await patch({ assigned_to: await office.newUser() })).status, 200);
  });

  it('never assigns both appointments to one user when two requests swap their assignees at once', async () => {
    const sam = await office.newUser();
    const other = await office.booked({ assigned_to: sam });
    for (let round = 0; round < 10; round += 1) {
      const responses = await Promise.all([
        patch({ assigned_to: sam }),
        patch({ assigned_to: office.rosa }, other.appointment_id),
      ]);
      assert(responses.every(({ status }) => status === 409));
    }
    assert.equal((await office.read(id)).assigned_to, office.rosa);
  });

  it('links a visit to a job of the same customer, and to no other', async () => {
    const visit = await office.booked({ starts_at: tuesday(5) });
    const path = `/v1/appointments/${visit.appointment_id}`;
    const job = await created(
      office.api.post('/v1/jobs', { lead_id: office.lead.lead_id, title: 'Boiler' }),
    );
    const linked = await office.api.patch(path, { job_id: job.job_id });
    assert.deepEqual([linked.status, linked.body.job_id], [200, job.job_id]);
    assert.equal(linked.body.lifecycle_number, visit.lifecycle_number);
    const event = (await office.events()).at(-1)!;
    assert.deepEqual([event.type, event.previous.job_id], ['appointment.updated', null]);
    const other = await created(
      office.api.post('/v1/jobs', { lead_id: await office.newLead(), title: 'Roof' }),
    );
    const refused = await office.api.patch(path, { job_id: other.job_id });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/job_id']);
    assert.equal((await office.api.patch(path, { job_id: 'job_unknown' })).status, 404);
    await office.api.post(`/v1/jobs/${job.job_id}/cancel`, { reason: 'Sold' });
    const over = await office.booked({ starts_at: tuesday(7) });
    const closed = await office.api.patch(`/v1/appointments/${over.appointment_id}`, {
      job_id: job.job_id,
    });
    assert.deepEqual([closed.status, closed.body.code], [409, 'job_over']);
  });
});
