import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, tuesday } from '../../testing/office.ts';

const DAY = { from: '2027-03-02', to: '2027-03-02' };

describe('a visit that is booked with a service', () => {
  const service = sharedService();
  const office = freshOffice(service);
  let skilled: string;
  let halfSkilled: string;
  let teamId: string;

  beforeEach(async () => {
    await defineTuneUp();
    skilled = await office.newUser({ name: 'Ana', skills: ['gas', 'electric'] });
    halfSkilled = await office.newUser({ name: 'Ben', skills: ['gas', 'tune_up'] });
    teamId = (await office.newTeam([halfSkilled, skilled])).teamId;
  });

  async function defineTuneUp(fields: object = {}) {
    const skills = ['gas', 'electric'];
    const tuneUp = { code: 'tune_up', name: 'Tune-up', duration_minutes: 90, skills };
    await created(office.api.post('/v1/services', { ...tuneUp, buffer_minutes: 30, ...fields }));
  }
  const change = async (fields: object) =>
    assert.equal((await office.api.patch('/v1/services/tune_up', fields)).status, 200);
  const book = (booking: object = {}) =>
    office.book({ team_id: teamId, service: 'tune_up', ...booking });
  const booked = (booking: object = {}) => created(book(booking));

  it('has its length, and goes to someone with all of its skills', async () => {
    const visit = await booked();
    assert.equal(visit.duration_minutes, 90);
    assert.equal(visit.assigned_to, skilled);
    assert.equal(visit.service, 'tune_up');
    assert.equal((await office.read(visit.appointment_id)).service, 'tune_up');
    const full = await book();
    assert.deepEqual([full.status, full.body.code], [409, 'slot_taken']);
    for (const { user_ids, starts_at, ends_at } of full.body.alternatives) {
      assert.deepEqual(user_ids, [skilled]);
      assert.equal(Date.parse(ends_at) - Date.parse(starts_at), 90 * 60_000);
    }
  });

  it('is for the service of its lead or job if that is defined, unless it says something else', async () => {
    const lead_id = await office.newLead({ service_needed: 'tune_up' });
    const shown = ({ duration_minutes, service }: Record<string, unknown>) => [
      duration_minutes,
      service,
    ];
    const alone = { team_id: undefined, service: undefined, lead_id };
    const visit = await booked({ ...alone, assigned_to: halfSkilled });
    assert.deepEqual(shown(visit), [90, 'tune_up']);
    assert.equal(visit.warnings[0].code, 'skill_missing');
    const short = { ...alone, duration_minutes: 30, assigned_to: skilled };
    assert.deepEqual(shown(await booked(short)), [30, 'tune_up']);
    const blocked = await book({ ...short, starts_at: tuesday(0.75) });
    assert.equal(blocked.body.code, 'slot_taken', 'its buffer is kept free');
    const { job_id } = await created(
      office.api.post('/v1/jobs', { lead_id, title: 'Sold', service: 'tune_up' }),
    );
    const ofJob = { ...alone, lead_id: undefined, job_id, starts_at: tuesday(3) };
    assert.deepEqual(shown(await booked({ ...ofJob, assigned_to: skilled })), [90, 'tune_up']);
    const held = await office.held({ ...alone, starts_at: tuesday(5), assigned_to: skilled });
    assert.deepEqual(shown(held), [90, 'tune_up']);
    const other = await office.newLead({ service_needed: 'roofing' });
    const plain = { ...alone, lead_id: other, starts_at: tuesday(24), assigned_to: skilled };
    assert.deepEqual(shown(await booked(plain)), [60, 'roofing']);
  });

  it('offers the next times of the users who were chosen, also without the skill, and of a crew only when all are free', async () => {
    await booked({ team_id: undefined, assigned_to: halfSkilled });
    const again = await book({ team_id: undefined, assigned_to: halfSkilled });
    assert.deepEqual([again.status, again.body.code], [409, 'slot_taken']);
    assert.deepEqual(
      again.body.alternatives.map(({ user_ids }: { user_ids: string[] }) => user_ids),
      [[halfSkilled], [halfSkilled], [halfSkilled]],
    );
    const crew = { team_id: undefined, assigned_to: skilled, crew: [halfSkilled] };
    const together = await book({ ...crew, starts_at: tuesday(0.5) });
    assert.equal(together.body.alternatives.length, 3);
    for (const { starts_at, user_ids } of together.body.alternatives) {
      assert.deepEqual(user_ids.toSorted(), [skilled, halfSkilled].toSorted());
      assert(Date.parse(starts_at) >= Date.parse(tuesday(2)), 'after the visit and its buffer');
    }
  });

  it('has the length that the booking gives instead', async () => {
    assert.equal((await booked({ duration_minutes: 30 })).duration_minutes, 30);
    const ends_at = tuesday(5);
    assert.equal((await booked({ starts_at: tuesday(3), ends_at })).duration_minutes, 120);
  });

  it('warns about each skill that the user does not have, and is refused with strict', async () => {
    const visit = await booked({ team_id: undefined, assigned_to: halfSkilled });
    const [warning] = visit.warnings;
    assert.deepEqual(warning, {
      code: 'skill_missing',
      detail: 'Ben does not have the skill electric.',
    });
    const unskilled = { team_id: undefined, assigned_to: office.rosa, strict: true };
    const refused = await book(unskilled);
    assert.deepEqual([refused.status, refused.body.code], [409, 'skill_missing']);
    assert.match(refused.body.detail, /does not have the skills gas, electric/);
  });

  it('keeps the time after it free for as long as the service says, also after a move', async () => {
    const { appointment_id } = await booked();
    const next = (starts_at: string) => office.book({ assigned_to: skilled, starts_at });
    assert.equal((await next(tuesday(1.75))).status, 409);
    await created(next(tuesday(2)));
    const move = (starts_at: string) =>
      office.api.patch(`/v1/appointments/${appointment_id}`, { starts_at });
    await created(next(tuesday(6)));
    assert.equal((await move(tuesday(4.25))).status, 409);
    assert.equal((await move(tuesday(4))).status, 200);
    assert.equal((await next(tuesday(5.5))).status, 409);
  });

  it('has slots of its length, of the people with its skills, with its buffer before other visits', async () => {
    await created(office.book({ assigned_to: skilled, starts_at: tuesday(2) }));
    const query = { ...DAY, team_id: teamId, service: 'tune_up', step_minutes: 30 };
    const { duration_minutes, slots } = await office.availability(query);
    assert.equal(duration_minutes, 90);
    assert.deepEqual(
      new Set(slots.flatMap(({ user_ids }: { user_ids: string[] }) => user_ids)),
      new Set([skilled]),
    );
    const starts = slots.map(({ starts_at }: { starts_at: string }) => starts_at);
    assert(starts.includes(tuesday(0)), 'from 9 to 10:30, and then free until 11');
    assert(!starts.includes(tuesday(0.5)));
    const half = await office.availability({ ...query, duration_minutes: 30 });
    assert.equal(half.duration_minutes, 30);
  });

  it('is held in the same way, and the hold keeps it', async () => {
    const hold = await office.held({ team_id: teamId, service: 'tune_up' });
    assert.deepEqual([hold.duration_minutes, hold.assigned_to], [90, skilled]);
    const other = { hold_id: hold.hold_id, service: 'unknown' };
    assert.deepEqual(fieldErrors(await office.api.post('/v1/appointments', other)), [
      '/service differs_from_hold',
    ]);
    const same = { hold_id: hold.hold_id, service: 'tune_up' };
    const visit = await created(office.api.post('/v1/appointments', same));
    assert.deepEqual([visit.duration_minutes, visit.service], [90, 'tune_up']);
    assert.equal(
      (await office.book({ assigned_to: skilled, starts_at: tuesday(1.75) })).status,
      409,
    );
  });

  it('takes an hour and the skill of that name if the service is not offered, or not defined', async () => {
    await change({ active: false });
    const visit = await booked();
    assert.deepEqual([visit.duration_minutes, visit.assigned_to], [60, halfSkilled]);
    assert.equal(
      (await office.book({ assigned_to: halfSkilled, starts_at: tuesday(1) })).status,
      201,
    );
    const undefinedOne = await book({ service: 'unknown' });
    assert.deepEqual([undefinedOne.status, undefinedOne.body.code], [409, 'slot_taken']);
  });

  it('does not change when the service does', async () => {
    const before = await booked();
    await change({ duration_minutes: 30, skills: ['roofing'] });
    assert.deepEqual(await office.read(before.appointment_id), before);
  });

  it('is suggested to people with its skills, for its length', async () => {
    const { appointment_id } = await booked({ team_id: undefined, assigned_to: office.rosa });
    const { suggestions } = (
      await office.api.post('/v1/dispatch/suggest', { appointment_id, team_id: teamId })
    ).body;
    assert.equal(suggestions[0].user_id, skilled);
    const [reason] = suggestions[0].reasons.filter(
      ({ code }: { code: string }) => code === 'skill_matches',
    );
    assert.equal(reason.detail, 'Has the skills gas, electric.');
    const wanted = { lead_id: office.lead.lead_id, service: 'tune_up', ...DAY, limit: 1 };
    const slots = (await office.api.post('/v1/dispatch/suggest-slots', wanted)).body.suggestions;
    assert.equal(slots[0].user_id, skilled);
    assert.equal(Date.parse(slots[0].ends_at) - Date.parse(slots[0].starts_at), 90 * 60_000);
  });
});
