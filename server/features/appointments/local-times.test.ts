import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice } from '../../testing/office.ts';

/** In Los Angeles the offset is -08:00 before 14 March 2027 and after 7 November, and -07:00 between them. */
const DAYS = [
  // The first hour of the day is still in winter time.
  ['2027-03-14T09:30:00Z', '2027-03-14T01:30:00-08:00', '2027-03-14T03:30:00-07:00'],
  ['2027-03-14T17:00:00Z', '2027-03-14T10:00:00-07:00', '2027-03-14T11:00:00-07:00'],
  // 01:30 exists twice.
  ['2027-11-07T08:30:00Z', '2027-11-07T01:30:00-07:00', '2027-11-07T01:30:00-08:00'],
  ['2027-11-07T09:30:00Z', '2027-11-07T01:30:00-08:00', '2027-11-07T02:30:00-08:00'],
] as const;

describe('the times of a visit', () => {
  const service = sharedService();
  const office = freshOffice(service);

  it('have the offset of their own day, on both days on which clocks change', async () => {
    for (const [sent, starts_at, ends_at] of DAYS) {
      const window = { starts_at: sent, ends_at: new Date(Date.parse(sent) + 3_600_000) };
      const lead_id = await office.newLead();
      const body = { lead_id, starts_at: sent, arrival_window: window };
      const visit = await created(office.api.post('/v1/appointments', body));
      assert.deepEqual([visit.starts_at, visit.ends_at], [starts_at, ends_at], sent);
      assert.deepEqual(visit.arrival_window, { starts_at, ends_at }, sent);
    }
  });

  it('are the same in every response and event, and timestamps of records are UTC', async () => {
    const { api, rosa, lead } = office;
    const starts_at = '2027-03-02T09:00:00-08:00';
    const body = { lead_id: lead.lead_id, starts_at: '2027-03-02T17:00:00Z', assigned_to: rosa };
    const visit = await created(api.post('/v1/appointments', body));
    const { appointment_id: id } = visit;
    const read = await api.get(`/v1/appointments/${id}`);
    const list = await api.get('/v1/appointments?from=2027-03-02&to=2027-03-02');
    const lifecycle = await api.get(`/v1/lifecycles/${lead.lifecycle_number}`);
    const board = await api.get('/v1/dispatch?date=2027-03-02');
    const events = await api.get('/v1/events?type=appointment.booked');
    const lane = board.body.lanes.find(({ user_id }: { user_id: string }) => user_id === rosa);
    const shown = [
      visit,
      read.body,
      list.body.data[0],
      lifecycle.body.appointments[0],
      lane.appointments[0],
      events.body.data.at(-1).data,
    ];
    for (const one of shown) {
      assert.deepEqual([one.appointment_id, one.starts_at], [id, starts_at]);
      assert.match(one.created_at, /Z$/);
    }
    assert.match(events.body.data.at(-1).timestamp, /Z$/);
    const taken = await api.post('/v1/appointments', body);
    assert.equal(taken.status, 409);
    for (const slot of taken.body.alternatives) assert.match(slot.starts_at, /-08:00$/);
  });

  it('can be given by start and end, instead of the duration', async () => {
    const { api, rosa, lead } = office;
    const starts_at = '2027-03-02T09:00:00-08:00';
    const time = { starts_at, ends_at: '2027-03-02T18:30:00Z' };
    const body = { lead_id: lead.lead_id, assigned_to: rosa, ...time };
    const hold = await created(api.post('/v1/appointments/holds', body));
    const booking = { hold_id: hold.hold_id, ...time };
    const later = { ...booking, ends_at: '2027-03-02T19:00:00Z' };
    assert.equal((await api.post('/v1/appointments', later)).status, 422);
    const visit = await created(api.post('/v1/appointments', booking));
    const ends_at = '2027-03-02T10:30:00-08:00';
    assert.deepEqual([visit.ends_at, visit.duration_minutes], [ends_at, 90]);

    const path = `/v1/appointments/${visit.appointment_id}`;
    const moved = await api.patch(path, { ends_at: '2027-03-02T11:00:00-08:00' });
    assert.deepEqual([moved.body.starts_at, moved.body.duration_minutes], [starts_at, 120]);
    const { ends_at: end, duration_minutes } = moved.body;
    const same = await api.patch(path, { starts_at, ends_at: end, duration_minutes });
    assert.deepEqual(same.body, moved.body);
    const wrong = [
      { ends_at: starts_at },
      { ends_at: '2027-03-04T09:00:00-08:00' },
      { ends_at: end, duration_minutes: 60 },
      { starts_at, ends_at: '2027-03-02T08:00:00-08:00' },
    ];
    for (const changes of wrong) {
      const refused = await api.patch(path, changes);
      assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/ends_at']);
    }
    assert.equal((await api.post('/v1/appointments', { ...body, ...wrong[3] })).status, 422);
  });

  it('follow the time zone of the assigned user, and do not count as changed by it', async () => {
    const { api, rosa, lead } = office;
    const rio = await office.newUser({ name: 'Rio', time_zone: 'America/New_York' });
    const body = { lead_id: lead.lead_id, starts_at: '2027-03-02T09:00:00-08:00' };
    const visit = await created(api.post('/v1/appointments', { ...body, assigned_to: rosa }));
    const path = `/v1/appointments/${visit.appointment_id}`;
    const { body: moved } = await api.patch(path, { assigned_to: rio });
    assert.equal(moved.starts_at, '2027-03-02T12:00:00-05:00');
    assert.equal(moved.time_zone, 'America/New_York');
    const { body: events } = await api.get('/v1/events?type=appointment.assigned');
    const { previous } = events.data.at(-1);
    assert.equal(previous.assigned_to, rosa);
    assert.deepEqual([previous.starts_at, previous.ends_at], [undefined, undefined]);
    // What was read can be sent back, and changes nothing.
    const { starts_at, duration_minutes } = moved;
    assert.deepEqual((await api.patch(path, { starts_at, duration_minutes })).body, moved);
  });
});
