import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { newUuid, toUuid } from '../../platform/ids.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { Office, tuesday } from '../../testing/office.ts';

const PORTLAND = { latitude: 45.5152, longitude: -122.6784 };
const GRESHAM = { latitude: 45.5001, longitude: -122.4302 };

interface Lane {
  user_id: string;
  name: string;
  [field: string]: unknown;
}

describe('getDispatchBoard', () => {
  let office: Office;
  const service = sharedService();
  beforeEach(async () => {
    service.clock.set('2027-03-01T15:00:00.000Z');
    office = await Office.open(service);
  });

  async function board(query = '?date=2027-03-02') {
    const { status, body } = await office.api.get(`/v1/dispatch${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
  async function laneOf(userId: string, query?: string) {
    const { lanes } = await board(query);
    return lanes.find(({ user_id }: Lane) => user_id === userId);
  }
  const ids = (appointments: { appointment_id: string }[]) =>
    appointments.map(({ appointment_id }) => appointment_id);

  it('shows one lane per user by name, with shifts in the organization’s time zone', async () => {
    await office.newUser({ name: 'anna Berg', time_zone: 'America/Denver', skills: ['ac_repair'] });
    const { lanes, ...rest } = await board();
    assert.deepEqual(rest, {
      date: '2027-03-02',
      from: '2027-03-02',
      to: '2027-03-02',
      time_zone: 'America/Los_Angeles',
      lanes_has_more: false,
      tray: [],
      tray_has_more: false,
      late_count: 0,
    });
    assert.deepEqual(
      lanes.map(({ name }: Lane) => name),
      ['anna Berg', 'Rosa Delgado'],
    );
    assert.deepEqual(lanes[0], {
      user_id: lanes[0].user_id,
      name: 'anna Berg',
      active: true,
      takes_visits: true,
      time_zone: 'America/Denver',
      skills: ['ac_repair'],
      shifts: [{ starts_at: '2027-03-02T07:00:00-08:00', ends_at: '2027-03-02T16:00:00-08:00' }],
      time_off: [],
      appointments: [],
      stranded: [],
      travel: [],
      scheduled_minutes: 0,
      shift_minutes: 540,
      utilisation: 0,
      days: [{ date: '2027-03-02', utilisation: 0 }],
    });
  });

  it('shows today in the organization’s time zone, unless a date is given', async () => {
    service.clock.set('2027-03-02T07:59:59.000Z');
    assert.equal((await board('')).date, '2027-03-01');
    service.clock.set('2027-03-02T08:00:00.000Z');
    assert.equal((await board('')).date, '2027-03-02');
  });

  it('shows appointments in order, with local times and all their fields', async () => {
    const window = { starts_at: tuesday(2), ends_at: tuesday(4) };
    const later = await office.booked({ starts_at: tuesday(3), arrival_window: window });
    const first = await office.booked();
    const { appointments } = await laneOf(office.rosa);
    assert.deepEqual(ids(appointments), ids([first, later]));
    assert.deepEqual(appointments[1], {
      ...later,
      starts_at: '2027-03-02T12:00:00-08:00',
      ends_at: '2027-03-02T13:00:00-08:00',
      arrival_window: {
        starts_at: '2027-03-02T11:00:00-08:00',
        ends_at: '2027-03-02T13:00:00-08:00',
      },
    });
  });

  it('shows holds until they expire, completed appointments and no-shows, but not canceled ones', async () => {
    const held = await office.held({ starts_at: tuesday(0), ttl_seconds: 60 });
    const done = await office.booked({ starts_at: tuesday(1) });
    const noShow = await office.booked({ starts_at: tuesday(2) });
    const canceled = await office.booked({ starts_at: tuesday(3) });
    const steps = [
      [done, 'start'],
      [done, 'complete'],
      [noShow, 'no-show'],
      [canceled, 'cancel'],
    ];
    for (const [{ appointment_id }, step] of steps) {
      await office.api.post(`/v1/appointments/${appointment_id}/${step}`);
    }
    const lane = await laneOf(office.rosa);
    assert.deepEqual(ids(lane.appointments), ids([held, done, noShow]));
    assert.equal(lane.scheduled_minutes, 120, 'a no-show takes no time');
    service.clock.advance(60_000);
    assert.deepEqual(ids((await laneOf(office.rosa)).appointments), ids([done, noShow]));
  });

  it('shows an appointment over midnight on both days, and counts each day’s part', async () => {
    const night = { day: 'tuesday', start: '22:00', end: '06:00' };
    const user = await office.newUser({ working_hours: { weekly: [night], exceptions: [] } });
    const late = await office.booked({
      assigned_to: user,
      starts_at: '2027-03-02T23:00:00-08:00',
      duration_minutes: 180,
    });
    const tuesdays = await laneOf(user, '?date=2027-03-02');
    const wednesdays = await laneOf(user, '?date=2027-03-03');
    for (const lane of [tuesdays, wednesdays]) {
      assert.deepEqual(ids(lane.appointments), ids([late]));
      assert.deepEqual(lane.shifts, [
        { starts_at: '2027-03-02T22:00:00-08:00', ends_at: '2027-03-03T06:00:00-08:00' },
      ]);
    }
    assert.deepEqual([tuesdays.scheduled_minutes, tuesdays.shift_minutes], [60, 120]);
    assert.deepEqual([wednesdays.scheduled_minutes, wednesdays.shift_minutes], [120, 360]);
    assert.equal(wednesdays.utilisation, 0.3333);
    assert.deepEqual((await laneOf(user, '?date=2027-03-04')).appointments, []);
  });

  it('subtracts time off from the shift, and has no utilization for a user who does not work', async () => {
    const [starts_at, ends_at] = ['2027-03-02T12:00:00-08:00', '2027-03-05T00:00:00-08:00'];
    const time_off_id = (
      await office.api.post('/v1/time-off', {
        user_id: office.rosa,
        starts_at,
        ends_at,
        reason: 'Vacation',
      })
    ).body.time_off_id;
    await office.booked({ starts_at: tuesday(0) });
    await office.booked({ starts_at: tuesday(4) });
    const lane = await laneOf(office.rosa);
    assert.deepEqual(lane.time_off, [{ time_off_id, starts_at, ends_at, reason: 'Vacation' }]);
    assert.deepEqual(
      [lane.scheduled_minutes, lane.shift_minutes, lane.utilisation],
      [120, 240, 0.25],
    );
    const away = await laneOf(office.rosa, '?date=2027-03-04');
    assert.deepEqual([away.shift_minutes, away.utilisation], [0, null]);
    const sunday = await laneOf(office.rosa, '?date=2027-03-07');
    assert.deepEqual([sunday.shifts, sunday.utilisation], [[], null]);
  });

  it('shows the travel between appointments, and whether there is time for it', async () => {
    const first = await office.booked({ starts_at: tuesday(0), location: PORTLAND });
    const second = await office.booked({ starts_at: tuesday(1.25), location: GRESHAM });
    const third = await office.booked({ starts_at: tuesday(3), location: PORTLAND });
    const fourth = await office.booked({ starts_at: tuesday(4), location: { address: 'x' } });
    const leg = (from: typeof first, to: typeof first) => ({
      from_appointment_id: from.appointment_id,
      to_appointment_id: to.appointment_id,
    });
    assert.deepEqual((await laneOf(office.rosa)).travel, [
      { ...leg(first, second), gap_minutes: 15, distance_km: 19.41, is_tight: true },
      { ...leg(second, third), gap_minutes: 45, distance_km: 19.41, is_tight: false },
      { ...leg(third, fourth), gap_minutes: 0, distance_km: null, is_tight: null },
    ]);
  });

  it('shows the travel from where the day of the user starts, which is never tight, and not the place', async () => {
    const start_location = { address: '12 Home St', ...GRESHAM };
    const { status } = await office.api.patch(`/v1/users/${office.rosa}`, { start_location });
    assert.equal(status, 200);
    const first = await office.booked({ starts_at: tuesday(-1), location: PORTLAND });
    const second = await office.booked({ starts_at: tuesday(1), location: PORTLAND });
    const next = await office.booked({ starts_at: tuesday(25), location: { address: 'x' } });
    const fromStart = { from_appointment_id: null, to_appointment_id: first.appointment_id };
    const between = {
      from_appointment_id: first.appointment_id,
      to_appointment_id: second.appointment_id,
    };
    const week = await board('?from=2027-03-02&to=2027-03-03');
    assert.deepEqual(week.lanes[0].travel, [
      { ...fromStart, gap_minutes: 0, distance_km: 19.41, is_tight: false },
      { ...between, gap_minutes: 60, distance_km: 0, is_tight: false },
      {
        ...{ from_appointment_id: null, to_appointment_id: next.appointment_id },
        ...{ gap_minutes: 120, distance_km: null, is_tight: null },
      },
    ]);
    assert(!JSON.stringify(week).includes('12 Home St'), 'it can be where the user lives');
  });

  it('has no travel from where the day starts to a visit that began the day before', async () => {
    const user = await office.newUser({ start_location: GRESHAM });
    const night = { assigned_to: user, duration_minutes: 180 };
    const late = await office.booked({
      ...night,
      starts_at: '2027-03-01T23:00:00-08:00',
      location: PORTLAND,
    });
    const day = await office.booked({ ...night, starts_at: tuesday(1), location: PORTLAND });
    const travel = async (query: string) =>
      (await laneOf(user, query)).travel.map((leg: Record<string, unknown>) => [
        leg.from_appointment_id,
        leg.to_appointment_id,
      ]);
    assert.deepEqual(await travel('?date=2027-03-02'), [[late.appointment_id, day.appointment_id]]);
    assert.deepEqual(await travel('?date=2027-03-01'), [[null, late.appointment_id]]);
  });

  it('shows unassigned appointments in the tray, and counts those from earlier days', async () => {
    const second = await office.booked({ assigned_to: null, starts_at: tuesday(1) });
    const first = await office.booked({ assigned_to: null });
    const confirmed = await office.booked({ assigned_to: null, starts_at: tuesday(2) });
    await office.api.post(`/v1/appointments/${confirmed.appointment_id}/confirm`);
    const canceled = await office.booked({ assigned_to: null });
    await office.api.post(`/v1/appointments/${canceled.appointment_id}/cancel`);
    await office.booked({ assigned_to: null, starts_at: tuesday(24) });
    const today = await board();
    assert.deepEqual(ids(today.tray), ids([first, second, confirmed]));
    assert.equal(today.tray[0].starts_at, '2027-03-02T09:00:00-08:00');
    assert.equal(today.late_count, 0);
    assert.equal(
      (await board('?date=2027-03-04')).late_count,
      0,
      'these appointments are in the future',
    );
    service.clock.set('2027-03-04T17:00:00.000Z');
    assert.equal((await board('')).late_count, 4);
  });

  it('shows a team only its members, without the tray of other teams', async () => {
    const { teamId, members } = await office.newTeam(1, { name: 'Ana' });
    const other = await office.newTeam(1, { name: 'Ben' });
    const unassignedOf = async (team_id: string, starts_at: string) => {
      const booked = await office.booked({ team_id, starts_at });
      await office.api.patch(`/v1/appointments/${booked.appointment_id}`, { assigned_to: null });
      return booked;
    };
    const own = await unassignedOf(teamId, tuesday(0));
    await unassignedOf(other.teamId, tuesday(1));
    const withoutTeam = await office.booked({ assigned_to: null, starts_at: tuesday(2) });
    const { lanes, tray } = await board(`?date=2027-03-02&team_id=${teamId}`);
    assert.deepEqual(
      lanes.map(({ user_id }: Lane) => user_id),
      members,
    );
    assert.deepEqual(ids(tray), ids([own, withoutTeam]));
    assert.equal((await board()).tray.length, 3);
  });

  it('has no lane for users who take no visits, unless they have one then', async () => {
    const owner = await office.newUser({ name: 'Olga', role: 'owner' });
    const dispatcher = await office.newUser({ name: 'Dick', role: 'dispatcher' });
    const driver = await office.newUser({ name: 'Dora', role: 'dispatcher', takes_visits: true });
    await office.api.patch(`/v1/users/${office.rosa}`, { takes_visits: false });
    const laneIds = async () => (await board()).lanes.map(({ user_id }: Lane) => user_id);
    assert.deepEqual(await laneIds(), [driver]);
    const visit = await office.booked({ assigned_to: owner });
    assert.deepEqual(await laneIds(), [driver, owner]);
    const lane = await laneOf(owner);
    assert.deepEqual([lane.takes_visits, ids(lane.appointments)], [false, ids([visit])]);
    await office.api.post(`/v1/appointments/${visit.appointment_id}/complete`);
    assert.deepEqual(await laneIds(), [driver, owner], 'also when it is over');
    assert.equal(await laneOf(dispatcher), undefined);
    assert.equal(await laneOf(owner, '?date=2027-03-03'), undefined);
  });

  it('shows up to seven days at once, with the work of each day, and no travel over night', async () => {
    const [first, second] = [
      await office.booked({ starts_at: tuesday(1), location: PORTLAND }),
      await office.booked({ starts_at: tuesday(3), location: GRESHAM }),
    ];
    const next = await office.booked({ starts_at: tuesday(24), location: PORTLAND });
    const waiting = await office.booked({ assigned_to: null, starts_at: tuesday(48) });
    await office.booked({ starts_at: tuesday(24 * 7) });
    const week = await board('?from=2027-03-01&to=2027-03-07');
    assert.deepEqual([week.date, week.from, week.to], ['2027-03-01', '2027-03-01', '2027-03-07']);
    assert.deepEqual(ids(week.tray), ids([waiting]));
    const [lane] = week.lanes;
    assert.deepEqual(ids(lane.appointments), ids([first, second, next]));
    assert.deepEqual(
      lane.travel.map((leg: { to_appointment_id: string }) => leg.to_appointment_id),
      [second.appointment_id],
    );
    assert.equal(lane.shifts.length, 5);
    assert.deepEqual([lane.scheduled_minutes, lane.shift_minutes], [180, 5 * 540]);
    assert.deepEqual(lane.days.slice(1, 3), [
      { date: '2027-03-02', utilisation: 0.2222 },
      { date: '2027-03-03', utilisation: 0.1111 },
    ]);
    assert.deepEqual([lane.days.length, lane.days[6].utilisation], [7, null]);
    const clockChange = await board('?from=2027-03-13&to=2027-03-15');
    assert.equal(clockChange.lanes[0].days.length, 3);
  });

  it('names the service of each appointment: of its job, otherwise of its lead', async () => {
    const visit = await office.booked();
    const { body: job } = await office.api.post('/v1/jobs', {
      lead_id: office.lead.lead_id,
      title: 'New unit',
      service: 'ac_installation',
    });
    const ofJob = await office.booked({
      lead_id: undefined,
      job_id: job.job_id,
      starts_at: tuesday(2),
    });
    const { appointments } = await laneOf(office.rosa);
    assert.deepEqual(ids(appointments), ids([visit, ofJob]));
    assert.deepEqual(
      appointments.map(({ service: code }: { service: string }) => code),
      ['water_heater_repair', 'ac_installation'],
    );
  });

  it('keeps the lane of an inactive user while they still have appointments that day', async () => {
    const left = await office.booked();
    await office.api.patch(`/v1/users/${office.rosa}`, { active: false });
    const lane = await laneOf(office.rosa);
    assert.equal(lane.active, false);
    assert.deepEqual(ids(lane.appointments), ids([left]));
    assert.equal(await laneOf(office.rosa, '?date=2027-03-03'), undefined);
  });

  it('starts and ends the day at local midnight, also when daylight saving time changes', async () => {
    const sunday = { day: 'sunday', start: '00:00', end: '24:00' };
    const user = await office.newUser({ working_hours: { weekly: [sunday], exceptions: [] } });
    assert.equal((await laneOf(user, '?date=2027-03-14')).shift_minutes, 23 * 60);
    assert.equal((await laneOf(user, '?date=2027-11-07')).shift_minutes, 25 * 60);
  });

  it('shows 200 users and says that there are more', async () => {
    const { body } = await office.api.get('/v1/organization');
    const id = toUuid('organization', body.organization_id);
    await service.owner.query(`begin; set local app.organization_id = '${id}'`);
    await service.owner.query(
      `insert into users (organization_id, user_id, name, email, role, active, created_at, updated_at)
       select $1, gen_random_uuid(), 'Person ' || n, n || '@example.com', 'technician', true, now(), now()
       from generate_series(1, 200) n`,
      [id],
    );
    await service.owner.query('commit');
    const { lanes, lanes_has_more } = await board();
    assert.equal(lanes.length, 200);
    assert.equal(lanes_has_more, true);
  });

  it('shows 200 appointments in the tray and says that there are more', async () => {
    const one = await office.booked({ assigned_to: null });
    await service.owner.query(
      `insert into appointments
       select made.* from appointments a, generate_series(1, 200) n,
         jsonb_populate_record(a, jsonb_build_object('appointment_id', gen_random_uuid(), 'notes', n::text)) as made
       where a.appointment_id = $1`,
      [toUuid('appointment', one.appointment_id)],
    );
    const { tray, tray_has_more } = await board();
    assert.equal(tray.length, 200);
    assert.equal(tray_has_more, true);
  });

  it('returns 404 for a team that is unknown, of another organization, or not a team id', async () => {
    const elsewhere = await Office.open(service);
    const { teamId } = await elsewhere.newTeam(1);
    for (const team of [teamId, 'team_01h455vb4pex5vsknk084sn02q', 'x', '', newUuid()]) {
      const { status } = await office.api.get(`/v1/dispatch?team_id=${team}`);
      assert.equal(status, 404, team);
    }
  });

  it('shows one day from a first date alone, and the days until a last one; refuses backwards ones and eight', async () => {
    const shown = async (query: string) => {
      const { from, to } = await board(query);
      return [from, to];
    };
    assert.deepEqual(await shown('?from=2027-03-02'), ['2027-03-02', '2027-03-02']);
    assert.deepEqual(await shown('?to=2027-03-03'), ['2027-03-01', '2027-03-03']);
    const refused: [query: string, error: string][] = [
      ['to=2027-02-28', '/to out_of_range'],
      ['to=2027-03-08', '/to out_of_range'],
      ['from=2027-03-01&to=2027-03-02&date=2027-03-01', '/date not_allowed'],
      ['from=2027-03-02&to=2027-03-01', '/to out_of_range'],
      ['from=2027-03-01&to=2027-03-08', '/to out_of_range'],
      ['from=0001-01-01&to=2027-03-08', '/from out_of_range'],
      ['from=x&to=2027-03-08', '/from invalid_format'],
    ];
    for (const [query, error] of refused) {
      const { status, body } = await office.api.get(`/v1/dispatch?${query}`);
      assert.equal(status, 422, query);
      assert.equal(`${body.errors[0].pointer} ${body.errors[0].code}`, error);
    }
  });

  it('refuses invalid dates, and dates outside the supported range', async () => {
    for (const date of ['2027-02-30', 'today', '2027-3-2', '', '0001-01-01', '9999-12-31']) {
      const { status, body } = await office.api.get(`/v1/dispatch?date=${date}`);
      assert.equal(status, 422, date);
      assert.equal(body.errors[0].pointer, '/date');
    }
  });
});
