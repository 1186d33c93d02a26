import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, TUESDAY_9, tuesday } from '../../testing/office.ts';

const TWO_HOURS = { arrival_window: { duration: 'PT2H', aligned: true } };

describe('the promise of a visit', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const windowOf = async (id: string) => (await office.read(id)).arrival_window;
  const aligned = { starts_at: '2027-03-02T08:00:00-08:00', ends_at: '2027-03-02T10:00:00-08:00' };

  describe('arrival windows', () => {
    it('are a setting: a length and whether they are aligned; null for none', async () => {
      const read = async () => (await office.api.get('/v1/organization')).body.scheduling;
      assert.equal((await read()).arrival_window, null);
      await office.schedule({ arrival_window: { duration: 'PT90M' } });
      assert.deepEqual((await read()).arrival_window, { duration: 'PT1H30M', aligned: true });
      await office.schedule({ buffer_minutes: 5 });
      assert.deepEqual((await read()).arrival_window, { duration: 'PT1H30M', aligned: true });
      await office.schedule({ arrival_window: null });
      assert.equal((await read()).arrival_window, null);
      const { status, body } = await office.api.patch('/v1/organization', {
        scheduling: { arrival_window: { duration: 'two hours' } },
      });
      assert.equal(status, 422);
      assert.equal(body.errors[0].pointer, '/scheduling/arrival_window/duration');
    });

    it('are offered with slots, by the length asked for or by the rule', async () => {
      const query = { user_id: office.rosa, from: '2027-03-02', to: '2027-03-02' };
      const [first, , third] = (await office.availability({ ...query, windows: 'PT2H' })).slots;
      assert.deepEqual(first.window, {
        starts_at: '2027-03-02T08:00:00-08:00',
        ends_at: '2027-03-02T10:00:00-08:00',
      });
      assert.deepEqual(third.window, first.window);
      assert.equal((await office.availability(query)).slots[0].window, undefined);
      await office.schedule({ arrival_window: { duration: 'PT1H', aligned: false } });
      const [slot] = (await office.availability(query)).slots;
      assert.equal(slot.window.ends_at, '2027-03-02T09:00:00-08:00');
      const path = `/v1/availability?${new URLSearchParams({ ...query, windows: 'soon' })}`;
      assert.equal((await office.api.get(path)).body.errors[0].pointer, '/windows');
    });

    it('are kept on the appointment: by the rule, or as given', async () => {
      await office.schedule(TWO_HOURS);
      const { appointment_id, arrival_window } = await office.booked();
      assert.deepEqual(arrival_window, aligned);
      const given = { starts_at: tuesday(3), ends_at: tuesday(4) };
      const other = await office.booked({ starts_at: tuesday(2), arrival_window: given });
      assert.deepEqual(other.arrival_window, given);
      const none = await office.booked({ starts_at: tuesday(4), arrival_window: null });
      assert.equal(none.arrival_window, null);
      const path = (id: string) => `/v1/appointments/${id}`;
      await office.api.patch(path(appointment_id), { starts_at: tuesday(6) });
      assert.deepEqual(await windowOf(appointment_id), {
        starts_at: '2027-03-02T14:00:00-08:00',
        ends_at: '2027-03-02T16:00:00-08:00',
      });
      await office.api.patch(path(other.appointment_id), { starts_at: tuesday(5) });
      assert.deepEqual(await windowOf(other.appointment_id), given);
    });
  });

  describe('the expected time', () => {
    it('is given with en-route, in the event, and changes if it is sent again', async () => {
      const { appointment_id } = await office.booked();
      const path = `/v1/appointments/${appointment_id}/en-route`;
      const { body } = await office.api.post(path, { eta_minutes: 25 });
      assert.deepEqual(
        [body.status, body.eta_minutes, body.eta_at],
        ['en_route', 25, '2027-03-01T07:25:00-08:00'],
      );
      const event = (await office.events()).at(-1);
      assert.deepEqual([event?.type, event?.data.eta_minutes], ['appointment.en_route', 25]);
      await office.api.post(path, { eta_minutes: 25 });
      await office.api.post(path);
      assert.equal((await office.events()).at(-1)?.seq, event?.seq);
      const later = await office.api.post(path, { eta_minutes: 40 });
      assert.equal(later.body.eta_at, '2027-03-01T07:40:00-08:00');
      assert.equal((await office.events()).at(-1)?.type, 'appointment.updated');
    });

    it('is optional', async () => {
      const { appointment_id } = await office.booked();
      const { status, body } = await office.api.post(`/v1/appointments/${appointment_id}/en-route`);
      assert.deepEqual([status, body.status, body.eta_minutes], [200, 'en_route', null]);
    });

    it('can be late without being on the way, until the visit starts; moving the visit clears it', async () => {
      const { appointment_id } = await office.booked();
      const path = `/v1/appointments/${appointment_id}`;
      const late = await office.api.post(`${path}/running-late`, { eta_minutes: 90 });
      assert.deepEqual(
        [late.body.status, late.body.eta_at],
        ['booked', '2027-03-01T08:30:00-08:00'],
      );
      await office.api.post(`${path}/running-late`, { eta_minutes: 90 });
      const types = (await office.events()).map(({ type }) => type);
      assert.deepEqual(types, ['appointment.booked', 'appointment.running_late']);
      const moved = await office.api.patch(path, { starts_at: tuesday(1) });
      assert.equal(moved.body.eta_at, null);
      await office.api.post(`${path}/start`);
      const refused = await office.api.post(`${path}/running-late`, { eta_minutes: 5 });
      assert.deepEqual([refused.status, refused.body.code], [409, 'transition_not_allowed']);
    });
  });

  describe('stranded visits', () => {
    const stranded = async () =>
      (await office.events()).filter(({ type }) => type === 'appointment.stranded');

    it('are listed by time off over them, reported, and marked on the board', async () => {
      const inside = await office.booked();
      const outside = await office.booked({ starts_at: tuesday(5) });
      const done = await office.booked({ starts_at: tuesday(1) });
      await office.api.post(`/v1/appointments/${done.appointment_id}/cancel`);
      const { status, body } = await office.api.post('/v1/time-off', {
        user_id: office.rosa,
        starts_at: tuesday(0.5),
        ends_at: tuesday(5),
      });
      assert.equal(status, 201);
      assert.deepEqual(body.stranded, [
        {
          appointment_id: inside.appointment_id,
          lifecycle_number: inside.lifecycle_number,
          starts_at: inside.starts_at,
          ends_at: inside.ends_at,
        },
      ]);
      assert.deepEqual(
        (await stranded()).map(({ data }) => data.appointment_id),
        [inside.appointment_id],
      );
      const board = (await office.api.get('/v1/dispatch?date=2027-03-02')).body;
      const [lane] = board.lanes.filter(
        ({ user_id }: { user_id: string }) => user_id === office.rosa,
      );
      const card = { appointment_id: inside.appointment_id, reason: 'time_off' };
      assert.deepEqual(lane.stranded, [card]);
      await office.api.patch(`/v1/users/${office.rosa}`, { active: false });
      const after = (await office.api.get('/v1/dispatch?date=2027-03-02')).body.lanes;
      const marked = after.find(
        ({ user_id }: { user_id: string }) => user_id === office.rosa,
      ).stranded;
      assert.deepEqual(
        marked.map(({ reason }: { reason: string }) => reason),
        ['inactive', 'inactive'],
      );
      assert.equal((await stranded()).length, 3);
      assert.equal(outside.status, 'booked');
    });

    it('are listed once, when a user is deactivated', async () => {
      const { appointment_id } = await office.booked();
      const path = `/v1/users/${office.rosa}`;
      const { body } = await office.api.patch(path, { active: false });
      assert.deepEqual(
        body.stranded.map((one: { appointment_id: string }) => one.appointment_id),
        [appointment_id],
      );
      assert.equal((await office.api.patch(path, { active: false })).body.stranded, undefined);
      assert.equal((await office.api.patch(path, { active: true })).body.stranded, undefined);
      assert.equal((await stranded()).length, 1);
    });

    it('a booking at the same moment is either listed or warned about', async () => {
      const timeOff = { user_id: office.rosa, starts_at: TUESDAY_9, ends_at: tuesday(8) };
      const [off, ...bookings] = await Promise.all([
        office.api.post('/v1/time-off', timeOff),
        ...[0, 1, 2, 3, 4, 5].map((hour) => office.book({ starts_at: tuesday(hour) })),
      ]);
      const listed = (off.body.stranded ?? []).map(
        (one: { appointment_id: string }) => one.appointment_id,
      );
      for (const { body } of bookings) {
        const isWarned = body.warnings.some(({ code }: { code: string }) => code === 'time_off');
        assert.equal(isWarned, !listed.includes(body.appointment_id));
      }
    });

    it('deleting a lead with a coming visit warns, and changes nothing about the visit', async () => {
      const { appointment_id, starts_at } = await office.booked();
      const { status, body } = await office.api.delete(`/v1/leads/${office.lead.lead_id}`);
      assert.equal(status, 200);
      assert.equal(body.warnings.length, 1);
      assert.deepEqual(
        [body.warnings[0].code, body.warnings[0].appointment_id],
        ['coming_visit', appointment_id],
      );
      assert(body.warnings[0].detail.includes(starts_at));
      assert.equal((await office.read(appointment_id)).status, 'booked');
      await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
      assert.deepEqual(
        (await office.api.delete(`/v1/leads/${office.lead.lead_id}`)).body.warnings,
        undefined,
      );
    });
  });
});
