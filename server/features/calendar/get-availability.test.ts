import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeIntervals, WEEKDAYS } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { toUuid } from '../../platform/ids.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, Office, tuesday } from '../../testing/office.ts';
import { randomFor } from '../../testing/seed.ts';
import { getAvailability } from './get-availability.ts';

interface ShownSlot {
  starts_at: string;
  ends_at: string;
  user_ids: string[];
}
interface ShownBlocked {
  starts_at: string;
  ends_at: string;
  user_id: string;
  reason: string;
  ref?: string;
}

const WORKDAYS = WEEKDAYS.slice(0, 5);
const weekly = (days: readonly string[], start: string, end: string) => ({
  weekly: days.map((day) => ({ day, start, end })),
  exceptions: [] as object[],
});
const daily = (start: string, end: string) => weekly(WEEKDAYS, start, end);
const starts = (slots: ShownSlot[]) => slots.map(({ starts_at }) => starts_at);
const inUtc = (slots: ShownSlot[]) =>
  slots.map(({ starts_at }) => `${new Date(starts_at).toISOString().slice(0, 16)}Z`);
/** The intervals that the slots fill, such as "2023-11-06T14:00Z-22:00Z". */
const intervals = (slots: ShownSlot[]) =>
  mergeIntervals(slots.map(interval)).map(({ start, end }) => {
    const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
    return `${from.slice(0, 16)}Z-${to.slice(11, 16)}Z`;
  });
const interval = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  start: Date.parse(starts_at),
  end: Date.parse(ends_at),
});

describe('getAvailability', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const slotsOf = async (
    user_id: string,
    query: Record<string, string | number>,
  ): Promise<ShownSlot[]> =>
    (await office.availability({ user_id, to: query.from!, ...query })).slots;

  describe('known cases', () => {
    /** The slots of a user with these hours, requested from the first of the month. */
    async function slotsIn(
      time_zone: string,
      working_hours: object,
      query: { from: string; to?: string; duration_minutes?: number; step_minutes?: number },
    ) {
      service.clock.set(`${query.from.slice(0, 8)}01T00:00:00Z`);
      const user = await office.newUser({ time_zone, working_hours });
      const duration = query.duration_minutes ?? 15;
      return slotsOf(user, { step_minutes: duration, duration_minutes: duration, ...query });
    }
    const NEW_YORK = 'America/New_York';

    it('1: has slots from 14:00Z to 22:00Z in the week after daylight saving time ended in New York', async () => {
      const dates = { from: '2023-11-06', to: '2023-11-12' };
      assert.deepEqual(
        intervals(await slotsIn(NEW_YORK, weekly(WORKDAYS, '09:00', '17:00'), dates)),
        [6, 7, 8, 9, 10].map((day) => `2023-11-${String(day).padStart(2, '0')}T14:00Z-22:00Z`),
      );
    });

    it('2 and 3: follows local time on the day daylight saving time starts', async () => {
      assert.deepEqual(
        intervals(await slotsIn(NEW_YORK, daily('13:00', '18:00'), { from: '2026-03-08' })),
        ['2026-03-08T17:00Z-22:00Z'],
      );
      assert.deepEqual(
        intervals(
          await slotsIn('America/Chicago', daily('15:00', '16:00'), { from: '2025-03-09' }),
        ),
        ['2025-03-09T20:00Z-21:00Z'],
      );
    });

    it('4 and 5: has one hour less in spring and one more in autumn, with the right UTC offsets', async () => {
      const night = daily('01:00', '04:00');
      const hourly = { duration_minutes: 60 };
      assert.deepEqual(starts(await slotsIn(NEW_YORK, night, { from: '2026-03-08', ...hourly })), [
        '2026-03-08T01:00:00-05:00',
        '2026-03-08T03:00:00-04:00',
      ]);
      service.clock.set('2026-10-01T00:00:00Z');
      assert.deepEqual(starts(await slotsIn(NEW_YORK, night, { from: '2026-11-01', ...hourly })), [
        '2026-11-01T01:00:00-04:00',
        '2026-11-01T01:00:00-05:00',
        '2026-11-01T02:00:00-05:00',
        '2026-11-01T03:00:00-05:00',
      ]);
    });

    it('6 and 7: has different hours, or none, on the date of an exception', async () => {
      const dates = { from: '2023-06-13', to: '2023-06-14' };
      const ordinary = weekly(WORKDAYS, '08:00', '17:00');
      const shorter = [{ date: '2023-06-13', intervals: [{ start: '10:00', end: '15:00' }] }];
      assert.deepEqual(
        intervals(await slotsIn(NEW_YORK, { ...ordinary, exceptions: shorter }, dates)),
        ['2023-06-13T14:00Z-19:00Z', '2023-06-14T12:00Z-21:00Z'],
      );
      const off = [{ date: '2023-06-13', intervals: [] }];
      assert.deepEqual(
        intervals(await slotsIn('Europe/London', { ...ordinary, exceptions: off }, dates)),
        ['2023-06-14T07:00Z-16:00Z'],
      );
    });

    it('8: continues across midnight, and a slot belongs to the date on which it starts', async () => {
      const hours = {
        weekly: [
          ...weekly(WORKDAYS, '23:00', '24:00').weekly,
          ...weekly(WEEKDAYS.slice(1, 6), '00:00', '00:30').weekly,
        ],
        exceptions: [],
      };
      const params = { from: '2023-06-13', to: '2023-06-14', duration_minutes: 90 };
      assert.deepEqual(starts(await slotsIn('Europe/London', hours, params)), [
        '2023-06-13T23:00:00+01:00',
        '2023-06-14T23:00:00+01:00',
      ]);
    });

    it('10 and 11: avoids appointments and keeps to the steps of the shift', async () => {
      const user = await office.newUser({ working_hours: daily('08:00', '12:30') });
      await office.booked({ assigned_to: user, starts_at: tuesday(1), duration_minutes: 10 });
      const params = { from: '2027-03-02', step_minutes: 60 };
      assert.deepEqual(starts(await slotsOf(user, params)), [
        '2027-03-02T08:00:00-08:00',
        '2027-03-02T09:00:00-08:00',
        '2027-03-02T11:00:00-08:00',
      ]);
    });

    it('12: counts steps from the start of the shift in a time zone with a half-hour offset', async () => {
      const params = { from: '2027-03-02', duration_minutes: 45 };
      const slots = await slotsIn('Asia/Kolkata', daily('09:30', '18:00'), params);
      assert.equal(slots[0]!.starts_at, '2027-03-02T09:30:00+05:30');
      assert.equal(slots.length, 11);
      assert.equal(inUtc(slots).at(-1), '2027-03-02T11:30Z');
    });

    it('13: offers a team slot if any member is free; one more member never removes a slot', async () => {
      const { teamId, members } = await office.newTeam(2);
      const params = { team_id: teamId, from: '2027-03-02', to: '2027-03-02' };
      const all = await office.availability(params);
      assert(all.slots.every((slot: ShownSlot) => slot.user_ids.length === 2));
      await office.booked({ assigned_to: members[0] });
      const { slots } = await office.availability(params);
      assert.deepEqual(starts(slots), starts(all.slots));
      const nine = slots.find((slot: ShownSlot) => slot.starts_at === '2027-03-02T09:00:00-08:00');
      assert.deepEqual(nine.user_ids, [members[1]]);
      await office.booked({ assigned_to: members[1] });
      assert(!starts((await office.availability(params)).slots).includes(nine.starts_at));
    });
  });

  it('reads dates in the user’s time zone, and for a team in the organization’s', async () => {
    const user = await office.newUser({
      time_zone: 'Asia/Tokyo',
      working_hours: daily('09:00', '11:00'),
    });
    const { teamId } = await office.newTeam([user]);
    const dates = { from: '2027-03-03', to: '2027-03-03' };
    const own = await office.availability({ user_id: user, ...dates });
    assert.equal(own.time_zone, 'Asia/Tokyo');
    assert.equal(own.slots[0].starts_at, '2027-03-03T09:00:00+09:00');
    const team = await office.availability({ team_id: teamId, ...dates });
    assert.equal(team.time_zone, 'America/Los_Angeles');
    // Nine in Tokyo on the 4th is still the 3rd in Los Angeles.
    assert.equal(team.slots[0].starts_at, '2027-03-03T16:00:00-08:00');
  });

  it('includes both dates, and handles dates that a time zone skipped', async () => {
    const kiritimati = await office.newUser({
      time_zone: 'Pacific/Kiritimati',
      working_hours: daily('00:00', '24:00'),
    });
    const slots = await slotsOf(kiritimati, { from: '2027-03-03', to: '2027-03-04' });
    assert.equal(slots[0]!.starts_at, '2027-03-03T00:00:00+14:00');
    assert.equal(slots.at(-1)!.starts_at, '2027-03-04T23:30:00+14:00');
    assert.equal(slots.length, 96);
    // Samoa crossed the date line: it had no 30 December 2011.
    service.clock.set('2011-12-01T00:00:00Z');
    const apia = await office.newUser({
      time_zone: 'Pacific/Apia',
      working_hours: daily('09:00', '10:00'),
    });
    assert.deepEqual(starts(await slotsOf(apia, { from: '2011-12-29', to: '2011-12-31' })), [
      '2011-12-29T09:00:00-10:00',
      '2011-12-31T09:00:00+14:00',
    ]);
    assert.deepEqual(await slotsOf(apia, { from: '2011-12-30' }), []);
  });

  it('offers a night shift on both of its dates', async () => {
    const user = await office.newUser({ working_hours: daily('22:00', '02:00') });
    const slots = await slotsOf(user, { from: '2027-03-03', step_minutes: 60 });
    assert.deepEqual(
      starts(slots).map((time) => time.slice(11, 16)),
      ['00:00', '01:00', '22:00', '23:00'],
    );
  });

  it('uses the requested step and duration, or else the organization’s step', async () => {
    await office.schedule({ step_minutes: 45 });
    const first = async (query: object) =>
      (await slotsOf(office.rosa, { from: '2027-03-02', ...query }))
        .slice(0, 2)
        .map((slot) => `${slot.starts_at.slice(11, 16)}-${slot.ends_at.slice(11, 16)}`);
    assert.deepEqual(await first({}), ['08:00-09:00', '08:45-09:45']);
    assert.deepEqual(await first({ step_minutes: 20 }), ['08:00-09:00', '08:20-09:20']);
    assert.deepEqual(await first({ duration_minutes: 540 }), ['08:00-17:00']);
    assert.deepEqual(await first({ duration_minutes: 545 }), []);
  });

  it('respects the minimum notice and the horizon', async () => {
    await office.schedule({ minimum_notice_minutes: 150, horizon_days: 2 });
    const slots = await slotsOf(office.rosa, { from: '2027-03-01', to: '2027-03-08' });
    assert.equal(slots[0]!.starts_at, '2027-03-01T09:30:00-08:00');
    // The notice counts to the minute: the clock is at 07:00.
    service.clock.advance(60_000);
    const later = await slotsOf(office.rosa, { from: '2027-03-01', to: '2027-03-08' });
    assert.equal(later[0]!.starts_at, '2027-03-01T10:00:00-08:00');
    assert.equal(later.at(-1)!.starts_at, '2027-03-02T16:00:00-08:00');
  });

  it('keeps the buffers before and after an appointment free', async () => {
    await office.schedule({ buffer_minutes: 30 });
    await office.booked({ starts_at: tuesday(3) });
    const times = starts(await slotsOf(office.rosa, { from: '2027-03-02' })).map((time) =>
      time.slice(11, 16),
    );
    assert(times.includes('10:30') && times.includes('13:30'));
    for (const time of ['11:00', '12:00', '13:00']) assert(!times.includes(time), time);
    for (const time of ['08:00', '10:30', '13:30', times.at(-1)]) {
      const starts_at = `2027-03-02T${time}:00-08:00`;
      const { appointment_id } = await office.booked({ starts_at, strict: true });
      await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
    }
  });

  it('leaves out members who are on time off, inactive, or do not have the skill', async () => {
    const { teamId, members } = await office.newTeam(3);
    const [away, inactive, skilled] = members as [string, string, string];
    const timeOff = await office.takeOff(away, tuesday(-1), tuesday(2));
    await office.api.patch(`/v1/users/${inactive}`, { active: false });
    await office.api.patch(`/v1/users/${skilled}`, { skills: ['solar'] });
    const params = { team_id: teamId, from: '2027-03-02', to: '2027-03-02' };
    const who = async (query: object) => {
      const { slots } = await office.availability({ ...params, ...query });
      const nine = slots.find((slot: ShownSlot) => slot.starts_at === '2027-03-02T09:00:00-08:00');
      return nine?.user_ids ?? [];
    };
    assert.deepEqual(await who({}), [skilled]);
    assert.deepEqual(await who({ service: 'solar' }), [skilled]);
    assert.deepEqual(await who({ service: 'plumbing' }), []);
    await office.api.delete(`/v1/time-off/${timeOff}`);
    assert.deepEqual(await who({}), [away, skilled].sort());
    assert.deepEqual(await slotsOf(inactive, { from: '2027-03-02' }), []);
    const { blocked } = await office.availability({ ...params, service: 'solar', explain: true });
    const reasons = new Map(blocked.map((one: ShownBlocked) => [one.user_id, one.reason]));
    assert.equal(reasons.get(inactive), 'inactive');
    assert.equal(reasons.get(away), 'skill');
  });

  it('offers and books a member who takes no visits only by id', async () => {
    const { teamId, members } = await office.newTeam(1);
    const [member = ''] = members;
    await office.api.patch(`/v1/users/${member}`, { takes_visits: false });
    const day = { from: '2027-03-02', to: '2027-03-02' };
    const team = await office.availability({ team_id: teamId, ...day, explain: true });
    assert.deepEqual(team.slots, []);
    assert.equal(team.blocked[0].reason, 'takes_no_visits');
    const refused = await office.book({ team_id: teamId });
    assert.deepEqual([refused.body.code, refused.body.alternatives], ['slot_taken', []]);
    assert((await office.availability({ user_id: member, ...day })).slots.length > 0);
    assert.equal((await office.book({ assigned_to: member, strict: true })).status, 201);
  });

  it('offers and books no member of an inactive team', async () => {
    const { teamId } = await office.newTeam(1);
    await office.api.patch(`/v1/teams/${teamId}`, { active: false });
    const dates = { from: '2027-03-02', to: '2027-03-02' };
    const { slots } = await office.availability({ team_id: teamId, ...dates });
    assert.deepEqual(slots, []);
    assert.equal((await office.book({ team_id: teamId })).status, 409);
  });

  it('explains what blocks a time, with its id', async () => {
    await office.schedule({ buffer_minutes: 15 });
    const appointment = await office.booked();
    const hold = await office.held({ starts_at: tuesday(2) });
    const timeOff = await office.takeOff(office.rosa, tuesday(4), tuesday(5));
    const date = { from: '2027-03-02', to: '2027-03-02' };
    const { blocked } = await office.availability({ user_id: office.rosa, ...date, explain: true });
    const refs = (reason: string) =>
      blocked
        .filter((one: ShownBlocked) => one.reason === reason)
        .map((one: ShownBlocked) => one.ref);
    assert.deepEqual(refs('appointment'), [appointment.appointment_id]);
    assert.deepEqual(refs('hold'), [hold.hold_id]);
    assert.deepEqual(refs('time_off'), [timeOff]);
    assert.equal(refs('buffer').length, 4);
    assert(blocked.every((one: ShownBlocked) => one.user_id === office.rosa));
    const plain = await office.availability({ user_id: office.rosa, ...date });
    assert.equal(plain.blocked, undefined);
  });

  it('explains all time of the dates for every user', async () => {
    await office.schedule({ buffer_minutes: 20, minimum_notice_minutes: 90, horizon_days: 20 });
    const zones = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Europe/London'];
    const hours = [daily('08:00', '17:00'), daily('22:00', '03:00'), daily('00:00', '24:00')];
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        office.newUser({ time_zone: zones[n % 4], working_hours: hours[n % 3], active: n !== 5 }),
      ),
    );
    const active = people.filter((_, n) => n !== 5);
    const { teamId } = await office.newTeam(active);
    for (let n = 0; n < 36; n += 1) {
      const assigned_to = active[(n * 5) % active.length];
      const starts_at = new Date(Date.parse('2027-03-01T16:00:00Z') + n * 14.1 * 3_600_000);
      const booking = {
        assigned_to,
        starts_at: starts_at.toISOString(),
        duration_minutes: 35 + n * 6,
      };
      assert((await (n % 4 ? office.book(booking) : office.hold(booking))).status < 500);
    }
    await office.takeOff(active[0]!, '2027-03-08T03:07:00Z', '2027-03-10T21:00:00Z');
    // Within these dates daylight saving time starts in Los Angeles, and the horizon ends.
    const dates = { from: '2027-03-01', to: '2027-03-24' };
    const first = randomFor('users of availability').between(0, 3);
    // The one who is inactive, and three others; the team has all who are active.
    const some = [5, first, first + 4, first + 8].map((n) => people[n]!);
    for (const owner of [{ team_id: teamId }, ...some.map((user_id) => ({ user_id }))]) {
      const params = { ...owner, ...dates, explain: true, duration_minutes: 50 };
      const { slots, blocked, time_zone } = await office.availability(params);
      const window = {
        start: Temporal.PlainDate.from(dates.from).toZonedDateTime(time_zone).epochMilliseconds,
        end: Temporal.PlainDate.from(dates.to).add({ days: 1 }).toZonedDateTime(time_zone)
          .epochMilliseconds,
      };
      for (const id of 'team_id' in owner ? active : [owner.user_id]) {
        const open = slots.filter((slot: ShownSlot) => slot.user_ids.includes(id)).map(interval);
        const closed = blocked.filter((one: ShownBlocked) => one.user_id === id).map(interval);
        const [all, ...more] = mergeIntervals([...open, ...closed]);
        assert.deepEqual(more, []);
        assert.equal(all!.start, window.start);
        assert(all!.end >= window.end);
        assert(closed.every(({ end }: { end: number }) => end <= window.end));
      }
    }
  });

  it('returns 404 for a user or a team of another organization', async () => {
    const other = await Office.open(service);
    const { teamId } = await other.newTeam(1);
    for (const owner of [
      `user_id=${other.rosa}`,
      `team_id=${teamId}`,
      'user_id=user_01h455vb4pex5vsknk084sn02q',
      'team_id=x',
      `user_id=${teamId}`,
    ]) {
      const path = `/v1/availability?${owner}&from=2027-03-02&to=2027-03-02`;
      assert.equal((await office.api.get(path)).status, 404, owner);
    }
  });

  it('reports all invalid query parameters at once', async () => {
    const request = async (query: string) => {
      const { status, body } = await office.api.get(`/v1/availability?${query}`);
      assert.equal(status, 422, query);
      return body.errors.map((error: { pointer: string }) => error.pointer).sort();
    };
    const user = `user_id=${office.rosa}`;
    assert.deepEqual(await request(''), ['/from', '/to']);
    assert.deepEqual(
      await request(
        `${user}&team_id=x&from=2027-02-30&to=x&duration_minutes=4&step_minutes=x&service=A%20C&explain=si&day=1`,
      ),
      [
        ...['/day', '/duration_minutes', '/explain', '/from', '/service', '/step_minutes', '/to'],
        '/user_id',
      ],
    );
    assert.deepEqual(await request(`${user}&from=2027-03-02&to=2027-03-01`), ['/to']);
    assert.deepEqual(await request(`${user}&from=2027-03-01&to=2027-05-02`), ['/to']);
    assert.deepEqual(await request(`${user}&${user}&from=2027-03-01&to=2027-03-01`), ['/user_id']);
    assert.deepEqual(await request(`${user}&from=9999-12-31&to=9999-12-31`), ['/from', '/to']);
    assert.deepEqual(await request(`${user}&from=9998-12-31&to=9999-01-01`), ['/to']);
    assert.deepEqual(await request(`${user}&from=0001-01-01&to=0001-01-02`), ['/from', '/to']);
    assert.deepEqual(await request(`${user}&from=0000-01-01&to=2027-03-01`), ['/from']);
    assert.deepEqual(await request(`${user}&from=2027-03-01T00:00:00Z&to=2027-03-01`), ['/from']);
  });

  it('supports 62 days, and the first and last supported dates', async () => {
    const user_id = office.rosa;
    const { slots } = await office.availability({ user_id, from: '2027-03-01', to: '2027-05-01' });
    assert.equal(slots.at(-1).starts_at, '2027-04-30T16:00:00-07:00');
    for (const date of ['1970-01-02', '9998-12-31', '2028-02-29']) {
      const response = await office.availability({ user_id, from: date, to: date, explain: true });
      assert(response.blocked.length > 0, date);
    }
  });

  it('reads a team of twenty in one round trip to the database', async () => {
    const { teamId } = await office.newTeam(20);
    const organizationId = toUuid(
      'organization',
      (await office.api.get('/v1/organization')).body.organization_id,
    )!;
    const actor = { type: 'system', id: null, name: 'test' } as const;
    let [sent, trips, hasResult] = [0, 1, false];
    const counting = (tx: Tx): Tx => ({
      ...tx,
      organizationId,
      ownerId: null,
      now: tx.now,
      actor,
      query: async <Row>(...query: Parameters<Tx['query']>) => {
        sent += 1;
        if (hasResult) trips += 1;
        hasResult = false;
        const rows = await tx.query<Row>(...query);
        hasResult = true;
        return rows;
      },
    });
    const query = { team_id: teamId, from: '2027-03-01', to: '2027-03-14' };
    const response = await service.database.read({ organizationId, actor }, (tx) =>
      getAvailability.run(counting(tx), { query, caller: { userId: null } } as never),
    );
    assert.equal((response as { slots: ShownSlot[] }).slots[0]!.user_ids.length, 20);
    assert.deepEqual([sent, trips], [3, 1]);
  });
});
