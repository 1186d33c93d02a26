import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { fresh, sharedService } from '../../../testing/fixtures.ts';
import { Playbooks } from '../../../testing/playbooks.ts';
import { uuidFrom } from '../../../testing/uuid-from.ts';

describe('a trigger event', () => {
  const service = sharedService({ hasWorker: true });
  const organization = fresh(() => service.newOrganization());
  const playbooks = fresh(async () => new Playbooks(organization.api, service));
  const id = () => uuidFrom('organization', organization.organizationId);

  const settled = () =>
    eventually(async () => {
      const { rows } = await service.owner.query(
        `select (select count(*)::integer from event_cursors f join organization_counters c using (organization_id)
                 where f.last_seq < c.event_seq and f.organization_id = $1) +
                (select count(*)::integer from playbook_runs
                 where organization_id = $1 and status in ('queued', 'running')) as n`,
        [id()],
      );
      return rows[0].n === 0;
    });

  it('starts one run of every enabled playbook that it triggers and whose condition is met', async () => {
    const step = { id: 'note', do: 'update_lead', with: { notes: 'From {{ data.source }}' } };
    const on = (when?: string) => ({ event: 'lead.qualified', ...(when && { when }) });
    const met = await playbooks.make({
      enabled: true,
      trigger: on("data.source == 'web_form' && lead.service_needed == 'ac_repair'"),
      steps: [step],
    });
    const unmet = await playbooks.make({
      enabled: true,
      trigger: on("data.source == 'phone'"),
      steps: [step],
    });
    const off = await playbooks.make({ enabled: false, trigger: on(), steps: [step] });
    const lead = await playbooks.newLead({ source: 'web_form', service_needed: 'ac_repair' });
    const { run_id } = await playbooks.theRunOf(met);
    const run = await playbooks.until(run_id, 'completed');
    assert.equal(run.trigger.event, 'lead.qualified');
    assert.equal(run.trigger.actor.type, 'token');
    assert.equal(run.depth, 0);
    assert.equal(run.lead_id, lead.lead_id);
    assert.equal(
      (await playbooks.api.get(`/v1/leads/${lead.lead_id}`)).body.notes,
      'From web_form',
    );
    await settled();
    for (const other of [unmet, off]) {
      assert.deepEqual(await playbooks.list(`&playbook_id=${other.playbook_id}`), []);
    }
    // As if the event follower had been killed before its commit: it handles all events again.
    await service.owner.query('update event_cursors set last_seq = 0 where organization_id = $1', [
      id(),
    ]);
    await playbooks.api.post(`/v1/leads/${lead.lead_id}/contacted`);
    await settled();
    assert.equal((await playbooks.list(`&playbook_id=${met.playbook_id}`)).length, 1);
  });

  it('starts a run whose earlier steps do not cancel a follow-up of a later step', async () => {
    const playbook = await playbooks.make({
      enabled: true,
      trigger: { event: 'lead.qualified' },
      steps: [
        { id: 'note', do: 'update_lead', with: { notes: 'Call them' } },
        {
          id: 'call',
          do: 'create_follow_up',
          with: { channel: 'call', body: 'Call', delay: 'P1D', cancel_on: ['lead.updated'] },
        },
      ],
    });
    const lead = await playbooks.newLead();
    const { run_id } = await playbooks.theRunOf(playbook);
    await playbooks.until(run_id, 'completed');
    await settled();
    const status = async () => {
      const list = await playbooks.api.get(`/v1/follow-ups?lead_id=${lead.lead_id}`);
      return list.body.data.map((followUp: { status: string }) => followUp.status);
    };
    assert.deepEqual(await status(), ['scheduled']);
    await playbooks.api.patch(`/v1/leads/${lead.lead_id}`, { notes: 'Called' });
    await eventually(async () => (await status())[0] === 'canceled');
  });

  it('creates a failed run if the condition cannot be evaluated', async () => {
    const playbook = await playbooks.make({
      enabled: true,
      trigger: { event: 'lead.created', when: "data.address.contains('Portland')" },
      steps: [{ id: 'qualify', do: 'qualify' }],
    });
    await playbooks.newLead();
    const run = await playbooks.theRunOf(playbook);
    assert.deepEqual([run.status, run.error.code], ['failed', 'condition_failed']);
  });

  it('ends the loop of a playbook that triggers itself with a failed run', async () => {
    const playbook = await playbooks.make({
      enabled: true,
      trigger: { event: 'lead.updated' },
      steps: [{ id: 'again', do: 'update_lead', with: { notes: '{{ lead.notes }}x' } }],
    });
    const lead = await playbooks.newLead({ notes: 'x' });
    await playbooks.api.patch(`/v1/leads/${lead.lead_id}`, { notes: 'xx' });
    await playbooks.theRunOf(playbook, '&status=failed');
    await settled();
    const runs = await playbooks.list(`&playbook_id=${playbook.playbook_id}`);
    assert.deepEqual(runs.map(({ depth, status }) => [depth, status]).reverse(), [
      ...[0, 1, 2, 3, 4, 5].map((depth) => [depth, 'completed']),
      [6, 'failed'],
    ]);
    assert.equal(runs[0].error.code, 'playbook_loop');
    assert.equal((await playbooks.api.get(`/v1/leads/${lead.lead_id}`)).body.notes, 'xxxxxxxx');
  });

  it('ends the loop of a playbook that is triggered by its own failures', async () => {
    const playbook = await playbooks.make({
      enabled: true,
      trigger: { event: 'playbook_run.failed' },
      steps: [{ id: 'no', do: 'enroll_warranty' }],
    });
    const lead = await playbooks.newLead();
    await playbooks.run(playbook, { lead_id: lead.lead_id });
    await eventually(async () =>
      (await playbooks.list('&status=failed')).some(({ error }) => error.code === 'playbook_loop'),
    );
    await settled();
    assert.equal((await playbooks.list()).length, 7);
  });

  it('fails the 21st run of a playbook for one lifecycle within an hour, and starts no more', async () => {
    const playbook = await playbooks.make({
      enabled: true,
      trigger: { event: 'lead.updated' },
      once_per: 'event',
      steps: [{ id: 'qualify', do: 'qualify' }],
    });
    const lead = await playbooks.newLead();
    for (let n = 0; n < 25; n += 1) {
      await playbooks.api.patch(`/v1/leads/${lead.lead_id}`, { notes: `${n}` });
    }
    await settled();
    const runs = await playbooks.list(`&playbook_id=${playbook.playbook_id}`);
    const failed = runs.filter(({ status }) => status === 'failed');
    assert.deepEqual([runs.length, failed.length], [21, 1]);
    assert.equal(failed[0].error.code, 'playbook_storm');
    service.clock.advance(3_600_000 + 60_000);
    await playbooks.api.patch(`/v1/leads/${lead.lead_id}`, { notes: 'later' });
    await settled();
    const later = await playbooks.list(`&playbook_id=${playbook.playbook_id}&status=completed`);
    assert.equal(later.length, 21);
  });
});
