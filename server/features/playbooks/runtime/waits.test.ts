import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editUnderRuns } from '../../../testing/edit-under-runs.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { Playbooks } from '../../../testing/playbooks.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Step {
  step_id: string;
  status: string;
  output: Record<string, unknown>;
}

describe('a waiting run', () => {
  const service = sharedService({ hasWorker: true });
  const playbooks = shared(
    async () => new Playbooks((await service.newOrganization()).api, service),
  );

  const note = (id: string, notes: string) => ({ id, do: 'update_lead', with: { notes } });
  const notesOf = async (lead: { lead_id: string }) =>
    (await playbooks.api.get(`/v1/leads/${lead.lead_id}`)).body.notes;
  const stepsOf = (run: { steps: Step[] }) => run.steps.map((one) => [one.step_id, one.status]);

  it('continues exactly at its time, and counts days in the organization’s time zone', async () => {
    const lead = await playbooks.newLead();
    const playbook = await playbooks.make({
      steps: [
        { id: 'pause', do: 'wait', with: { duration: 'P14D' } },
        note('note', 'Two weeks later'),
      ],
    });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const waiting = await playbooks.until(run_id, 'waiting');
    // The clocks go forward on March 14, so the same local time is one hour earlier.
    assert.equal(waiting.due_at, '2027-03-15T14:00:00.000Z');
    assert.equal(waiting.step_id, 'pause');
    const until = { until: '2027-03-15T13:59:59Z' };
    const short = await playbooks.make({ steps: [{ id: 'pause', do: 'wait', with: until }] });
    const earlier = await playbooks.run(short, { lead_id: lead.lead_id });
    await playbooks.until(earlier.run_id, 'waiting');
    service.clock.set('2027-03-15T13:59:59.000Z');
    await playbooks.until(earlier.run_id, 'completed');
    assert.equal((await playbooks.read(run_id)).status, 'waiting');
    service.clock.set('2027-03-15T14:00:00.000Z');
    const run = await playbooks.until(run_id, 'completed');
    assert.equal(await notesOf(lead), 'Two weeks later');
    assert.equal(run.steps[0].duration_ms, 14 * DAY - 60 * MINUTE);
  });

  it('waits until a rendered time; continues immediately if it has passed, and fails if it is invalid or too far ahead', async () => {
    const lead = await playbooks.newLead();
    const playbook = await playbooks.make({
      steps: [
        { id: 'until', do: 'wait', with: { until: '{{ input.at }}' } },
        note('note', 'After it'),
      ],
    });
    const at = new Date(service.clock.now().getTime() + 5 * MINUTE).toISOString();
    const ahead = await playbooks.run(playbook, { lead_id: lead.lead_id, input: { at } });
    const waiting = await playbooks.until(ahead.run_id, 'waiting');
    assert.equal(waiting.due_at, at);
    const past = { at: '2020-01-01T00:00:00Z' };
    const passed = await playbooks.run(playbook, { lead_id: lead.lead_id, input: past });
    await playbooks.until(passed.run_id, 'completed');
    const nonsense = { at: 'tomorrow' };
    const wrong = await playbooks.run(playbook, { lead_id: lead.lead_id, input: nonsense });
    assert.equal((await playbooks.until(wrong.run_id, 'failed')).error.code, 'invalid_time');
    const far = { at: '2099-01-01T00:00:00Z' };
    const never = await playbooks.run(playbook, { lead_id: lead.lead_id, input: far });
    assert.equal((await playbooks.until(never.run_id, 'failed')).error.code, 'wait_too_long');
    service.clock.advance(5 * MINUTE);
    await playbooks.until(ahead.run_id, 'completed');
  });

  it('continues with the event it waits for, or without it after its timeout', async () => {
    const playbook = await playbooks.make({
      steps: [
        {
          id: 'reply',
          do: 'wait',
          with: {
            event: 'lead.updated',
            timeout: 'PT1H',
            when: "data.notes != null && data.notes.contains('yes')",
          },
        },
        {
          id: 'came',
          do: 'branch',
          when: '!steps.reply.output.timed_out',
          then: [note('happy', 'They said {{ steps.reply.output.event.data.notes }}')],
          else: [note('sad', 'Nothing came')],
        },
        note('last', '{{ lead.notes }}, the end'),
      ],
    });
    const [one, other] = [await playbooks.newLead(), await playbooks.newLead()];
    const early = await playbooks.newLead();
    // This event happens before the run starts to wait.
    await playbooks.api.patch(`/v1/leads/${early.lead_id}`, { notes: 'yes, early' });
    const first = await playbooks.run(playbook, { lead_id: one.lead_id });
    const second = await playbooks.run(playbook, { lead_id: other.lead_id });
    const third = await playbooks.run(playbook, { lead_id: early.lead_id });
    for (const { run_id } of [first, second, third]) {
      assert.equal((await playbooks.until(run_id, 'waiting')).waiting_for, 'lead.updated');
    }
    await playbooks.api.patch(`/v1/leads/${one.lead_id}`, { notes: 'no' });
    await playbooks.api.patch(`/v1/leads/${one.lead_id}`, { notes: 'oh yes' });
    const came = await playbooks.until(first.run_id, 'completed');
    assert.equal(await notesOf(one), 'They said oh yes, the end');
    assert.deepEqual(stepsOf(came), [
      ['reply', 'completed'],
      ['came', 'completed'],
      ['happy', 'completed'],
      ['last', 'completed'],
    ]);
    assert.equal((await playbooks.read(second.run_id)).status, 'waiting');
    assert.equal((await playbooks.read(third.run_id)).status, 'waiting');
    service.clock.advance(60 * MINUTE);
    const silent = await playbooks.until(second.run_id, 'completed');
    assert.equal(await notesOf(other), 'Nothing came, the end');
    assert.deepEqual(silent.steps[0].output, { timed_out: true, event: null });
    assert.equal(silent.steps[1].output.taken, 'else');
  });

  it('is stopped by an event of its lifecycle, but not by one of another lifecycle or one that it causes', async () => {
    const playbook = await playbooks.make({
      stop_on: ['lead.*'],
      steps: [
        note('own', 'What it does itself does not stop it'),
        { id: 'pause', do: 'wait', with: { duration: 'PT1H' } },
        note('never', 'Never'),
      ],
    });
    const [lead, another] = [await playbooks.newLead(), await playbooks.newLead()];
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    await playbooks.until(run_id, 'waiting');
    await playbooks.api.patch(`/v1/leads/${another.lead_id}`, { notes: 'x' });
    service.clock.advance(MINUTE);
    await playbooks.api.post(`/v1/leads/${lead.lead_id}/contacted`);
    const run = await playbooks.until(run_id, 'stopped');
    assert.equal(run.reason, 'lead.contacted');
    assert.equal(run.due_at, null);
    assert.deepEqual(stepsOf(run), [
      ['own', 'completed'],
      ['pause', 'skipped'],
    ]);
    service.clock.advance(2 * 60 * MINUTE);
    assert.equal(await notesOf(lead), 'What it does itself does not stop it');
    const [event] = await playbooks.events(
      `&type=playbook_run.stopped&lifecycle_number=${lead.lifecycle_number}`,
    );
    assert.equal(event.data.run_id, run_id);
  });

  it('is stopped before its first step, and after a wait, even if the event follower has not run yet', async () => {
    const lead = await playbooks.newLead();
    const playbook = await playbooks.make({
      trigger: { event: 'lead.contacted' },
      enabled: true,
      stop_on: ['lead.deleted'],
      steps: [note('never', 'Never')],
    });
    // Both are committed before the event follower can run.
    await service.owner.query('begin');
    await service.owner.query('lock table event_cursors in exclusive mode');
    await playbooks.api.post(`/v1/leads/${lead.lead_id}/contacted`);
    await playbooks.api.delete(`/v1/leads/${lead.lead_id}`);
    await service.owner.query('commit');
    const { run_id } = await playbooks.theRunOf(playbook);
    const run = await playbooks.until(run_id, 'stopped');
    assert.deepEqual([run.reason, run.steps], ['lead.deleted', []]);

    const pausing = await playbooks.make({
      stop_on: ['lead.contacted'],
      steps: [{ id: 'pause', do: 'wait', with: { duration: 'PT1H' } }, note('never', 'Never')],
    });
    const other = await playbooks.newLead();
    const waiting = await playbooks.run(pausing, { lead_id: other.lead_id });
    await playbooks.until(waiting.run_id, 'waiting');
    await service.owner.query('begin');
    await service.owner.query('lock table event_cursors in exclusive mode');
    await playbooks.api.post(`/v1/leads/${other.lead_id}/contacted`);
    service.clock.advance(60 * MINUTE);
    const stopped = await playbooks.until(waiting.run_id, 'stopped');
    await service.owner.query('commit');
    assert.deepEqual(stepsOf(stopped), [['pause', 'skipped']]);
    await playbooks.api.patch(`/v1/playbooks/${playbook.playbook_id}`, { enabled: false });
  });

  it('can be canceled, and stays canceled', async () => {
    const playbook = await playbooks.make({
      steps: [{ id: 'pause', do: 'wait', with: { duration: 'PT1H' } }, note('never', 'Never')],
    });
    const lead = await playbooks.newLead();
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    const another = await playbooks.newLead();
    const other = await playbooks.run(playbook, { lead_id: another.lead_id });
    await playbooks.until(run_id, 'waiting');
    await playbooks.until(other.run_id, 'waiting');
    const path = `/v1/playbook-runs/${run_id}/cancel`;
    const canceled = await playbooks.api.post(path, { reason: 'They called back.' });
    assert.equal(canceled.status, 200);
    assert.equal(canceled.body.status, 'canceled');
    assert.equal(canceled.body.reason, 'They called back.');
    assert.deepEqual((await playbooks.api.post(path)).body, canceled.body);
    service.clock.advance(2 * 60 * MINUTE);
    await playbooks.until(other.run_id, 'completed');
    const run = await playbooks.read(run_id);
    assert.equal(run.status, 'canceled');
    assert.deepEqual(stepsOf(run), [['pause', 'skipped']]);
    const retry = await playbooks.api.post(`/v1/playbook-runs/${run_id}/retry`);
    assert.deepEqual([retry.status, retry.body.code], [409, 'run_not_failed']);
  });

  it('keeps the version it started with: editing the playbook changes none of 30 runs', async () => {
    await editUnderRuns(service, 30);
  });
});
