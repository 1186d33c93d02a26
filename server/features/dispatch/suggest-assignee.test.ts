import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { Office, tuesday } from '../../testing/office.ts';

const PORTLAND = { latitude: 45.5152, longitude: -122.6784 };
const GRESHAM = { latitude: 45.5001, longitude: -122.4302 };
const SALEM = { latitude: 44.9429, longitude: -123.0351 };

interface Suggestion {
  user_id: string;
  is_free: boolean;
  reasons: { code: string; detail: string }[];
}

describe('suggestAssignee', () => {
  let office: Office;
  const service = sharedService();
  beforeEach(async () => {
    service.clock.set('2027-03-01T15:00:00.000Z');
    office = await Office.open(service);
  });

  async function suggestions(
    { appointment_id }: { appointment_id: string },
    more: object = {},
  ): Promise<Suggestion[]> {
    const { status, body } = await office.api.post('/v1/dispatch/suggest', {
      appointment_id,
      ...more,
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.appointment_id, appointment_id);
    return body.suggestions;
  }
  const people = (list: Suggestion[]) => list.map(({ user_id }) => user_id);
  const unassigned = (more: object = {}) => office.booked({ assigned_to: null, ...more });

  it('suggests users with the skill that the lead needs first, and says why', async () => {
    const skilled = await office.newUser({ name: 'Sam Ito', skills: ['water_heater_repair'] });
    const roofer = await office.newUser({ name: 'Roy', skills: ['roofing'] });
    const list = await suggestions(await unassigned());
    assert.deepEqual(people(list), [skilled, office.rosa, roofer]);
    assert.deepEqual(list[0], {
      user_id: skilled,
      name: 'Sam Ito',
      score: 1,
      is_free: true,
      reasons: [
        { code: 'free', detail: 'Sam Ito works at that time and has no other appointment.' },
        { code: 'skill_matches', detail: 'Has the skill water_heater_repair.' },
        { code: 'load', detail: 'No other appointments that day.' },
      ],
    });
  });

  it('never suggests users who take no visits, with or without a team', async () => {
    const owner = await office.newUser({ role: 'owner' });
    const driver = await office.newUser({ role: 'dispatcher', takes_visits: true });
    const { teamId } = await office.newTeam([owner, driver, office.rosa]);
    const visit = await unassigned();
    for (const more of [{}, { team_id: teamId }]) {
      assert.deepEqual(people(await suggestions(visit, more)).sort(), [office.rosa, driver].sort());
    }
  });

  it('leaves out users who are busy, within a buffer, on time off, off shift or inactive', async () => {
    await office.schedule({ buffer_minutes: 30 });
    await office.booked({ starts_at: tuesday(1.25) });
    const held = await office.newUser();
    await office.held({ assigned_to: held, starts_at: tuesday(0.5), ttl_seconds: 60 });
    const away = await office.newUser();
    await office.takeOff(away, tuesday(0), tuesday(1));
    await office.newUser({ working_hours: { weekly: [], exceptions: [] } });
    await office.newUser({ active: false });
    const free = await office.newUser();
    const open = await unassigned();
    assert.deepEqual(people(await suggestions(open)), [free]);
    service.clock.advance(60_000);
    assert.deepEqual(people(await suggestions(open)).sort(), [free, held].sort());
  });

  it('suggests users who are not free if no user is, and says why', async () => {
    await office.booked();
    const list = await suggestions(await unassigned());
    assert.deepEqual(people(list), [office.rosa]);
    assert.equal(list[0]!.is_free, false);
    assert.deepEqual(list[0]!.reasons[0], {
      code: 'busy',
      detail: 'Rosa Delgado has another appointment at that time, or too close to it.',
    });
  });

  it('prefers the shorter travel from other appointments that day, completed or planned', async () => {
    const near = await office.newUser({ name: 'Zoe' });
    const early = await office.booked({
      assigned_to: near,
      starts_at: tuesday(-1),
      location: GRESHAM,
    });
    await office.booked({ starts_at: tuesday(-1), location: SALEM });
    for (const step of ['start', 'complete']) {
      await office.api.post(`/v1/appointments/${early.appointment_id}/${step}`);
    }
    const list = await suggestions(await unassigned({ starts_at: tuesday(2), location: PORTLAND }));
    assert.deepEqual(people(list), [near, office.rosa]);
    assert.deepEqual(list[0]!.reasons.at(-2), {
      code: 'travel',
      detail: '19.4 km from the previous appointment.',
    });
  });

  it('prefers users with less work on that day, however busy they are on other days', async () => {
    const other = await office.newUser({ name: 'Zoe' });
    await office.booked({ starts_at: tuesday(3) });
    for (const day of [1, 2, 3])
      await office.booked({ assigned_to: other, starts_at: tuesday(24 * day) });
    assert.deepEqual(people(await suggestions(await unassigned())), [other, office.rosa]);
  });

  it('counts the current assignee as free', async () => {
    const own = await office.booked();
    const [first] = await suggestions(own);
    assert.equal(first!.user_id, office.rosa);
    assert.equal(first!.is_free, true);
    assert.equal(first!.reasons.at(-1)!.detail, 'No other appointments that day.');
  });

  it('searches one team if given, and respects the limit', async () => {
    const { teamId, members } = await office.newTeam(3);
    const open = await unassigned();
    assert.deepEqual(
      people(await suggestions(open, { team_id: teamId })).sort(),
      [...members].sort(),
    );
    assert.equal((await suggestions(open, { team_id: teamId, limit: 2 })).length, 2);
    await office.newTeam(12);
    assert.equal((await suggestions(open)).length, 10);
  });

  it('changes nothing, with an Idempotency-Key or without', async () => {
    const open = await unassigned();
    const headers = { 'idempotency-key': 'suggest-1' };
    const { body: before } = await office.api.get('/v1/events?limit=200');
    for (const limit of [1, 2]) {
      const body = { appointment_id: open.appointment_id, limit };
      const response = await office.api.post('/v1/dispatch/suggest', body, { headers });
      assert.equal(response.status, 200);
    }
    assert.deepEqual(await office.read(open.appointment_id), open);
    assert.deepEqual((await office.api.get('/v1/events?limit=200')).body, before);
  });

  it('refuses an appointment that is over, or a hold that has expired', async () => {
    const canceled = await unassigned();
    await office.api.post(`/v1/appointments/${canceled.appointment_id}/cancel`);
    const held = await office.held({ ttl_seconds: 1 });
    assert.equal((await suggestions(held)).length, 1);
    service.clock.advance(1_000);
    for (const { appointment_id } of [canceled, held]) {
      const { status, body } = await office.api.post('/v1/dispatch/suggest', { appointment_id });
      assert.equal(status, 409);
      assert.equal(body.code, 'appointment_over');
    }
  });

  it('returns 404 for an appointment or a team that is unknown or of another organization', async () => {
    const elsewhere = await Office.open(service);
    const theirs = await elsewhere.booked();
    const { teamId } = await elsewhere.newTeam(1);
    const { appointment_id } = await unassigned();
    const unknown = [
      { appointment_id: theirs.appointment_id },
      { appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q' },
      { appointment_id: 'x' },
      { appointment_id, team_id: teamId },
      { appointment_id, team_id: 'x' },
    ];
    for (const body of unknown) {
      assert.equal((await office.api.post('/v1/dispatch/suggest', body)).status, 404);
    }
  });

  it('refuses a body that is missing, empty, or has unknown fields', async () => {
    const { appointment_id } = await unassigned();
    assert.equal((await office.api.post('/v1/dispatch/suggest')).status, 400);
    const wrong = [
      {},
      [],
      { appointment_id, limit: 11 },
      { appointment_id, limit: 0 },
      { appointment_id, x: 1 },
    ];
    for (const body of wrong) {
      const { status } = await office.api.post('/v1/dispatch/suggest', body);
      assert.equal(status, 422, JSON.stringify(body));
    }
  });
});
