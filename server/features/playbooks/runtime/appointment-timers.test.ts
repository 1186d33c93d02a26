import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../../domain/ids.ts';
import { eventually } from '../../../testing/eventually.ts';
import { setUp, shared, sharedService } from '../../../testing/fixtures.ts';
import { FollowUpStand, HOUR, MONDAY_10 } from '../../../testing/follow-up-stand.ts';
import { newUser } from '../../../testing/office.ts';
import { Playbooks } from '../../../testing/playbooks.ts';
import { fireFollowUps } from '../../follow-ups/index.ts';
import { runClaimed } from './run-claimed.ts';
import type { Claim } from './turn.ts';

const service = sharedService({ ownDatabase: true, because: 'its worker starts later' });
const stand = shared(() => FollowUpStand.start(service));
const DAY = 24 * HOUR;

/** This many hours after Monday at ten. */
function at(hours: number): string {
  return new Date(Date.parse(MONDAY_10) + hours * HOUR).toISOString();
}

const remind = { id: 'remind', do: 'wait', with: { before: 'PT24H' } };
const text = {
  id: 'text',
  do: 'send_message',
  with: {
    channel: 'sms',
    body: 'See you at {{ appointment.starts_at | date: "%Y-%m-%dT%H:%M:%S.000Z", "UTC" }}',
  },
};

let phones = 0;

class Visits {
  readonly playbooks = new Playbooks(stand.api, service);

  async book(startsAt: string, fields: object = {}) {
    phones += 1;
    const phone = `+1415555${1000 + phones}`;
    const lead = await stand.newLead({ phone });
    const { body } = await stand.api.post('/v1/appointments', {
      lead_id: lead.lead_id,
      starts_at: startsAt,
      ...fields,
    });
    return { ...body, phone };
  }

  async change(visit: { appointment_id: string }, changes: object) {
    const path = `/v1/appointments/${visit.appointment_id}`;
    const { status, body } = await stand.api.patch(path, changes);
    assert.equal(status, 200, JSON.stringify(body));
  }

  async step(visit: { appointment_id: string }, step: string) {
    const path = `/v1/appointments/${visit.appointment_id}/${step}`;
    const { status, body } = await stand.api.post(path, {});
    assert.equal(status, 200, JSON.stringify(body));
  }

  remindBy(visit: { appointment_id: string }, fields: object = {}) {
    return stand.make(
      { lead_id: '' },
      {
        lead_id: undefined,
        delay: undefined,
        appointment_id: visit.appointment_id,
        offset: '-PT24H',
        body: 'See you at {{ appointment.starts_at | date: "%Y-%m-%dT%H:%M:%S.000Z", "UTC" }}',
        ...fields,
      },
    );
  }
}

describe('a follow-up of an appointment', () => {
  setUp(async () => {
    await stand.openOrganization();
  });
  const visits = shared(async () => new Visits());

  it('is due before it, moves with it in the same transaction, and says so', async () => {
    const visit = await visits.book(at(72));
    const made = await visits.remindBy(visit);
    assert.equal(made.due_at, at(48));
    assert.deepEqual([made.anchor, made.offset, made.cancel_on], ['starts_at', '-PT24H', []]);
    await visits.change(visit, { starts_at: at(100) });
    const moved = await stand.read(made);
    assert.deepEqual([moved.status, moved.due_at], ['scheduled', at(76)]);
    const types = await stand.eventTypes(visit.lifecycle_number);
    assert.deepEqual(types.slice(-2), ['appointment.rescheduled', 'follow_up.rescheduled']);
    await visits.change(visit, { notes: 'Ring twice' });
    assert.equal((await stand.eventTypes(visit.lifecycle_number)).at(-1), 'appointment.updated');
  });

  it('is skipped if the visit is moved so that its time is over, and replaced if it is moved again', async () => {
    const visit = await visits.book(at(72));
    const made = await visits.remindBy(visit);
    await visits.change(visit, { starts_at: at(20) });
    const skipped = await stand.read(made);
    assert.deepEqual([skipped.status, skipped.reason], ['skipped', 'timer_in_the_past']);
    assert.match(skipped.detail, /would have been due at/);
    assert.equal((await stand.eventTypes(visit.lifecycle_number)).at(-1), 'follow_up.skipped');
    await visits.change(visit, { starts_at: at(96) });
    const again = await stand.read({ follow_up_id: (await stand.read(made)).next_follow_up_id });
    assert.deepEqual([again.status, again.due_at], ['scheduled', at(72)]);
  });

  it('is canceled with the visit, and by its start if it was to come before', async () => {
    const [first, second] = [await visits.book(at(72)), await visits.book(at(72))];
    const before = await visits.remindBy(first);
    await visits.step(first, 'cancel');
    const canceled = await stand.read(before);
    assert.deepEqual([canceled.status, canceled.reason], ['canceled', 'appointment.canceled']);
    const user = await newUser(stand.api, {});
    await visits.change(second, { assigned_to: user });
    const made = await visits.remindBy(second);
    const after = await visits.remindBy(second, { anchor: 'ends_at', offset: 'PT2H' });
    await visits.step(second, 'start');
    assert.equal((await stand.read(made)).reason, 'appointment.started');
    assert.deepEqual([(await stand.read(after)).status, after.due_at], ['scheduled', at(75)]);
  });

  it('moves also if a technician moves the own visit and cannot see the follow-up of a colleague', async () => {
    const [technician, colleague] = [await newUser(stand.api, {}), await newUser(stand.api, {})];
    const visit = await visits.book(at(72), { assigned_to: technician });
    const call = { channel: 'call', body: 'Call', assigned_to: colleague };
    const made = await visits.remindBy(visit, call);
    const { body: token } = await stand.api.post('/v1/tokens', {
      name: 'Technician',
      user_id: technician,
    });
    const moved = await stand.service
      .as(token.token)
      .patch(`/v1/appointments/${visit.appointment_id}`, { starts_at: at(97) });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    assert.equal((await stand.read(made)).due_at, at(73));
  });

  it('refuses an offset without its appointment, in the past, or of a visit that is over', async () => {
    const visit = await visits.book(at(20));
    const base = { channel: 'call', body: 'Call' };
    const refused = async (fields: object) => {
      const { status, body } = await stand.api.post('/v1/follow-ups', { ...base, ...fields });
      return [status, body.code, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
    };
    const { appointment_id, lead_id } = visit;
    assert.deepEqual(await refused({ lead_id, offset: '-PT1H' }), [
      422,
      'validation_failed',
      '/appointment_id',
      'required',
    ]);
    assert.deepEqual(await refused({ appointment_id, offset: '-PT24H' }), [
      422,
      'validation_failed',
      '/offset',
      'in_the_past',
    ]);
    assert.deepEqual(await refused({ appointment_id, offset: 'a day' }), [
      422,
      'validation_failed',
      '/offset',
      'invalid_format',
    ]);
    assert.deepEqual(await refused({ appointment_id, offset: '-PT1H', due_at: at(9) }), [
      422,
      'validation_failed',
      '/due_at',
      'not_allowed',
    ]);
    assert.deepEqual(await refused({ appointment_id, anchor: 'starts_at', due_at: at(9) }), [
      422,
      'validation_failed',
      '/anchor',
      'not_allowed',
    ]);
    await visits.step(visit, 'cancel');
    assert.deepEqual((await refused({ appointment_id, offset: '-PT1H' })).slice(0, 2), [
      409,
      'appointment_over',
    ]);
  });

  it('finds itself moved if a worker has claimed it before', async () => {
    const visit = await visits.book(at(48));
    const made = await visits.remindBy(visit);
    stand.service.clock.set(at(24));
    await visits.change(visit, { starts_at: at(60) });
    await fire(made);
    assert.deepEqual(
      [(await stand.read(made)).status, (await stand.read(made)).due_at],
      ['scheduled', at(36)],
    );
    stand.service.clock.set(MONDAY_10);
  });

  it('withdraws a message that was not sent yet, and is replaced also after a move into the past', async () => {
    const visit = await visits.book(at(48));
    const made = await visits.remindBy(visit);
    stand.service.clock.set(at(24));
    await fire(made);
    const { communication_id } = await stand.read(made);
    const message = async () =>
      (await stand.api.get(`/v1/communications/${communication_id}`)).body;
    assert.equal((await message()).status, 'queued');
    await visits.change(visit, { starts_at: at(30) });
    const { status, status_reason } = await message();
    assert.deepEqual([status, status_reason], ['not_sent', 'appointment_moved']);
    // What the follower of the log records.
    await stand.service.owner.query(
      "update follow_ups set status = 'skipped', reason = 'appointment_moved' where follow_up_id = $1",
      [toUuid('follow_up', made.follow_up_id)],
    );
    await visits.change(visit, { starts_at: at(60) });
    const again = await stand.read({ follow_up_id: (await stand.read(made)).next_follow_up_id });
    assert.deepEqual([again.status, again.due_at], ['scheduled', at(36)]);
    stand.service.clock.set(MONDAY_10);
  });

  it('cannot disagree with its appointment: the database refuses the commit', async () => {
    const visit = await visits.book(at(72));
    await visits.remindBy(visit);
    const id = toUuid('appointment', visit.appointment_id);
    const { owner } = stand.service;
    await owner.query('begin');
    await owner.query('select set_config($1, $2, true)', [
      'app.organization_id',
      toUuid('organization', stand.organizationId),
    ]);
    await owner.query(
      "update appointments set starts_at = starts_at + interval '1 minute' where appointment_id = $1",
      [id],
    );
    await assert.rejects(owner.query('commit'), /does not agree with its time/);
  });
});

describe('a playbook that waits for an appointment', () => {
  const visits = shared(async () => {
    await stand.openOrganization();
    return new Visits();
  });

  it('is refused with two kinds of wait, and fails without an appointment', async () => {
    const both = { id: 'a', do: 'wait', with: { before: 'PT1H', after: 'PT1H' } };
    const anchor = { id: 'b', do: 'wait', with: { duration: 'PT1H', anchor: 'starts_at' } };
    const { status, body } = await stand.api.post('/v1/playbooks', {
      name: 'Wrong',
      trigger: { manual: true },
      steps: [both, anchor],
    });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/steps/0/with/after', '/steps/1/with/anchor'],
    );
  });

  it('moves with it, stops if its time is over, and continues in another run if it is moved again', async () => {
    const { playbooks } = visits;
    const playbook = await playbooks.make({ steps: [remind, text] });
    const visit = await visits.book(at(72));
    const { run_id } = await playbooks.run(playbook, { appointment_id: visit.appointment_id });
    await takeTurns();
    const waiting = await playbooks.until(run_id, 'waiting');
    assert.equal(waiting.due_at, at(48));
    await visits.change(visit, { starts_at: at(90) });
    const moved = await playbooks.read(run_id);
    assert.deepEqual([moved.due_at, moved.steps[0].output.until], [at(66), at(66)]);
    await visits.change(visit, { starts_at: at(10) });
    const stopped = await playbooks.read(run_id);
    assert.deepEqual([stopped.status, stopped.reason], ['stopped', 'timer_in_the_past']);
    await visits.change(visit, { starts_at: at(60) });
    const { next_run_id } = await playbooks.read(run_id);
    const next = await playbooks.read(next_run_id);
    assert.deepEqual(
      [next.status, next.due_at, next.steps[0].status],
      ['waiting', at(36), 'waiting'],
    );
    await visits.step(visit, 'cancel');
    const ended = await playbooks.read(next_run_id);
    assert.deepEqual([ended.status, ended.reason], ['stopped', 'appointment.canceled']);
  });

  it('sends nothing for the old time if a worker has claimed the run before the move', async () => {
    const { playbooks } = visits;
    const playbook = await playbooks.make({ steps: [remind, text] });
    const visit = await visits.book(at(72));
    const { run_id } = await playbooks.run(playbook, { appointment_id: visit.appointment_id });
    await takeTurns();
    stand.service.clock.set(at(48));
    const [claim] = await claimRuns();
    await visits.change(visit, { starts_at: at(80) });
    assert(claim);
    await runClaimed(stand.service.taskContext, claim, false);
    const run = await playbooks.read(run_id);
    assert.deepEqual([run.status, run.due_at], ['waiting', at(56)]);
    // It did not even take a turn: the fence of its claim is no longer the run's.
    const waits = await playbooks.events(`&lifecycle_number=${visit.lifecycle_number}`);
    assert.equal(waits.filter(({ type }) => type === 'playbook_run.waiting').length, 2);
    await visits.step(visit, 'cancel');
    stand.service.clock.set(MONDAY_10);
  });

  it('stops at once if the visit is sooner than the reminder, and continues late after a visit', async () => {
    const { playbooks } = visits;
    const soon = await visits.book(at(10));
    const before = await playbooks.make({ steps: [remind, text] });
    const run = await playbooks.run(before, { appointment_id: soon.appointment_id });
    const after = await playbooks.make({
      steps: [{ id: 'later', do: 'wait', with: { after: 'PT1H' } }, text],
    });
    const past = await visits.book(at(-10));
    const late = await playbooks.run(after, { appointment_id: past.appointment_id });
    const lead = await playbooks.run(before, { lead_id: soon.lead_id });
    await takeTurns();
    assert.equal((await playbooks.until(run.run_id, 'stopped')).reason, 'timer_in_the_past');
    assert.equal((await playbooks.until(late.run_id, 'completed')).steps[0].status, 'completed');
    assert.equal((await playbooks.until(lead.run_id, 'failed')).error.code, 'no_appointment');
  });
});

describe('with a worker', () => {
  const visits = shared(async () => {
    await stand.openOrganization();
    await stand.service.startWorker();
    return new Visits();
  });

  it('a visit that is moved after its reminder gets one more, for its new time', async () => {
    const { playbooks } = visits;
    const playbook = await playbooks.make({
      trigger: { event: 'appointment.booked' },
      enabled: true,
      steps: [
        remind,
        { ...text, with: { ...text.with, body: `${text.with.body} {{ data.type }}` } },
      ],
    });
    const visit = await visits.book(at(72), { type: 'repair' });
    const run = await playbooks.theRunOf(playbook);
    await playbooks.until(run.run_id, 'waiting');
    const made = await visits.remindBy(visit);
    stand.service.clock.set(at(48));
    await playbooks.until(run.run_id, 'completed');
    const texts = () => stand.textsTo(visit.phone).toSorted();
    await eventually(async () => stand.textsTo(visit.phone).length === 2);
    assert.deepEqual(texts(), [`See you at ${at(72)}`, `See you at ${at(72)} repair`]);
    await stand.becomes(made, 'sent');
    await visits.change(visit, { starts_at: at(100) });
    await visits.change(visit, { starts_at: at(96) });
    stand.service.clock.set(at(72));
    await eventually(async () => stand.textsTo(visit.phone).length === 4);
    assert.deepEqual(texts().slice(2), [`See you at ${at(96)}`, `See you at ${at(96)} repair`]);
    assert.equal((await stand.read(made)).status, 'sent');
    stand.service.clock.advance(10 * DAY);
    await eventually(async () => (await playbooks.list('&status=waiting')).length === 0);
    assert.equal(stand.textsTo(visit.phone).length, 4);
    stand.service.clock.set(MONDAY_10);
  });

  it('a reminder that waits until after the visit has started is not sent', async () => {
    const visit = await visits.book(at(72));
    const made = await visits.remindBy(visit);
    stand.service.clock.set(at(72));
    assert.equal((await stand.becomes(made, 'skipped')).reason, 'timer_in_the_past');
    assert.deepEqual(stand.textsTo(visit.phone), []);
  });
});

/** What the engine of a worker does with one that it has claimed. */
async function fire({ follow_up_id }: { follow_up_id: string }): Promise<void> {
  const organizationId = toUuid('organization', stand.organizationId) ?? '';
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const ids = [toUuid('follow_up', follow_up_id) ?? ''];
  await stand.service.database.transaction({ organizationId, actor }, (tx) =>
    fireFollowUps(tx, ids),
  );
}

async function claimRuns(): Promise<Claim[]> {
  const { service } = stand;
  const now = service.clock.now();
  const { rows } = await service.owner.query<Claim>(
    'select * from claim_playbook_runs($1, $2, 100)',
    [now, new Date(now.getTime() + 10_000)],
  );
  return rows.map((row) => ({ ...row, fence: Number(row.fence) }));
}

/** What the engine of a worker does. */
async function takeTurns(): Promise<void> {
  for (const claim of await claimRuns()) await runClaimed(stand.service.taskContext, claim, false);
}
