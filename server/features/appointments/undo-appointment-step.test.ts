import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice, type Office, tuesday } from '../../testing/office.ts';
import { newToken } from '../../testing/tokens.ts';

const MINUTE = 60_000;

const stepsOf = (office: Office) => {
  const step = (id: string, name: string, body?: object) =>
    office.api.post(`/v1/appointments/${id}/${name}`, body);
  return { step, undo: (id: string, body?: object) => step(id, 'undo-step', body) };
};

describe('undoAppointmentStep', () => {
  const service = sharedService();
  const office = freshOffice(service);

  const { step, undo } = stepsOf(office);

  it('returns to the status before each step, whichever way it was reached', async () => {
    const paths = [
      ['confirm'],
      ['dispatch'],
      ['en-route'],
      ['confirm', 'en-route'],
      ['confirm', 'dispatch', 'start'],
      ['start', 'complete'],
      ['complete'],
      ['en-route', 'no-show'],
      ['dispatch', 'cancel'],
    ];
    let seen = 0;
    for (const path of paths) {
      const assigned_to = await office.newUser();
      let before = await office.booked({ assigned_to });
      const id = before.appointment_id;
      let [last, stepped] = ['', before];
      for (last of path) {
        service.clock.advance(MINUTE);
        before = stepped;
        stepped = (await step(id, last)).body;
      }
      const { status, body } = await undo(id);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual({ ...body, updated_at: before.updated_at }, before, path.join());
      const event = (await office.events(seen)).at(-1)!;
      seen = event.seq;
      assert.equal(event.type, 'appointment.step_undone');
      assert.deepEqual([event.previous.status, event.data.status], [stepped.status, before.status]);
    }
  });

  it('undoes one step, once: a repeated request is refused and changes nothing', async () => {
    const { appointment_id: id } = await office.booked();
    assert.equal((await undo(id)).body.code, 'nothing_to_undo');
    await step(id, 'start');
    await step(id, 'complete');
    const responses = await Promise.all([undo(id), undo(id)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await undo(id)).body.code, 'nothing_to_undo');
    assert.equal((await office.read(id)).status, 'in_progress');
    await step(id, 'complete');
    assert.equal((await undo(id)).status, 200, 'the next step can be undone');
  });

  it('works for ten minutes', async () => {
    const { appointment_id: id } = await office.booked();
    await step(id, 'complete');
    service.clock.advance(10 * MINUTE + 1);
    const { status, body } = await undo(id);
    assert.deepEqual([status, body.code], [409, 'undo_too_late']);
    assert.equal((await office.read(id)).status, 'completed');
  });

  it('takes the time of a canceled or completed visit again, unless it is taken', async () => {
    for (const last of ['cancel', 'complete', 'no-show']) {
      const assigned_to = await office.newUser();
      const { appointment_id: id } = await office.booked({ assigned_to });
      await step(id, last, last === 'cancel' ? { reason: 'By mistake' } : {});
      const other = await office.booked({ assigned_to });
      const refused = await undo(id);
      assert.deepEqual([refused.status, refused.body.code], [409, 'slot_taken']);
      assert.equal(refused.body.alternatives.length, 3);
      await step(other.appointment_id, 'cancel');
      const { body } = await undo(id);
      assert.deepEqual([body.status, body.cancel_reason], ['booked', null]);
      assert.equal((await office.book({ assigned_to })).body.code, 'slot_taken');
    }
  });

  it('leaves one winner when it is undone and booked at the same time', async () => {
    const { appointment_id: id } = await office.booked();
    await step(id, 'cancel');
    const responses = await Promise.all([undo(id), office.book()]);
    assert.equal(responses.filter(({ status }) => status < 300).length, 1);
    assert.equal(responses.filter(({ body }) => body.code === 'slot_taken').length, 1);
  });

  it('keeps an expected time that was known before, and forgets one of the step', async () => {
    const { appointment_id: id } = await office.booked();
    await step(id, 'en-route', { eta_minutes: 20 });
    assert.equal((await undo(id)).body.eta_at, null);
    const late = (await step(id, 'running-late', { eta_minutes: 45 })).body;
    service.clock.advance(MINUTE);
    await step(id, 'en-route');
    assert.equal((await undo(id)).body.eta_at, late.eta_at);
  });

  it('starts reminders again that the step had ended, as they were', async () => {
    const { appointment_id, lead_id } = await office.booked({ starts_at: tuesday(48) });
    const reminder = { appointment_id, offset: '-PT24H', channel: 'call', body: 'Call' };
    const { body: made } = await office.api.post('/v1/follow-ups', reminder);
    await step(appointment_id, 'cancel');
    const path = `/v1/follow-ups/${made.follow_up_id}`;
    assert.equal((await office.api.get(path)).body.status, 'canceled');
    await undo(appointment_id);
    const { body } = await office.api.get(`/v1/follow-ups?lead_id=${lead_id}&status=scheduled`);
    assert.deepEqual(
      body.data.map(({ due_at }: { due_at: string }) => due_at),
      [made.due_at],
    );
    assert.equal((await office.api.get(path)).body.next_follow_up_id, body.data[0].follow_up_id);
  });

  it('leaves what ended with its job, what is of a job that is over, and canceled holds', async () => {
    const job = async () =>
      (await office.api.post('/v1/jobs', { lead_id: office.lead.lead_id, title: 'Unit' })).body;
    const { job_id } = await job();
    const visit = await office.booked({ lead_id: undefined, job_id });
    await step(visit.appointment_id, 'start');
    await office.api.post(`/v1/jobs/${job_id}/start`);
    await office.api.post(`/v1/jobs/${job_id}/complete`);
    assert.equal((await office.read(visit.appointment_id)).status, 'completed');
    assert.equal((await undo(visit.appointment_id)).body.code, 'nothing_to_undo');

    const over = await job();
    const last = await office.booked({
      lead_id: undefined,
      job_id: over.job_id,
      starts_at: tuesday(4),
    });
    await step(last.appointment_id, 'cancel');
    await office.api.post(`/v1/jobs/${over.job_id}/cancel`);
    assert.equal((await undo(last.appointment_id)).body.code, 'job_over');

    const hold = await office.held({ starts_at: tuesday(6) });
    await step(hold.appointment_id, 'cancel');
    assert.equal((await undo(hold.appointment_id)).body.code, 'nothing_to_undo');
  });

  it('is for those who may take the step: technicians undo their own, readers nothing', async () => {
    const { appointment_id: id, updated_at } = await office.booked();
    const { token: own } = await newToken(office.api, { user_id: office.rosa });
    const { token: other } = await newToken(office.api, { user_id: await office.newUser() });
    const { token: reader } = await newToken(office.api, { scopes: ['appointments:read'] });
    const path = `/v1/appointments/${id}/undo-step`;
    await step(id, 'complete');
    assert.equal((await service.as(other).post(path)).status, 404);
    assert.equal((await service.as(reader).post(path)).status, 403);
    const old = await service.as(own).post(path, { if_updated_at: updated_at });
    assert.equal(old.body.code, 'changed_meanwhile');
    assert.equal((await service.as(own).post(path)).body.status, 'booked');
  });
});

describe('undoAppointmentStep, while the worker runs', () => {
  const service = sharedService({ hasWorker: true });
  const office = freshOffice(service);
  const { step, undo } = stepsOf(office);

  it('continues a playbook that waited for the visit', async () => {
    const steps = [
      { id: 'wait', do: 'wait', with: { before: 'PT24H' } },
      { id: 'call', do: 'create_task', with: { title: 'Call' } },
    ];
    const { body: playbook } = await office.api.post('/v1/playbooks', {
      name: 'Remind',
      trigger: { manual: true },
      steps,
    });
    const { appointment_id } = await office.booked({ starts_at: tuesday(48) });
    const run = `/v1/playbooks/${playbook.playbook_id}/run`;
    const { body: started } = await office.api.post(run, { appointment_id });
    const runsNow = async () => {
      const { body } = await office.api.get(
        `/v1/playbook-runs?playbook_id=${playbook.playbook_id}`,
      );
      return body.data.map(({ status }: { status: string }) => status);
    };
    await eventually(async () => (await runsNow())[0] === 'waiting');
    await step(appointment_id, 'cancel');
    assert.deepEqual(await runsNow(), ['stopped']);
    await undo(appointment_id);
    assert.deepEqual(await runsNow(), ['waiting', 'stopped']);
    assert.equal(started.appointment_id, appointment_id);
  });
});
