import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { sharedService } from '../../../testing/fixtures.ts';
import { newUser } from '../../../testing/office.ts';
import { withPlaybookEngines } from '../../../testing/playbook-engines.ts';
import { Playbooks } from '../../../testing/playbooks.ts';

interface Logged {
  type: string;
  actor: { id: string | null };
  data: { notes?: string };
}

/** Runs that start while no worker is running are claimed together and executed in one transaction. */
describe('runs in one batch', () => {
  let playbooks: Playbooks;
  const service = sharedService({ ownDatabase: true, because: 'claims all runs' });
  beforeEach(async () => {
    playbooks = new Playbooks((await service.newOrganization()).api, service);
  });

  async function workOffAll(count: number): Promise<Record<string, unknown>[]> {
    let ended: Record<string, unknown>[] = [];
    await withPlaybookEngines(service, 1, async () => {
      await eventually(async () => {
        const runs = await playbooks.list('');
        ended = runs.filter(({ finished_at }) => finished_at !== null);
        return ended.length === count;
      });
    });
    return ended;
  }

  it('each act in their own name and emit each event once', async () => {
    const playbook = await playbooks.make({
      steps: [{ id: 'note', do: 'update_lead', with: { notes: 'Seen {{ lead.name }}' } }],
    });
    const runByLead = new Map<string, string>();
    for (let n = 0; n < 12; n += 1) {
      const lead = await playbooks.newLead({ name: `Lead ${n}` });
      const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
      runByLead.set(lead.lead_id, run_id);
    }
    await workOffAll(12);
    const { body } = await playbooks.api.get('/v1/events?limit=200&type=lead.updated');
    assert.equal(body.data.length, 12);
    for (const { actor, data } of body.data) {
      assert.equal(actor.id, runByLead.get(data.lead_id));
      assert.equal(data.notes, `Seen ${data.name}`);
    }
    const completed = await playbooks.api.get('/v1/events?limit=200&type=playbook_run.completed');
    assert.equal(completed.body.data.length, 12);
  });

  it('each take all their steps, with every event in its order and the trace of each step', async () => {
    const user_id = await newUser(playbooks.api, {});
    const playbook = await playbooks.make({
      steps: [
        { id: 'note', do: 'update_lead', with: { notes: 'Hello {{ lead.name }}' } },
        { id: 'give', do: 'assign', with: { user_id } },
        { id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } },
        {
          id: 'done',
          do: 'update_lead',
          when: 'lead.assigned_to != null',
          with: { notes: '{{ lead.notes }}: {{ steps.task.output.follow_up_id }}' },
        },
      ],
    });
    const runs: Record<string, string>[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { lead_id, lifecycle_number } = await playbooks.newLead({ name: `Lead ${n}` });
      const { run_id } = await playbooks.run(playbook, { lead_id });
      runs.push({ name: `Lead ${n}`, lead_id, lifecycle_number, run_id });
    }
    await workOffAll(6);
    for (const { name, lead_id, lifecycle_number, run_id } of runs) {
      const { steps } = (await playbooks.api.get(`/v1/playbook-runs/${run_id}`)).body;
      assert.deepEqual(
        steps.map((step: Record<string, unknown>) => [step.step_id, step.status]),
        ['note', 'give', 'task', 'done'].map((id) => [id, 'completed']),
      );
      const notes = `Hello ${name}: ${steps[2].output.follow_up_id}`;
      const lead = (await playbooks.api.get(`/v1/leads/${lead_id}`)).body;
      assert.deepEqual([lead.notes, lead.assigned_to], [notes, user_id]);
      const task = (await playbooks.api.get(`/v1/follow-ups/${steps[2].output.follow_up_id}`)).body;
      assert.deepEqual(
        [task.body, task.lead_id, task.assigned_to, task.run_id],
        [`Call ${name}`, lead_id, user_id, run_id],
      );
      const { body } = await playbooks.api.get(`/v1/events?lifecycle_number=${lifecycle_number}`);
      const own = body.data.filter(({ actor }: Logged) => actor.id === run_id);
      assert.deepEqual(
        own.map(({ type, data }: Logged) => [type, data.notes]),
        [
          ['lead.updated', `Hello ${name}`],
          ['lead.assigned', `Hello ${name}`],
          ['follow_up.created', undefined],
          ['lead.updated', notes],
          ['playbook_run.completed', undefined],
        ],
      );
    }
  });

  it('do not overwrite each other if they are about the same lead', async () => {
    const append = { id: 'append', do: 'update_lead', with: { notes: '{{ lead.notes }}x' } };
    const playbook = await playbooks.make({ steps: [append, { ...append, id: 'again' }] });
    const { lead_id } = await playbooks.newLead({ notes: 'x' });
    for (let n = 0; n < 6; n += 1) await playbooks.run(playbook, { lead_id });
    await workOffAll(6);
    const { body } = await playbooks.api.get(`/v1/leads/${lead_id}`);
    assert.equal(body.notes, 'x'.repeat(13));
  });

  it('complete even if one of them fails', async () => {
    const playbook = await playbooks.make({
      steps: [
        { id: 'note', do: 'update_lead', with: { notes: '{{ lead.notes }}x' } },
        {
          id: 'call',
          do: 'create_task',
          when: "lead.name.startsWith('A')",
          with: { title: 'Call' },
        },
      ],
    });
    const nameless = await playbooks.newLead({ name: '', notes: 'x' });
    const named = [];
    for (let n = 0; n < 4; n += 1) named.push(await playbooks.newLead({ name: 'Ana', notes: 'x' }));
    for (const { lead_id } of [...named.slice(0, 2), nameless, ...named.slice(2)]) {
      await playbooks.run(playbook, { lead_id });
    }
    const runs = await workOffAll(5);
    const failed = runs.filter(({ status }) => status === 'failed');
    assert.deepEqual(
      failed.map(({ lead_id }) => lead_id),
      [nameless.lead_id],
    );
    assert.equal(runs.filter(({ status }) => status === 'completed').length, 4);
    for (const { lead_id } of [nameless, ...named]) {
      assert.equal((await playbooks.api.get(`/v1/leads/${lead_id}`)).body.notes, 'xx');
    }
    const { body } = await playbooks.api.get('/v1/follow-ups?limit=200');
    assert.equal(body.data.length, 4);
  });

  it('each advance the rotation of a team by one', async () => {
    const members: string[] = [];
    for (let n = 0; n < 3; n += 1) members.push(await newUser(playbooks.api, {}));
    const team = await playbooks.api.post('/v1/teams', { name: 'Everybody', members });
    const playbook = await playbooks.make({
      steps: [{ id: 'give', do: 'assign', with: { team_id: team.body.team_id } }],
    });
    for (let n = 0; n < 6; n += 1) {
      const { lead_id } = await playbooks.newLead();
      await playbooks.run(playbook, { lead_id });
    }
    await workOffAll(6);
    const counts = [];
    for (const member of members) {
      const { body } = await playbooks.api.get(`/v1/leads?assigned_to=${member}`);
      counts.push(body.data.length);
    }
    assert.deepEqual(counts, [2, 2, 2]);
  });
});
