import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, tuesday } from '../../testing/office.ts';

type Body = ApiResponse['body'];

describe('getUtilization', () => {
  const service = sharedService();
  const office = freshOffice(service);

  async function report(query: string) {
    const { status, body } = await office.api.get(`/v1/reports/utilization?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
  async function lanes(query: string) {
    const { status, body } = await office.api.get(`/v1/dispatch?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.lanes;
  }
  const figures = ({ user_id, shift_minutes, scheduled_minutes, utilisation }: Body) => ({
    ...{ user_id, shift_minutes, scheduled_minutes, utilisation },
  });

  /** Visits of every kind, time off, a night shift, another time zone, and someone who takes no visits. */
  async function fill(from: string) {
    const day = (days: number, time: string) =>
      `${Temporal.PlainDate.from(from).add({ days })}T${time}`;
    const utc = (days: number, time: string) => `${day(days, time)}Z`;
    const night = [{ day: 'saturday', start: '20:00', end: '06:00' }];
    const anna = await office.newUser({ name: 'anna Berg', time_zone: 'America/Denver' });
    const nina = await office.newUser({
      name: 'Nina Night',
      working_hours: { weekly: night, exceptions: [] },
    });
    const owner = await office.newUser({ name: 'Olga Owner', role: 'owner' });
    await office.newUser({ name: 'Idle Owner', role: 'owner' });
    const book = (assigned_to: string, starts_at: string, more: object = {}) =>
      office.booked({ assigned_to, starts_at, ...more });
    await book(office.rosa, utc(1, '17:00:00'), { duration_minutes: 90 });
    // Before the shift begins, and into it.
    await book(office.rosa, utc(2, '14:00:00'), { duration_minutes: 240 });
    const canceled = await book(office.rosa, utc(3, '18:00:00'));
    await office.api.post(`/v1/appointments/${canceled.appointment_id}/cancel`);
    const missed = await book(office.rosa, utc(3, '20:00:00'));
    await office.takeOff(office.rosa, utc(4, '00:00:00'), utc(5, '00:00:00'));
    await office.held({ assigned_to: anna, starts_at: utc(2, '18:00:00'), ttl_seconds: 600 });
    await book(anna, utc(4, '18:00:00'), { duration_minutes: 45 });
    // Over the change of the clocks.
    await book(nina, utc(6, '04:00:00'), { duration_minutes: 480 });
    await book(nina, utc(6, '12:00:00'), { duration_minutes: 60 });
    await book(owner, utc(1, '20:00:00'));
    service.clock.set(utc(4, '00:00:00'));
    await office.api.post(`/v1/appointments/${missed.appointment_id}/no-show`);
    return { anna, nina, owner };
  }

  for (const [title, monday] of [
    ['the clocks go forward', '2027-03-08'],
    ['the clocks go back', '2027-11-01'],
  ] as const) {
    it(`agrees with the dispatch board in the week in which ${title}`, async () => {
      service.clock.set(`${monday}T08:00:00Z`);
      await fill(monday);
      const sunday = Temporal.PlainDate.from(monday).add({ days: 6 }).toString();
      const week = `from=${monday}&to=${sunday}`;
      const { data, by_user, totals } = await report(`${week}&period=day`);
      const board = await lanes(week);
      assert.deepEqual(by_user.map(figures), board.map(figures));
      assert.deepEqual(
        by_user.map(({ user_name }: Body) => user_name),
        ['anna Berg', 'Nina Night', 'Olga Owner', 'Rosa Delgado'],
      );
      assert.equal(data.length, 4 * 7);
      for (const date of new Set<string>(data.map((row: Body) => row.starts_on))) {
        // The board of a day shows a user who takes no visits only if there is one that day.
        const ofDay = await lanes(`date=${date}`);
        const shown = new Set(ofDay.map(({ user_id }: Body) => user_id));
        const rows = data.filter((row: Body) => row.starts_on === date && shown.has(row.user_id));
        assert.deepEqual(rows.map(figures), ofDay.map(figures), date);
      }
      const sum = (name: string) =>
        board.reduce((total: number, lane: Body) => total + lane[name], 0);
      assert.equal(totals.shift_minutes, sum('shift_minutes'));
      assert.equal(totals.scheduled_minutes, sum('scheduled_minutes'));
    });
  }

  it('has 23 and 25 hours on the days when the clocks change', async () => {
    const always = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const weekly = always.map((day) => ({ day, start: '00:00', end: '24:00' }));
    const user = await office.newUser({
      name: 'Always',
      working_hours: { weekly, exceptions: [] },
    });
    for (const [day, hours] of [
      ['2027-03-13', 24],
      ['2027-03-14', 23],
      ['2027-11-07', 25],
    ] as const) {
      const { by_user } = await report(`from=${day}&to=${day}&period=day`);
      const row = by_user.find(({ user_id }: Body) => user_id === user);
      assert.equal(row.shift_minutes, hours * 60, day);
    }
  });

  it('counts a visit over the end of a period in both, each with its part', async () => {
    const night = [{ day: 'sunday', start: '22:00', end: '06:00' }];
    const user = await office.newUser({
      name: 'Nina Night',
      working_hours: { weekly: night, exceptions: [] },
    });
    await office.booked({
      assigned_to: user,
      starts_at: '2027-03-07T23:00:00-08:00',
      duration_minutes: 180,
    });
    const { data } = await report('from=2027-03-01&to=2027-03-14&period=week');
    const rows = data.filter(({ user_id }: Body) => user_id === user);
    assert.deepEqual(
      rows.map((row: Body) => [row.starts_on, row.shift_minutes, row.scheduled_minutes]),
      [
        ['2027-03-01', 360 + 120, 60],
        ['2027-03-08', 360 + 120, 120],
      ],
    );
  });

  it('leaves out inactive users, and has a null share without working time', async () => {
    const idle = await office.newUser({
      name: 'Idle',
      working_hours: { weekly: [], exceptions: [] },
    });
    await office.booked({ assigned_to: idle, starts_at: tuesday(0) });
    const rowOf = async (id: string) =>
      (await report('from=2027-03-01&to=2027-03-07')).by_user.find(
        ({ user_id }: Body) => user_id === id,
      );
    assert.deepEqual(figures(await rowOf(idle)), {
      ...{ user_id: idle, shift_minutes: 0, scheduled_minutes: 60, utilisation: null },
    });
    await office.api.patch(`/v1/users/${idle}`, { active: false });
    assert.equal(await rowOf(idle), undefined);
  });

  it('covers at most 92 days per day, and 400 days per week', async () => {
    const { status, body } = await office.api.get(
      '/v1/reports/utilization?from=2027-01-01&to=2027-04-03&period=day',
    );
    assert.deepEqual([status, body.errors[0].pointer], [422, '/period']);
    assert.equal((await report('from=2027-01-01&to=2027-04-02&period=day')).data.length, 92);
    assert.equal((await report('from=2026-01-01&to=2027-02-04&period=week')).data.length, 58);
  });
});
