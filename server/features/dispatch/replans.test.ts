import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, tuesday } from '../../testing/office.ts';
import { newToken } from '../../testing/tokens.ts';

const PORTLAND = { latitude: 45.5152, longitude: -122.6784 };
const SALEM = { latitude: 44.9429, longitude: -123.0351 };
const MINUTE = 60_000;

type Body = ApiResponse['body'];

describe('a plan for a day without a user', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const plan = (fields: object = {}) =>
    office.api.post('/v1/dispatch/replans', {
      date: '2027-03-02',
      user_id: office.rosa,
      reason: 'sick',
      ...fields,
    });
  const planned = async () => {
    const { status, body } = await plan();
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const apply = ({ replan_id }: Body, body?: object) =>
    office.api.post(`/v1/dispatch/replans/${replan_id}/apply`, body);
  const takers = ({ moves }: Body) => moves.map(({ to }: Body) => to.user_id);
  const refusal = ({ status, body }: ApiResponse) => [status, body.code, body.errors?.[0]?.pointer];

  it('proposes who takes each visit, why, and what no one can take, and changes nothing', async () => {
    const sam = await office.newUser({ name: 'Sam', skills: ['water_heater_repair'] });
    const roofer = await office.newUser({ skills: ['roofing'] });
    await office.booked({
      assigned_to: sam,
      starts_at: tuesday(-1),
      duration_minutes: 9 * 60 - 60,
    });
    const visits = [await office.booked(), await office.booked({ starts_at: tuesday(7) })];
    await office.booked({ starts_at: tuesday(24) });
    const made = await planned();
    const [move] = made.moves;
    assert.deepEqual(
      [made.status, made.moves.length, made.unplaced.length, made.reason],
      ['proposed', 1, 1, 'sick'],
    );
    assert.deepEqual(
      { ...move, why: move.why.map(({ code }: Body) => code) },
      {
        appointment_id: visits[1].appointment_id,
        updated_at: visits[1].updated_at,
        from: { user_id: office.rosa, starts_at: tuesday(7), ends_at: tuesday(8) },
        to: { user_id: sam, starts_at: tuesday(7), ends_at: tuesday(8) },
        why: ['free', 'skill_matches', 'load'],
      },
    );
    const [left] = made.unplaced;
    assert.deepEqual([left.appointment_id, left.to_tray], [visits[0].appointment_id, true]);
    assert.equal(left.why[0].code, 'no_taker');
    assert(!takers(made).includes(roofer));
    assert.equal((await office.read(visits[1].appointment_id)).assigned_to, office.rosa);
    const read = await office.api.get(`/v1/dispatch/replans/${made.replan_id}`);
    assert.deepEqual([read.status, read.body], [200, made]);
  });

  it('considers its proposals together: the way between them, and the work of each user', async () => {
    const [one, other] = [await office.newUser(), await office.newUser()];
    const at = (hour: number, location: object) =>
      office.booked({ starts_at: tuesday(hour), location });
    await at(0, PORTLAND);
    await at(2, SALEM);
    await at(4, PORTLAND);
    const [first, second, third] = takers(await planned());
    assert.equal(first, third);
    assert.notEqual(first, second);
    assert.deepEqual([first, second].sort(), [one, other].sort());
  });

  it('counts the way from where the days of users start, and says so', async () => {
    const near = await office.newUser({ name: 'Near', start_location: PORTLAND });
    const far = await office.newUser({ name: 'Far', start_location: SALEM });
    await office.booked({ location: PORTLAND });
    const first = await planned();
    assert.deepEqual(takers(first), [near]);
    const travel = first.moves[0].why.find(({ code }: Body) => code === 'travel');
    assert.equal(travel.detail, '0.0 km from where the day starts.');
    for (const [user, start_location] of [
      [near, SALEM],
      [far, PORTLAND],
    ] as const) {
      const { status } = await office.api.patch(`/v1/users/${user}`, { start_location });
      assert.equal(status, 200);
    }
    assert.deepEqual(takers(await planned()), [far]);
  });

  it('is only for users who work in the area of the visit', async () => {
    const [west, east] = [await office.newUser(), await office.newUser()];
    const area = (postal_codes: string[], user_ids: string[]) =>
      office.api.post('/v1/areas', { name: 'Area', postal_codes, user_ids });
    await area(['97205'], [office.rosa, west]);
    await area(['97233'], [east]);
    await office.booked({ postal_code: '97205' });
    await office.booked({ postal_code: '97233', starts_at: tuesday(1) });
    await office.booked({ postal_code: '97205', starts_at: tuesday(2) });
    assert.deepEqual(takers(await planned()), [west, east, west]);
  });

  it('is only for users with all skills of a service that is defined, as open times are', async () => {
    const repair = { code: 'gas_repair', name: 'Gas repair', duration_minutes: 60 };
    await created(office.api.post('/v1/services', { ...repair, skills: ['gas', 'roof'] }));
    await office.newUser({ name: 'No skills listed' });
    await office.newUser({ skills: ['gas'] });
    await office.booked({ service: 'gas_repair' });
    const made = await planned();
    assert.deepEqual([made.moves, made.unplaced[0].why[0].code], [[], 'no_taker']);
    const able = await office.newUser({ skills: ['roof', 'gas'] });
    assert.deepEqual(takers(await planned()), [able]);
  });

  it('is never for users who are off, take no visits, or are the user', async () => {
    const off = await office.newUser();
    await office.takeOff(off, tuesday(-9), tuesday(15));
    await office.newUser({ role: 'owner' });
    await office.booked();
    await office.takeOff(office.rosa, tuesday(-9), tuesday(15));
    const made = await planned();
    assert.deepEqual([made.moves, made.unplaced.length], [[], 1]);
  });

  it('is applied as a whole, with the events of each visit, and once', async () => {
    const sam = await office.newUser();
    await office.booked({ assigned_to: sam, starts_at: tuesday(2) });
    const visits = [
      await office.booked(),
      await office.booked({ starts_at: tuesday(2) }),
      await office.booked({ starts_at: tuesday(-1), duration_minutes: 60 }),
    ];
    const made = await planned();
    assert.equal(made.moves.length, 3);
    const retimed = made.moves.find(({ from, to }: Body) => from.starts_at !== to.starts_at);
    assert.equal(retimed.appointment_id, visits[1].appointment_id);
    const { status, body } = await apply(made);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.replan.status, body.notified], ['applied', []]);
    assert.deepEqual(
      body.appointments.map(({ assigned_to }: Body) => assigned_to),
      [sam, sam, sam],
    );
    const events = (await office.events()).slice(4).map(({ type }) => type);
    assert.deepEqual(events.sort(), [
      ...Array(3).fill('appointment.assigned'),
      'appointment.rescheduled',
    ]);
    const again = await apply(made);
    assert.deepEqual([again.status, again.body.appointments], [200, body.appointments]);
    assert.equal((await office.events()).length, 8);
    const { body: log } = await office.api.get('/v1/events?type=replan.applied');
    assert.equal(log.data.length, 1);
    const moves = made.moves.map(({ appointment_id, from }: Body) => {
      return { appointment_id, assigned_to: from.user_id, starts_at: from.starts_at };
    });
    const back = await office.api.post('/v1/appointments/moves', { moves });
    assert.equal(back.status, 200, 'one request undoes it');
  });

  it('puts what no one can take into the tray, but leaves what is under way', async () => {
    const visits = [await office.booked(), await office.booked({ starts_at: tuesday(2) })];
    await office.api.post(`/v1/appointments/${visits[1].appointment_id}/dispatch`);
    const made = await planned();
    assert.deepEqual(
      made.unplaced.map(({ to_tray }: Body) => to_tray),
      [true, false],
    );
    assert.equal((await apply(made)).status, 200);
    const now = await Promise.all(visits.map(({ appointment_id }) => office.read(appointment_id)));
    assert.deepEqual(
      now.map(({ assigned_to }) => assigned_to),
      [null, office.rosa],
    );
  });

  it('is refused with the reason and a pointer if the day has changed, and then changes nothing', async () => {
    const sam = await office.newUser();
    const [first, second] = [await office.booked(), await office.booked({ starts_at: tuesday(2) })];
    const path = `/v1/appointments/${second.appointment_id}`;

    const changed = await planned();
    await office.api.patch(path, { notes: 'Ring twice' });
    assert.deepEqual(refusal(await apply(changed)), [409, 'board_changed', '/moves/1']);

    const added = await planned();
    const third = await office.booked({ starts_at: tuesday(4) });
    assert.deepEqual(refusal(await apply(added)), [409, 'board_changed', '']);
    await office.api.post(`/v1/appointments/${third.appointment_id}/cancel`);

    const taken = await planned();
    const other = await office.booked({ assigned_to: sam, starts_at: tuesday(2) });
    assert.deepEqual(refusal(await apply(taken)), [409, 'board_changed', '/moves/1']);
    await office.api.post(`/v1/appointments/${other.appointment_id}/cancel`);

    const off = await planned();
    const timeOff = await office.takeOff(sam, tuesday(2), tuesday(3));
    assert.deepEqual(refusal(await apply(off)), [409, 'board_changed', '/moves/1']);
    await office.api.delete(`/v1/time-off/${timeOff}`);

    const left = await planned();
    await office.api.patch(`/v1/users/${sam}`, { active: false });
    assert.deepEqual(refusal(await apply(left)).slice(0, 2), [409, 'board_changed']);
    assert.deepEqual(await office.read(first.appointment_id), first);
  });

  it('expires after half an hour', async () => {
    await office.newUser();
    await office.booked();
    const made = await planned();
    service.clock.advance(30 * MINUTE);
    assert.deepEqual(refusal(await apply(made)).slice(0, 2), [409, 'replan_expired']);
    const { body } = await office.api.get(`/v1/dispatch/replans/${made.replan_id}`);
    assert.equal(body.status, 'expired');
  });

  it('is applied by one of two dispatchers who apply their own plans at once', async () => {
    await office.newUser();
    await office.booked();
    const plans = [await planned(), await planned()];
    const responses = await Promise.all(plans.map((one) => apply(one)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
  });

  it('tells customers with a new time, if asked, by the ready playbook that confirms visits', async () => {
    const sam = await office.newUser();
    await office.booked({ assigned_to: sam });
    const [moved, same] = [await office.booked(), await office.booked({ starts_at: tuesday(3) })];
    const made = await planned();
    const { token } = await newToken(office.api, { scopes: ['appointments:write'] });
    const path = `/v1/dispatch/replans/${made.replan_id}/apply`;
    const blind = await service.as(token).post(path, { notify: true });
    assert.equal(blind.status, 403, 'sending needs its own scope');
    assert.equal((await office.read(same.appointment_id)).assigned_to, office.rosa);
    const { status, body } = await apply(made, { notify: true });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.notified, [moved.appointment_id]);
    const { body: runs } = await office.api.get('/v1/playbook-runs');
    assert.deepEqual(
      runs.data.map(({ playbook_name, appointment_id }: Body) => [playbook_name, appointment_id]),
      [['Visit confirmation', moved.appointment_id]],
    );
  });

  it('refuses unknown users, reasons and dates, and is not for readers or other organizations', async () => {
    assert.deepEqual(refusal(await plan({ reason: 'tired' })), [
      422,
      'validation_failed',
      '/reason',
    ]);
    assert.deepEqual(refusal(await plan({ date: '0001-01-01' })), [
      422,
      'validation_failed',
      '/date',
    ]);
    const unknown = await plan({ user_id: 'user_01h455vb4pex5vsknk084sn02q' });
    assert.deepEqual(refusal(unknown), [404, 'not_found', '/user_id']);
    const { token } = await newToken(office.api, { scopes: ['appointments:read'] });
    const made = await planned();
    const { replan_id } = made;
    assert.equal(
      (await service.as(token).post(`/v1/dispatch/replans/${replan_id}/apply`)).status,
      403,
    );
    assert.equal((await service.as(token).get(`/v1/dispatch/replans/${replan_id}`)).status, 200);
    const { api } = await service.newOrganization();
    assert.equal((await api.get(`/v1/dispatch/replans/${replan_id}`)).status, 404);
  });

  it('is not applied if a day of it has no more room', async () => {
    await office.booked();
    const { body, status } = await plan({ reason: 'weather', user_id: undefined });
    assert.deepEqual([status, body.moves.length], [201, 1]);
    const date = body.moves[0].to.starts_at.slice(0, 10);
    await office.api.post('/v1/capacity-rules', { date, max_visits: 0 });
    const refused = await apply(body);
    assert.deepEqual(refusal(refused), [409, 'board_changed', '/moves/0']);
    assert.match(refused.body.detail, /no more visits|No more visits/);
  });
});
