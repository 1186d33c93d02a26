import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, TUESDAY_9, tuesday } from '../../testing/office.ts';

const DAY = { from: '2027-03-02', to: '2027-03-02' };

interface ShownSlot {
  starts_at: string;
  user_ids: string[];
}

describe('availability by service and postal code', () => {
  const service = sharedService();
  const office = freshOffice(service);
  let ana: string;
  let ben: string;

  beforeEach(async () => {
    ana = await office.newUser({ name: 'Ana', skills: ['gas'] });
    ben = await office.newUser({ name: 'Ben', skills: ['gas', 'electric'] });
    const tuneUp = { code: 'tune_up', name: 'Tune-up', duration_minutes: 90, skills: ['gas'] };
    await created(office.api.post('/v1/services', tuneUp));
  });

  const find = (query: Record<string, string | number | boolean>) =>
    office.availability({ ...DAY, ...query });
  const starts = ({ slots }: { slots: ShownSlot[] }) => slots.map(({ starts_at }) => starts_at);
  const usersAt = ({ slots }: { slots: ShownSlot[] }, time = TUESDAY_9) =>
    slots.find(({ starts_at }) => starts_at === time)?.user_ids ?? [];
  const newArea = (fields: object) =>
    created(office.api.post('/v1/areas', { name: 'West', ...fields }));

  it('is that of everyone who takes visits, if nothing else is asked for', async () => {
    const clerk = await office.newUser({ name: 'Cleo', role: 'dispatcher' });
    const found = await find({});
    assert.deepEqual(usersAt(found), [office.rosa, ana, ben].sort());
    assert(!JSON.stringify(found).includes(clerk));
    assert.equal(found.outside_area, false);
  });

  it('has the length and the people of the service', async () => {
    const found = await find({ service: 'tune_up' });
    assert.equal(found.duration_minutes, 90);
    assert.deepEqual(usersAt(found), [ana, ben].sort());
    await office.booked({ assigned_to: ana });
    assert.deepEqual(usersAt(await find({ service: 'tune_up' })), [ben]);
  });

  it('has the people of the area, users and members of its teams', async () => {
    const { teamId } = await office.newTeam([ben]);
    await newArea({ postal_codes: ['972*'], user_ids: [office.rosa], team_ids: [teamId] });
    await newArea({ name: 'East', postal_codes: ['97233'], user_ids: [ana] });
    await newArea({ name: 'All', postal_codes: ['98*'] });
    assert.deepEqual(usersAt(await find({ postal_code: '97205' })), [office.rosa, ben].sort());
    assert.deepEqual(usersAt(await find({ postal_code: '97233' })), [ana]);
    assert.deepEqual(usersAt(await find({ postal_code: '97205', service: 'tune_up' })), [ben]);
    assert.deepEqual(usersAt(await find({ postal_code: '98101' })).length, 3);
    const team = await find({ postal_code: '97233', team_id: teamId, explain: true });
    assert.deepEqual(team.slots, []);
    assert.deepEqual(
      team.blocked.map(({ user_id, reason }: { user_id: string; reason: string }) => [
        user_id,
        reason,
      ]),
      [[ben, 'area']],
    );
  });

  it('knows polygons and circles by coordinates', async () => {
    const circle = { latitude: 45.5, longitude: -122.6, radius_km: 10 };
    await newArea({ circle, user_ids: [ana] });
    assert.deepEqual(usersAt(await find({ coordinates: '45.55,-122.6' })), [ana]);
    assert.equal((await find({ coordinates: '45.7, -122.6' })).outside_area, true);
    for (const coordinates of ['45', '91,0', '0,181', 'north,west', '1e3,0']) {
      const path = `/v1/availability?from=2027-03-02&to=2027-03-02&coordinates=${coordinates}`;
      assert.equal((await office.api.get(path)).status, 422, coordinates);
    }
  });

  it('offers everyone where a postal code cannot tell, and says so', async () => {
    const circle = { latitude: 45.5, longitude: -122.6, radius_km: 10 };
    await newArea({ circle, user_ids: [ana] });
    await newArea({ name: 'East', postal_codes: ['97233'], user_ids: [ben] });
    const unknown = await find({ postal_code: '97205', service: 'tune_up' });
    assert.deepEqual([unknown.place_unknown, unknown.outside_area], [true, false]);
    assert.deepEqual(usersAt(unknown), [ana, ben].sort());
    const place = { service: 'tune_up', starts_at: TUESDAY_9, postal_code: '97205' };
    const contact = { name: 'Dana', phone: '+14155550134' };
    await created(office.api.post('/v1/bookings', { ...place, contact }));
    await created(office.api.post('/v1/appointments/holds', place));
    const known = await find({ postal_code: '97205', coordinates: '45.7,-122.6' });
    assert.deepEqual([known.place_unknown, known.outside_area], [false, true]);
  });

  it('has no slots outside every area, and says so; inactive areas do not count', async () => {
    const { area_id } = await newArea({ postal_codes: ['97205'] });
    const outside = await find({ postal_code: '10115', service: 'tune_up', explain: true });
    assert.deepEqual([outside.slots, outside.outside_area], [[], true]);
    const whole = { starts_at: '2027-03-02T00:00:00-08:00', ends_at: '2027-03-03T00:00:00-08:00' };
    const reasonOf = (user_id: string, reason: string) => ({ ...whole, user_id, reason });
    assert.deepEqual(
      outside.blocked,
      [office.rosa, ana, ben].sort().map((id) => reasonOf(id, 'area')),
    );
    await office.api.patch(`/v1/areas/${area_id}`, { active: false });
    const everywhere = await find({ postal_code: '10115', service: 'tune_up' });
    assert.equal(everywhere.outside_area, false);
    assert.deepEqual(usersAt(everywhere), [ana, ben].sort());
  });

  it('has as many slots as asked for, the earliest', async () => {
    const all = await find({ service: 'tune_up' });
    const three = await find({ service: 'tune_up', limit: 3 });
    assert.deepEqual(three.slots, all.slots.slice(0, 3));
    // The rule of the organization shows windows, and who asks for times gets times.
    await office.schedule({ arrival_window: { duration: 'PT2H', aligned: true } });
    const shown = await find({ service: 'tune_up', limit: 3 });
    assert.deepEqual(starts(shown), starts(all).slice(0, 3));
    assert(shown.slots.every((slot: { window?: object }) => slot.window !== undefined));
  });

  it('has as many windows as asked for, each once with its earliest slot and who is free then', async () => {
    const hours = { weekly: [{ day: 'tuesday', start: '09:00', end: '17:00' }], exceptions: [] };
    await office.api.patch(`/v1/users/${ana}`, { working_hours: hours });
    const asked = { service: 'tune_up', windows: 'PT2H', to: '2027-03-03' };
    const windowOf = (slot: { window: { starts_at: string } }) => slot.window.starts_at;
    const all = await find(asked);
    assert(all.slots.length > 20, 'without a limit, every slot');
    const offered = ['02T08', '02T10', '02T12', '02T14', '03T08', '03T10'];
    for (const query of [{}, { explain: true }]) {
      const { slots } = await find({ ...asked, ...query, limit: 6 });
      assert.deepEqual(
        slots.map(windowOf),
        offered.map((start) => `2027-03-${start}:00:00-08:00`),
      );
      for (const slot of slots) {
        const ofWindow = (one: typeof slot) => windowOf(one) === windowOf(slot);
        assert.deepEqual(slot, all.slots.find(ofWindow));
      }
      assert.deepEqual(slots[0].user_ids, [ben]);
    }
    const two = (await find({ ...asked, crew_size: 2, limit: 2 })).slots;
    assert.deepEqual(starts({ slots: two }), [TUESDAY_9, tuesday(1)]);
    assert.deepEqual(two[0].user_ids, [ana, ben].sort());
  });

  it('promises the window that is booked, in the zone of any user', async () => {
    await office.schedule({ arrival_window: { duration: 'PT2H', aligned: true } });
    await office.api.patch(`/v1/users/${ana}`, { time_zone: 'Asia/Kathmandu' });
    const hours = { weekly: [{ day: 'tuesday', start: '00:00', end: '24:00' }], exceptions: [] };
    await office.api.patch(`/v1/users/${ana}`, { working_hours: hours });
    const instants = (one: { starts_at: string }) => Date.parse(one.starts_at);
    for (const query of [{ user_id: ana }, { service: 'tune_up' }]) {
      const { slots } = await find({ ...query, limit: 1 });
      const [{ starts_at, window }] = slots;
      const visit = { starts_at, assigned_to: ana, lead_id: await office.newLead() };
      const { appointment_id, arrival_window } = await office.booked(visit);
      assert.equal(instants(arrival_window), instants(window));
      await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
    }
  });

  it('holds for no one yet only what is open, unless it is told otherwise', async () => {
    const night = { service: 'tune_up', starts_at: tuesday(14) };
    const hold = (fields: object = {}) =>
      office.api.post('/v1/appointments/holds', { ...night, ...fields });
    assert.equal((await hold()).body.code, 'slot_taken');
    assert.equal((await hold({ strict: false })).status, 201);
    assert.equal((await hold({ starts_at: tuesday(18), assigned_to: ana })).status, 201);
  });

  it('needs as many free users as the crew has', async () => {
    await office.api.patch('/v1/services/tune_up', { crew_size: 2 });
    const both = await find({ service: 'tune_up' });
    const few = await find({ service: 'tune_up', limit: 4 });
    assert.deepEqual(few.slots, both.slots.slice(0, 4));
    assert.deepEqual(usersAt(await find({ service: 'tune_up' })), [ana, ben].sort());
    await office.booked({ assigned_to: ana });
    const found = await find({ service: 'tune_up', explain: true });
    assert.deepEqual(usersAt(found), []);
    const short = found.blocked.filter(({ reason }: { reason: string }) => reason === 'crew');
    assert.deepEqual([...new Set(short.map(({ user_id }: { user_id: string }) => user_id))], [ben]);
    assert.deepEqual(usersAt(found, tuesday(1)), [ana, ben].sort());
    assert.deepEqual(usersAt(await find({ service: 'tune_up', crew_size: 1 })), [ben]);
    assert.deepEqual(usersAt(await find({ crew_size: 4 })), []);
  });

  it('says who lacks the skill', async () => {
    const { blocked } = await find({ service: 'tune_up', explain: true });
    const reasons = blocked.filter(({ user_id }: { user_id: string }) => user_id === office.rosa);
    assert.deepEqual(
      reasons.map(({ reason }: { reason: string }) => reason),
      ['skill'],
    );
  });

  describe('with the way between visits', () => {
    const HOME = { latitude: 45.5, longitude: -122.6 };
    /** 20 km north of it: half an hour at 40 km/h. */
    const NORTH = '45.68,-122.6';
    beforeEach(async () => {
      await office.schedule({ travel: { speed_kmh: 40, base_minutes: 5 } });
      await office.booked({ starts_at: tuesday(2), location: HOME });
    });

    it('leaves time for the way before and after a visit, and says so', async () => {
      const at = (coordinates: string) =>
        find({ user_id: office.rosa, coordinates, step_minutes: 15, explain: true });
      const far = await at(NORTH);
      assert.equal(far.travel, 'counted');
      const starts = far.slots.map(({ starts_at }: ShownSlot) => starts_at);
      // The visit is from eleven to twelve, and the way takes 36 minutes.
      assert(starts.includes(tuesday(0.25)) && !starts.includes(tuesday(0.5)));
      assert(!starts.includes(tuesday(3.5)) && starts.includes(tuesday(3.75)));
      const ways = far.blocked.filter(({ reason }: { reason: string }) => reason === 'travel');
      assert.equal(ways.length, 2);
      const near = (await at('45.5,-122.6')).slots.map(({ starts_at }: ShownSlot) => starts_at);
      assert(near.includes(tuesday(0.75)) && !near.includes(tuesday(1)));
    });

    it('counts the way from where the day of a user starts', async () => {
      const start_location = { latitude: 45.86, longitude: -122.6 };
      await office.api.patch(`/v1/users/${ana}`, { start_location });
      const query = { user_id: ana, coordinates: NORTH, step_minutes: 15 };
      const first = await find({ ...query, explain: true });
      // Half an hour and five minutes after eight, and the next quarter of an hour.
      assert.equal(first.slots[0].starts_at, tuesday(-0.25));
      assert.deepEqual(first.blocked[1], {
        starts_at: tuesday(-1),
        ends_at: first.blocked[1].ends_at,
        user_id: ana,
        reason: 'travel',
      });
      const { teamId } = await office.newTeam([ana]);
      const location = { latitude: 45.68, longitude: -122.6 };
      const early = { team_id: teamId, location, lead_id: await office.newLead() };
      assert.equal((await office.book({ ...early, starts_at: tuesday(-0.5) })).status, 409);
      assert.equal((await office.book({ ...early, starts_at: tuesday(-0.25) })).status, 201);
    });

    it('knows which shift a day begins with, whatever dates are asked for, and books what it offers', async () => {
      // Late until half past eleven, and again at five: too short a night to go home.
      const weekly = ['tuesday', 'wednesday'].flatMap((day) => [
        { day, start: '05:00', end: '09:00' },
        { day, start: '14:00', end: '23:30' },
      ]);
      const working_hours = { weekly, exceptions: [] };
      const start_location = { latitude: 45.86, longitude: -122.6 };
      const cleo = await office.newUser({ skills: ['gas'], start_location, working_hours });
      const query = { user_id: cleo, service: 'tune_up', coordinates: NORTH, to: '2027-03-03' };
      const [both, second] = [await find(query), await find({ ...query, from: '2027-03-03' })];
      const ofSecond = starts(both).filter((start) => start >= '2027-03-03');
      assert.deepEqual(starts(second), ofSecond);
      assert.equal(starts(both)[0], '2027-03-02T06:00:00-08:00');
      assert.equal(ofSecond[0], '2027-03-03T05:00:00-08:00');
      const location = { latitude: 45.68, longitude: -122.6 };
      const wish = { service: 'tune_up', location, contact: { phone: '+14155550134' } };
      const { appointment } = await created(
        office.api.post('/v1/bookings', { ...wish, starts_at: ofSecond[0] }),
      );
      assert.equal(appointment.assigned_to, cleo);
    });

    it('says when the places of other visits are not known', async () => {
      const at = async (user_id: string) => (await find({ user_id, coordinates: NORTH })).travel;
      assert.deepEqual([await at(office.rosa), await at(ana)], ['counted', 'counted']);
      for (const assigned_to of [office.rosa, ana]) {
        const visit = { assigned_to, location: { address: '9 Oak St' }, starts_at: tuesday(6) };
        await office.booked({ ...visit, lead_id: await office.newLead() });
      }
      assert.deepEqual([await at(office.rosa), await at(ana)], ['partly', 'unknown']);
    });

    it('counts no way without coordinates, and says so', async () => {
      const found = await find({ user_id: office.rosa });
      assert.equal(found.travel, 'unknown');
      assert.deepEqual(usersAt(found, tuesday(1)), [office.rosa]);
      await office.schedule({ travel: null });
      assert.equal((await find({ user_id: office.rosa, coordinates: NORTH })).travel, 'off');
    });

    it('gives a visit to a member of the team who can be there in time', async () => {
      const { teamId } = await office.newTeam([office.rosa, ana]);
      await office.booked({ assigned_to: ana, starts_at: tuesday(5), duration_minutes: 180 });
      const location = { latitude: 45.68, longitude: -122.6 };
      const visit = { team_id: teamId, starts_at: tuesday(3), location };
      // Ana has more to do that day, but Rosa comes from twenty kilometers away.
      assert.equal((await office.booked(visit)).assigned_to, ana);
    });
  });
});
