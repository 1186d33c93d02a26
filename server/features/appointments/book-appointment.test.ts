import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, Office, TUESDAY_9, tuesday } from '../../testing/office.ts';

const starts = (alternatives: { starts_at: string }[]) => alternatives.map((one) => one.starts_at);
const codes = (warnings: { code: string }[]) => warnings.map((one) => one.code);
const pointers = (body: { errors: { pointer: string }[] }) =>
  body.errors.map((one) => one.pointer).sort();

describe('bookAppointment', () => {
  const service = sharedService();
  const office = freshOffice(service);

  it('returns 201 with the appointment under the lead’s number, and all fields a calendar needs', async () => {
    const body = await office.booked({ type: 'repair', notes: 'Ring twice.' });
    assert.equal(body.lifecycle_number, office.lead.lifecycle_number);
    assert.equal(body.status, 'booked');
    assert.deepEqual(
      [body.starts_at, body.ends_at, body.duration_minutes, body.time_zone],
      ['2027-03-02T09:00:00-08:00', '2027-03-02T10:00:00-08:00', 60, 'America/Los_Angeles'],
    );
    assert.equal(body.contact.name, 'Dana');
    assert.equal(body.assignee.name, 'Rosa Delgado');
    assert.deepEqual(body.location, { address: '9 Oak St' });
    assert.deepEqual(body.warnings, []);
    assert.deepEqual(await office.read(body.appointment_id), body);
    const [event] = await office.events();
    assert.deepEqual(
      [event!.type, event!.data, event!.previous],
      ['appointment.booked', body, null],
    );
  });

  it('stores everything that was sent', async () => {
    const arrival_window = {
      starts_at: '2027-03-02T08:30:00-08:00',
      ends_at: '2027-03-02T09:30:00-08:00',
    };
    const coordinates = { latitude: 45.5, longitude: -122.6 };
    const location = { address: '1 Elm St', ...coordinates, coordinates };
    const sent = {
      duration_minutes: 90,
      type: 'install',
      notes: 'Gate “7”',
      location,
      arrival_window,
    };
    const body = await office.booked({ ...sent, service: 'ac_repair' });
    for (const [name, value] of Object.entries(sent)) assert.deepEqual(body[name], value, name);
    assert.equal(body.ends_at, '2027-03-02T10:30:00-08:00');
  });

  it('takes coordinates in one or beside the address, the same if both, and returns both', async () => {
    const address = '1 Elm St';
    const coordinates = { latitude: 45.5, longitude: -122.6 };
    const shown = { address, ...coordinates, coordinates };
    for (const location of [{ address, coordinates }, { address, ...coordinates }, shown]) {
      const { appointment_id, location: booked } = await office.booked({ location });
      assert.deepEqual(booked, shown);
      await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
    }
    const unknown = await office.booked({ location: { address, coordinates: null } });
    assert.deepEqual(unknown.location, { address });
    const refused = async (location: object) =>
      fieldErrors(await office.book({ location: { address, ...location } }));
    assert.deepEqual(await refused({ coordinates, latitude: 45 }), [
      '/location/coordinates not_allowed',
    ]);
    assert.deepEqual(await refused({ coordinates: { latitude: 91 } }), [
      '/location/coordinates/longitude required',
      '/location/coordinates/latitude out_of_range',
    ]);
    assert.deepEqual(await refused({ coordinates: { ...coordinates, zoom: 3 } }), [
      '/location/coordinates/zoom unknown_field',
    ]);
  });

  it('uses defaults: an hour, an estimate, the lead’s address, unassigned', async () => {
    const lead_id = await office.newLead();
    const body = await office.booked({ lead_id, assigned_to: null });
    assert.deepEqual(
      [body.duration_minutes, body.type, body.location, body.notes, body.arrival_window],
      [60, 'estimate', null, null, null],
    );
    assert.deepEqual(
      [body.assigned_to, body.assignee, body.team_id, body.time_zone],
      [null, null, null, 'America/Los_Angeles'],
    );
    const tray = await office.api.get('/v1/appointments?unassigned=true');
    assert.deepEqual(tray.body.data, [body]);
  });

  it('allows any number of unassigned appointments at the same time, each with its event', async () => {
    const booked = [];
    for (let n = 0; n < 3; n += 1) booked.push(await office.booked({ assigned_to: null }));
    assert.equal(new Set(booked.map(({ appointment_id }) => appointment_id)).size, 3);
    const { data: stored } = (await office.api.get('/v1/appointments?unassigned=true')).body;
    assert.deepEqual(stored, booked);
    for (const one of booked) {
      assert.deepEqual([one.starts_at, one.assigned_to, one.status], [TUESDAY_9, null, 'booked']);
    }
    assert.deepEqual(
      (await office.events()).map(({ type, data }) => [type, data]),
      booked.map((one) => ['appointment.booked', one]),
    );
  });

  it('books for a customer, under the number of the lead it was converted from', async () => {
    const path = `/v1/leads/${office.lead.lead_id}/convert`;
    const { customer_id } = (await office.api.post(path)).body;
    const body = await office.booked({ customer_id });
    assert.deepEqual(
      [body.customer_id, body.lead_id, body.lifecycle_number],
      [customer_id, office.lead.lead_id, office.lead.lifecycle_number],
    );
  });

  it('refuses a lead that is deleted, merged or unknown', async () => {
    const deleted = await office.newLead();
    await office.api.delete(`/v1/leads/${deleted}`);
    const gone = await office.book({ lead_id: deleted });
    assert.deepEqual([gone.status, gone.body.code], [409, 'lead_deleted']);

    const merged = await office.newLead();
    const into = { into: office.lead.lead_id };
    assert.equal((await office.api.post(`/v1/leads/${merged}/merge`, into)).status, 200);
    const joined = await office.book({ lead_id: merged });
    assert.deepEqual([joined.status, joined.body.code], [409, 'lead_merged']);

    const other = await Office.open(service);
    for (const lead_id of [other.lead.lead_id, 'lead_01h455vb4pex5vsknk084sn02q', 'x']) {
      assert.equal((await office.book({ lead_id })).status, 404, lead_id);
    }
    const customer_id = 'customer_01h455vb4pex5vsknk084sn02q';
    assert.equal((await office.book({ customer_id })).status, 404);
    const { teamId } = await other.newTeam(1);
    assert.equal((await office.book({ team_id: teamId })).status, 404);
    assert.deepEqual(await office.events(), []);
  });

  it('refuses a user who is unknown, inactive or of another organization, and names the field', async () => {
    const inactive = await office.newUser({ active: false });
    const stranger = (await Office.open(service)).rosa;
    for (const assigned_to of [inactive, stranger, 'user_01h455vb4pex5vsknk084sn02q', 'rosa']) {
      const { status, body } = await office.book({ assigned_to });
      assert.equal(status, 422, JSON.stringify(body));
      assert.deepEqual(pointers(body), ['/assigned_to']);
    }
  });

  it('reads a type that people write as they speak as its code', async () => {
    const { status, body } = await office.book({ type: 'Site visit', starts_at: tuesday(5) });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.type, 'site_visit');
  });

  it('reports all errors of a booking at once', async () => {
    const { status, body } = await office.api.post('/v1/appointments', {
      customer_id: 7,
      starts_at: '2027-03-02T09:00:00',
      duration_minutes: '60',
      type: '2nd estimate',
      location: { street: 'x' },
      arrival_window: { starts_at: tuesday(2), ends_at: tuesday(1) },
      strict: 'yes',
      assigned_to: office.rosa,
      team_id: 'team_1',
      color: 'red',
    });
    assert.equal(status, 422);
    assert.deepEqual(pointers(body), [
      '/arrival_window/ends_at',
      '/color',
      '/customer_id',
      '/duration_minutes',
      '/location/street',
      '/starts_at',
      '/strict',
      '/team_id',
      '/type',
    ]);
    const empty = await office.api.post('/v1/appointments', {});
    assert.deepEqual(pointers(empty.body), ['/lead_id', '/starts_at']);
    const both = await office.book({ lead_id: office.lead.lead_id, customer_id: 'customer_1' });
    assert.deepEqual(pointers(both.body), ['/lead_id']);
  });

  it('accepts or refuses every time and duration, and never returns 500', async () => {
    const refused = {
      starts_at: [
        ...['', 'tomorrow', '2027-03-02', '2027-03-02T09:00', '2027-03-02T09:00:00', 1_803_999_600],
        ...['2027-02-29T09:00:00-08:00', '2027-03-02T25:00:00Z', '2027-13-01T09:00:00Z', null],
        ...['0001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z'],
        ...['9999-12-31T23:59:59Z', '9999-01-01T00:00:00Z', '+010000-01-01T00:00:00Z'],
      ],
      duration_minutes: [0, -60, 4, 1441, 1e9, 2 ** 53, 60.5, '60'],
      arrival_window: [
        { starts_at: '9999-12-31T23:59:59-05:00', ends_at: '9999-12-31T23:59:59-06:00' },
        { starts_at: TUESDAY_9 },
        {},
        'morning',
      ],
    };
    for (const [name, values] of Object.entries(refused)) {
      for (const value of values) {
        const { status, body } = await office.book({ [name]: value });
        assert.equal(status, 422, `${name} ${JSON.stringify(value)}: ${JSON.stringify(body)}`);
        assert(pointers(body)[0]!.startsWith(`/${name}`), JSON.stringify(body.errors));
      }
    }
    const accepted = {
      // This hour does not exist in Los Angeles; the UTC offset makes it unambiguous.
      '2027-03-14T02:30:00-08:00': '2027-03-14T03:30:00-07:00',
      '2028-02-29T09:00:00-08:00': '2028-02-29T09:00:00-08:00',
      '2027-03-02T09:00:00+23:59': '2027-03-01T01:01:00-08:00',
      '1970-01-02T00:00:00Z': '1970-01-01T16:00:00-08:00',
      '9998-12-31T23:59:59.999Z': '9998-12-31T15:59:59.999-08:00',
    };
    for (const [sent, stored] of Object.entries(accepted)) {
      const body = await office.booked({ starts_at: sent, duration_minutes: 1440 });
      assert.equal(body.starts_at, stored);
      assert.deepEqual(
        { ...(await office.read(body.appointment_id)), warnings: body.warnings },
        body,
      );
    }
  });

  it('refuses a time that overlaps by even a minute, and offers the three nearest open slots', async () => {
    await office.booked();
    for (const hours of [0, 0.5, -0.5, 59 / 60, -59 / 60]) {
      const { status, body } = await office.book({ starts_at: tuesday(hours) });
      assert.equal(status, 409, JSON.stringify(body));
      assert.equal(body.code, 'slot_taken');
    }
    const { body } = await office.book();
    assert.deepEqual(starts(body.alternatives), [-1, 1, 1.5].map(tuesday));
    assert.deepEqual(body.alternatives[0].user_ids, [office.rosa]);
    await office.booked({ starts_at: tuesday(1) });
    await office.booked({ starts_at: tuesday(-1) });
    assert.equal((await office.events()).length, 3);
  });

  it('offers only alternatives that can be booked with strict', async () => {
    await office.schedule({ buffer_minutes: 45, minimum_notice_minutes: 300, step_minutes: 15 });
    await office.takeOff(office.rosa, tuesday(2), tuesday(4));
    await office.booked();
    const { body } = await office.book({ duration_minutes: 50, starts_at: tuesday(0.25) });
    assert.equal(body.alternatives.length, 3);
    for (const { starts_at } of body.alternatives) {
      const other = await office.booked({ starts_at, duration_minutes: 50, strict: true });
      await office.api.post(`/v1/appointments/${other.appointment_id}/cancel`);
    }
  });

  it('refuses a booking within the buffer, and accepts one at its end', async () => {
    await office.schedule({ buffer_minutes: 30 });
    await office.booked();
    for (const hours of [1, 1.49, -1, -1.49]) {
      assert.equal((await office.book({ starts_at: tuesday(hours) })).status, 409, String(hours));
    }
    await office.booked({ starts_at: tuesday(1.5) });
    await office.booked({ starts_at: tuesday(-1.5) });
  });

  it('keeps the buffer that an appointment was booked with when the organization changes its setting', async () => {
    await office.schedule({ buffer_minutes: 60 });
    await office.booked();
    await office.schedule({ buffer_minutes: 0 });
    assert.equal((await office.book({ starts_at: tuesday(1.5) })).status, 409);
    await office.booked({ starts_at: tuesday(-1) });
  });

  it('books an unusual time with a warning; strict refuses it with alternatives', async () => {
    await office.schedule({ minimum_notice_minutes: 120, horizon_days: 30 });
    await office.takeOff(office.rosa, '2027-03-04T00:00:00-08:00', '2027-03-05T00:00:00-08:00');
    const unusual = {
      in_the_past: { starts_at: '2027-02-26T09:00:00-08:00' },
      minimum_notice: { starts_at: '2027-03-01T08:30:00-08:00' },
      beyond_horizon: { starts_at: '2027-05-06T09:00:00-07:00' },
      outside_working_hours: { starts_at: '2027-03-02T16:30:00-08:00' },
      time_off: { starts_at: '2027-03-04T09:00:00-08:00' },
      skill_missing: { starts_at: '2027-03-03T09:00:00-08:00', service: 'solar' },
    };
    for (const [code, booking] of Object.entries(unusual)) {
      const refused = await office.book({ ...booking, strict: true });
      assert.deepEqual([refused.status, refused.body.code], [409, code]);
      assert.deepEqual(codes(refused.body.warnings), [code]);
      const found = code === 'skill_missing' ? 0 : 3;
      assert.equal(refused.body.alternatives.length, found, `${code}: alternatives`);
      assert.deepEqual(codes((await office.booked(booking)).warnings), [code]);
    }
    const usual = { starts_at: '2027-03-03T10:00:00-08:00', strict: true };
    assert.deepEqual((await office.booked(usual)).warnings, []);
  });

  it('returns all warnings at once, and none about working hours if unassigned', async () => {
    const { warnings } = await office.booked({
      starts_at: '2020-01-01T03:00:00Z',
      service: 'solar',
    });
    assert.deepEqual(codes(warnings), ['in_the_past', 'outside_working_hours', 'skill_missing']);
    const tray = await office.booked({ starts_at: '2020-01-01T03:00:00Z', assigned_to: null });
    assert.deepEqual(codes(tray.warnings), ['in_the_past']);
  });

  it('offers the nearest open slots when strict refuses a time in the past or beyond the horizon', async () => {
    const past = await office.book({ starts_at: '2020-01-01T12:00:00Z', strict: true });
    assert.equal(past.body.alternatives[0].starts_at, '2027-03-01T08:00:00-08:00');
    const future = await office.book({ starts_at: '2035-01-01T12:00:00Z', strict: true });
    assert.equal(future.body.alternatives[0].starts_at.slice(0, 10), '2028-02-28');
  });

  it('assigns a team booking to the free member with the least work that day', async () => {
    const { teamId, members } = await office.newTeam(3);
    const [first, second, third] = members;
    await office.booked({ assigned_to: first, starts_at: tuesday(3), duration_minutes: 30 });
    await office.booked({ assigned_to: second, starts_at: tuesday(3), duration_minutes: 15 });
    await office.booked({ assigned_to: third, starts_at: tuesday(3), duration_minutes: 90 });
    // Work on other days does not count.
    await office.booked({ assigned_to: second, starts_at: tuesday(24), duration_minutes: 300 });
    const booking = { team_id: teamId, duration_minutes: 60 };
    const chosen = [];
    for (let n = 0; n < 3; n += 1) chosen.push((await office.booked(booking)).assigned_to);
    assert.deepEqual(chosen, [second, first, third]);
    const full = await office.book(booking);
    assert.deepEqual([full.status, full.body.code], [409, 'slot_taken']);
    assert.deepEqual(starts(full.body.alternatives), [-1, 1, 1.5].map(tuesday));
    assert.equal(full.body.alternatives[0].user_ids.length, 3);
  });

  it('assigns as many simultaneous bookings as a team has members, one to each', async () => {
    const { teamId, members } = await office.newTeam(8);
    const leads = await Promise.all(members.map(() => office.newLead()));
    const booked = await Promise.all(
      leads.map((lead_id) => office.booked({ team_id: teamId, lead_id })),
    );
    assert.deepEqual(booked.map(({ assigned_to }) => assigned_to).sort(), [...members].sort());
  });

  it('assigns a team booking to an active member with the skill who works then', async () => {
    const night = [{ day: 'monday', start: '20:00', end: '21:00' }];
    const sleeper = await office.newUser({ working_hours: { weekly: night, exceptions: [] } });
    const inactive = await office.newUser();
    const plain = await office.newUser();
    const skilled = await office.newUser({ skills: ['solar'] });
    const { teamId } = await office.newTeam([sleeper, inactive, plain, skilled]);
    await office.api.patch(`/v1/users/${inactive}`, { active: false });
    const book = (booking: object) => office.booked({ team_id: teamId, ...booking });

    assert.equal((await book({ service: 'solar' })).assigned_to, skilled);
    const unskilled = await office.book({ team_id: teamId, service: 'solar' });
    assert.deepEqual([unskilled.status, unskilled.body.code], [409, 'slot_taken']);
    assert.equal((await book({})).assigned_to, plain);
    const last = await book({});
    assert.deepEqual(
      [last.assigned_to, codes(last.warnings)],
      [sleeper, ['outside_working_hours']],
    );
    assert.equal((await office.book({ team_id: teamId })).status, 409);
  });

  it('assigns a team booking to a member on time off only if no other member is free', async () => {
    const { teamId, members } = await office.newTeam(2);
    await office.takeOff(members[0]!, tuesday(-1), tuesday(2));
    assert.equal((await office.booked({ team_id: teamId })).assigned_to, members[1]);
    const last = await office.booked({ team_id: teamId });
    assert.deepEqual([last.assigned_to, codes(last.warnings)], [members[0], ['time_off']]);
  });

  it('refuses a booking for a team without members', async () => {
    const { teamId } = await office.newTeam([]);
    const { status, body } = await office.book({ team_id: teamId });
    assert.deepEqual([status, body.code, body.alternatives], [409, 'slot_taken', []]);
  });
});
