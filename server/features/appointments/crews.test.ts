import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, tuesday } from '../../testing/office.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const DAY = { from: '2027-03-02', to: '2027-03-02' };

describe('a visit with a crew', () => {
  const service = sharedService();
  const office = freshOffice(service);
  let ana: string;
  let ben: string;

  beforeEach(async () => {
    ana = await office.newUser({ name: 'Ana' });
    ben = await office.newUser({ name: 'Ben' });
  });

  const taken = async (booking: object) => {
    const { status, body } = await office.book({ ...booking });
    assert.deepEqual([status, body.code], [409, 'slot_taken'], JSON.stringify(body));
    return body;
  };
  const patch = (id: string, changes: object) =>
    office.api.patch(`/v1/appointments/${id}`, changes);

  it('takes the time of everyone on it, until it is canceled', async () => {
    const visit = await office.booked({ crew: [ana, ben] });
    assert.equal(visit.assigned_to, office.rosa);
    assert.deepEqual(visit.crew, [ana, ben]);
    assert.deepEqual((await office.read(visit.appointment_id)).crew, [ana, ben]);
    await taken({ assigned_to: ana });
    await taken({ assigned_to: ben, starts_at: tuesday(0.5) });
    await taken({ starts_at: tuesday(0.5), crew: [] });
    const other = await office.newUser({ name: 'Cleo' });
    const { alternatives } = await taken({ assigned_to: other, crew: [ben] });
    assert.deepEqual(alternatives[0].user_ids.toSorted(), [ben, other].toSorted());
    const { slots } = await office.availability({ user_id: ben, ...DAY });
    assert(!slots.some((slot: { starts_at: string }) => slot.starts_at === tuesday(0)));

    const cancel = await office.api.post(`/v1/appointments/${visit.appointment_id}/cancel`);
    assert.equal(cancel.status, 200);
    await office.booked({ assigned_to: ana });
    await office.booked({ assigned_to: ben });
  });

  it('is refused if the crew is unknown, without one who leads it, or names someone twice', async () => {
    const refusals: [object, string, string][] = [
      [{ crew: ['user_01h455vb4pex5vsknk084sn02q'] }, '/crew/0', 'unknown_user'],
      [{ crew: [ana, ana] }, '/crew/1', 'repeated'],
      [{ crew: [office.rosa] }, '/crew/0', 'repeated'],
      [{ assigned_to: undefined, team_id: undefined, crew: [ana] }, '/crew', 'not_allowed'],
    ];
    for (const [booking, pointer, code] of refusals) {
      const response = await office.book({ ...booking });
      assert.equal(response.status, 422, JSON.stringify(response.body));
      assert.deepEqual(fieldErrors(response), [`${pointer} ${code}`]);
    }
    const visit = await office.booked({ assigned_to: undefined });
    const led = await patch(visit.appointment_id, { crew: [ana] });
    assert.deepEqual(fieldErrors(led), ['/crew not_allowed']);
  });

  it('changes its crew, moves with it, and has none in the tray', async () => {
    const { appointment_id: id } = await office.booked({ crew: [ana] });
    await office.booked({ assigned_to: ben, starts_at: tuesday(3) });
    const full = await patch(id, { crew: [ana, ben], starts_at: tuesday(3) });
    assert.deepEqual([full.status, full.body.code], [409, 'slot_taken']);
    const moved = await patch(id, { crew: [ben], starts_at: tuesday(1) });
    assert.deepEqual(moved.body.crew, [ben]);
    await office.booked({ assigned_to: ana });
    await taken({ assigned_to: ben, starts_at: tuesday(1) });

    const led = await patch(id, { assigned_to: ben });
    assert.deepEqual([led.body.assigned_to, led.body.crew], [ben, []]);
    await patch(id, { crew: [office.rosa] });
    const inTray = await patch(id, { assigned_to: null });
    assert.deepEqual([inTray.body.assigned_to, inTray.body.crew], [null, []]);
    await office.booked({ starts_at: tuesday(1) });
    const changes = (await office.events())
      .filter(({ data }) => data.appointment_id === id)
      .map(({ type, previous }) => [type, previous?.crew]);
    assert.deepEqual(changes, [
      ['appointment.booked', undefined],
      ['appointment.rescheduled', [ana]],
      ['appointment.assigned', [ana]],
      ['appointment.assigned', [ben]],
      ['appointment.assigned', []],
      ['appointment.assigned', [office.rosa]],
    ]);
  });

  it('is chosen with the one who leads it if the service needs more people', async () => {
    const roof = { code: 'new_roof', name: 'New roof', duration_minutes: 120, crew_size: 2 };
    await created(office.api.post('/v1/services', roof));
    const { teamId, members } = await office.newTeam([office.rosa, ana, ben]);
    const visit = await office.booked({ team_id: teamId, service: 'new_roof' });
    const on = [visit.assigned_to, ...visit.crew];
    assert.equal(new Set(on).size, 2);
    assert(on.every((id) => members.includes(id)));
    // Only one is left.
    await taken({ team_id: teamId, service: 'new_roof' });
    await office.booked({ team_id: teamId });

    const alone = await office.booked({ service: 'new_roof', starts_at: tuesday(4) });
    assert.deepEqual(alone.warnings, [
      { code: 'crew_missing', detail: 'The service needs 2 people, and 1 would go.' },
    ]);
    const strict = await office.book({
      service: 'new_roof',
      starts_at: tuesday(6),
      strict: true,
    });
    assert.deepEqual([strict.status, strict.body.code], [409, 'crew_missing']);

    const contact = { name: 'Dana', phone: '+14155550188' };
    const { appointment } = await created(
      office.api.post('/v1/bookings', { service: 'new_roof', starts_at: tuesday(2), contact }),
    );
    assert.equal(appointment.crew.length, 1);
    const named = await created(
      office.api.post('/v1/bookings', {
        service: 'new_roof',
        starts_at: tuesday(6),
        contact,
        assigned_to: ben,
        crew: [ana],
      }),
    );
    assert.deepEqual([named.appointment.assigned_to, named.appointment.crew], [ben, [ana]]);
  });

  it('is held and booked with its crew, and gives the time back when the hold ends', async () => {
    const hold = await office.held({ crew: [ana], ttl_seconds: 60 });
    await taken({ assigned_to: ana });
    const differs = await office.api.post('/v1/appointments', {
      hold_id: hold.hold_id,
      crew: [ben],
    });
    assert.deepEqual(fieldErrors(differs), ['/crew differs_from_hold']);
    const visit = await created(office.api.post('/v1/appointments', { hold_id: hold.hold_id }));
    assert.deepEqual(visit.crew, [ana]);

    await office.held({ crew: [ben], starts_at: tuesday(2), ttl_seconds: 60 });
    await taken({ assigned_to: ben, starts_at: tuesday(2) });
    service.clock.advance(61_000);
    await office.booked({ assigned_to: ben, starts_at: tuesday(2) });
  });

  it('changes places with another visit of the same people', async () => {
    const first = await office.booked({ crew: [ana] });
    const second = await office.booked({ crew: [ana], starts_at: tuesday(1) });
    const moves = [
      { appointment_id: first.appointment_id, starts_at: tuesday(1) },
      { appointment_id: second.appointment_id, starts_at: tuesday(0) },
    ];
    const { status, body } = await office.api.post('/v1/appointments/moves', { moves });
    assert.equal(status, 200, JSON.stringify(body));
    for (const { crew } of body.appointments) assert.deepEqual(crew, [ana]);

    await office.booked({ assigned_to: ana, starts_at: tuesday(4) });
    const refused = await office.api.post('/v1/appointments/moves', {
      moves: [
        { appointment_id: first.appointment_id, starts_at: tuesday(6) },
        { appointment_id: second.appointment_id, starts_at: tuesday(4) },
      ],
    });
    assert.equal(refused.body.code, 'slot_taken');
    assert.equal(refused.body.errors[0].pointer, '/moves/1');
  });

  it('is in every lane of the board, and stranded if one of the crew is off', async () => {
    const visit = await office.booked({ crew: [ana] });
    const { body } = await office.api.get('/v1/dispatch?date=2027-03-02');
    const lanesWith = body.lanes
      .filter(({ appointments }: { appointments: { appointment_id: string }[] }) =>
        appointments.some(({ appointment_id }) => appointment_id === visit.appointment_id),
      )
      .map(({ user_id }: { user_id: string }) => user_id);
    assert.deepEqual(lanesWith.toSorted(), [ana, office.rosa].toSorted());
    const lane = body.lanes.find(({ user_id }: { user_id: string }) => user_id === ana);
    assert.equal(lane.scheduled_minutes, 60);

    const off = await created(
      office.api.post('/v1/time-off', {
        user_id: ana,
        starts_at: tuesday(-1),
        ends_at: tuesday(8),
      }),
    );
    assert.deepEqual(
      off.stranded.map(({ appointment_id }: { appointment_id: string }) => appointment_id),
      [visit.appointment_id],
    );
    const { lanes } = (await office.api.get('/v1/dispatch?date=2027-03-02')).body;
    const ofAna = lanes.find(({ user_id }: { user_id: string }) => user_id === ana);
    assert.equal(ofAna.stranded[0].appointment_id, visit.appointment_id);
  });

  it('keeps its time in plans for a day, which say what a person has to do', async () => {
    const visit = await office.booked({ crew: [ana] });
    const plan = async (body: object) =>
      await created(office.api.post('/v1/dispatch/replans', { date: '2027-03-02', ...body }));
    const whys = ({ unplaced }: { unplaced: { why: { code: string }[] }[] }) =>
      unplaced.map(({ why }) => why[0]?.code);
    const led = await plan({ user_id: office.rosa, reason: 'sick' });
    assert.equal(led.moves[0].to.user_id, ben);
    assert.equal(led.moves[0].to.starts_at, tuesday(0));
    assert.deepEqual(whys(await plan({ user_id: ana, reason: 'sick' })), ['crew']);
    assert.deepEqual(whys(await plan({ reason: 'weather' })), ['crew']);
    const { appointment_id } = visit;
    assert.deepEqual(whys(await plan({ reason: 'emergency', appointment_id })), ['crew']);
    const applied = await office.api.post(`/v1/dispatch/replans/${led.replan_id}/apply`, {});
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    assert.deepEqual((await office.read(appointment_id)).crew, [ana]);
  });

  it('says who has left when it moves, and is linked to a job also when it is over', async () => {
    const [sam, ana] = [await office.newUser({ name: 'Sam Ito' }), await office.newUser()];
    const { appointment_id } = await office.booked({ crew: [sam] });
    const path = `/v1/appointments/${appointment_id}`;
    await office.api.patch(`/v1/users/${sam}`, { active: false });
    const refused = await office.api.patch(path, { starts_at: tuesday(3) });
    assert.deepEqual([refused.status, fieldErrors(refused)], [422, ['/crew unknown_user']]);
    assert.match(refused.body.detail, /Sam Ito, who is on this visit, is no longer active/);
    const moved = await office.api.patch(path, { starts_at: tuesday(3), crew: [ana] });
    assert.deepEqual([moved.status, moved.body.crew], [200, [ana]]);
    const { customer_id } = await created(
      office.api.post(`/v1/leads/${office.lead.lead_id}/convert`),
    );
    const { job_id } = await created(office.api.post('/v1/jobs', { customer_id, title: 'Sold' }));
    service.clock.set(tuesday(3));
    for (const step of ['start', 'complete']) await office.api.post(`${path}/${step}`);
    const linked = await office.api.patch(path, { job_id });
    assert.deepEqual(
      [linked.status, linked.body.job_id, linked.body.status],
      [200, job_id, 'completed'],
    );
    assert.equal(
      (await office.api.patch(path, { job_id, notes: 'Later' })).body.code,
      'appointment_over',
    );
  });

  it('has no place in a plan if someone of the crew is off then', async () => {
    await office.booked({ crew: [ana] });
    await office.takeOff(ana, tuesday(-1), tuesday(8));
    const sick = { date: '2027-03-02', user_id: office.rosa, reason: 'sick' };
    const { moves, unplaced, replan_id } = await created(
      office.api.post('/v1/dispatch/replans', sick),
    );
    assert.deepEqual([moves, unplaced[0].why[0].code, unplaced[0].to_tray], [[], 'crew', false]);
    const applied = await office.api.post(`/v1/dispatch/replans/${replan_id}/apply`, {});
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
  });

  it('is the own work of everyone on it, but no one can pass it on', async () => {
    const visit = await office.booked({ crew: [ana] });
    const { token } = await created(office.api.post('/v1/tokens', { name: 'Ana', user_id: ana }));
    const own = service.as(token);
    const path = `/v1/appointments/${visit.appointment_id}`;
    assert.equal((await own.get(path)).status, 200);
    const day = await own.get('/v1/my-day?date=2027-03-02');
    assert.equal(day.body.days[0].visits.length, 1);
    assert.equal((await own.get('/v1/appointments?crew=me')).body.data.length, 1);
    assert.equal((await own.get(`/v1/leads/${office.lead.lead_id}`)).status, 200);
    for (const changes of [{ assigned_to: ben }, { crew: [ben] }, { crew: [] }]) {
      assert.equal((await own.patch(path, changes)).status, 403, JSON.stringify(changes));
    }
    assert.equal((await own.post(`${path}/en-route`, {})).status, 200);
    assert.equal((await own.post(`${path}/start`, {})).status, 200);

    const { url } = await created(office.api.post(`/v1/users/${ana}/calendar-key`));
    assert.match(await (await fetch(url)).text(), /Dana/);
    const { token: ofBen } = await created(
      office.api.post('/v1/tokens', { name: 'Ben', user_id: ben }),
    );
    assert.equal((await service.as(ofBen).get(path)).status, 404);
  });

  it('never has anyone in two places, however many book at the same time', async () => {
    const people = [office.rosa, ana, ben];
    const leads = await Promise.all(Array.from({ length: 12 }, () => office.newLead()));
    const results = await Promise.all(
      leads.map((lead_id, index) => {
        const [first = '', ...crew] = [0, 1, 2].map((turn) => people[(index + turn) % 3] ?? '');
        return office.book({ lead_id, assigned_to: first, crew: crew.slice(0, index % 3) });
      }),
    );
    assert(results.every(({ status }) => status === 201 || status === 409));
    const { rows } = await service.owner.query(
      `select p.user_id, count(*)::integer as visits from appointment_people p
       where p.user_id = any ($1) and p.blocks group by 1`,
      [people.map((id) => uuidFrom('user', id))],
    );
    assert(rows.length > 0);
    for (const { visits } of rows) assert.equal(visits, 1);
  });
});
