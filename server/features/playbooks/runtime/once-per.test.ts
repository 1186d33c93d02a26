import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../../testing/api-client.ts';
import { created } from '../../../testing/created.ts';
import { eventually } from '../../../testing/eventually.ts';
import { fresh, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';
import { Playbooks } from '../../../testing/playbooks.ts';
import { uuidFrom } from '../../../testing/uuid-from.ts';

async function accepted(request: Promise<ApiResponse>): Promise<ApiResponse['body']> {
  const { status, body } = await request;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const WAIT = { id: 'pause', do: 'wait', with: { duration: 'P1D' } };

describe('once_per', () => {
  const service = sharedService({ hasWorker: true });
  const playbooks = fresh(
    async () => new Playbooks((await service.newOrganization()).api, service),
  );

  const make = (once_per?: string, event = 'lead.created') =>
    playbooks.make({
      enabled: true,
      trigger: { event },
      steps: [WAIT],
      ...(once_per && { once_per }),
    });
  const person = (name: string) => ({ ...freshLead(), name });
  const capture = (contact: object) => created(playbooks.api.post('/v1/leads', contact));
  const touch = ({ lead_id }: { lead_id: string }, notes: string) =>
    accepted(playbooks.api.patch(`/v1/leads/${lead_id}`, { notes }));
  const runsOf = ({ playbook_id }: { playbook_id: string }) =>
    playbooks.list(`&playbook_id=${playbook_id}`);
  /** Every event has been handled once a playbook that starts for all of them has its runs. */
  const handled = (all: { playbook_id: string }, count: number) =>
    eventually(async () => (await runsOf(all)).length === count);

  it('person, the default: a second lead starts no other run of the person while one is active', async () => {
    const [once, all] = [await make(), await make('event')];
    assert.deepEqual([once.once_per, all.once_per], ['person', 'event']);
    const ana = person('Ana Petrov');
    const first = await capture(ana);
    const second = await capture(ana);
    assert.equal(second.duplicate_match.confidence, 'certain');
    // Her husband uses the same phone: another person, whatever the phone says.
    await capture({ ...ana, name: 'Ivan Petrov', email: undefined });
    await handled(all, 3);
    const runs = await runsOf(once);
    assert.equal(runs.length, 2);
    const [, hers] = runs;
    assert.deepEqual([hers.lead_id, hers.skipped_triggers], [first.lead_id, 1]);

    // A request always starts one, and an event does again when none is active.
    const requested = await playbooks.run(once, { lead_id: second.lead_id });
    for (const { run_id } of [hers, requested]) {
      await accepted(playbooks.api.post(`/v1/playbook-runs/${run_id}/cancel`));
    }
    const third = await capture(ana);
    await handled(all, 4);
    const [newest, ...others] = await runsOf(once);
    assert.deepEqual([newest.lead_id, others.length], [third.lead_id, 3]);
  });

  it('person: merged leads are one person, and two again after the merge is undone', async () => {
    const [once, all] = [await make('person', 'lead.updated'), await make('event', 'lead.updated')];
    const [one, other] = [await capture(person('Ana Petrov')), await capture(person('A. Petrova'))];
    await touch(one, 'first');
    await handled(all, 1);
    await accepted(playbooks.api.post(`/v1/leads/${other.lead_id}/merge`, { into: one.lead_id }));
    await touch(one, 'second');
    await handled(all, 2);
    assert.equal((await runsOf(once)).length, 1);
    await accepted(playbooks.api.post(`/v1/leads/${other.lead_id}/unmerge`));
    await touch(other, 'third');
    await handled(all, 3);
    assert.deepEqual(
      (await runsOf(once)).map(({ lead_id, skipped_triggers }) => [lead_id, skipped_triggers]),
      [
        [other.lead_id, 0],
        [one.lead_id, 1],
      ],
    );
  });

  it('lifecycle: each request of a person has its own run, and only one at a time', async () => {
    const [once, all] = [
      await make('lifecycle', 'lead.updated'),
      await make('event', 'lead.updated'),
    ];
    const ana = person('Ana Petrov');
    const leads = [await capture(ana), await capture(ana)];
    for (const [index, lead] of [...leads, ...leads].entries()) await touch(lead, `Note ${index}`);
    await handled(all, 4);
    assert.equal((await runsOf(once)).length, 2);
  });

  it('does not count events that start nothing as runs of a storm', async () => {
    const [once, last] = [
      await make('person', 'lead.updated'),
      await make('event', 'lead.contacted'),
    ];
    const lead = await capture(person('Ana Petrov'));
    for (let index = 0; index < 25; index += 1) await touch(lead, `Note ${index}`);
    await accepted(playbooks.api.post(`/v1/leads/${lead.lead_id}/contacted`));
    await handled(last, 1);
    const runs = await runsOf(once);
    assert.deepEqual(
      runs.map(({ status, skipped_triggers }) => [status, skipped_triggers]),
      [['waiting', 24]],
    );
  });

  it('starts one run per person for leads that are captured at the same moment', async () => {
    const [once, all] = [await make(), await make('event')];
    const people = ['Ana Petrov', 'Ivan Petrov', 'Mina Kovac'].map(person);
    await Promise.all(people.flatMap((one) => Array.from({ length: 5 }, () => capture(one))));
    await handled(all, 15);
    const runs = await runsOf(once);
    assert.equal(runs.length, 3);
    assert.equal(
      runs.reduce((sum, { skipped_triggers }) => sum + skipped_triggers, 0),
      12,
    );
  });

  it('is part of the version: changing it creates one, and sending the default again does not', async () => {
    const playbook = await make();
    const path = `/v1/playbooks/${playbook.playbook_id}`;
    const versionAfter = async (change: object) =>
      (await accepted(playbooks.api.patch(path, change))).version;
    assert.equal(await versionAfter({ once_per: 'person' }), 1);
    assert.equal(await versionAfter({ once_per: 'lifecycle' }), 2);
    assert.equal(await versionAfter({ name: 'Renamed' }), 2);
    assert.equal((await playbooks.api.get(`${path}/versions/1`)).body.once_per, 'person');
    assert.equal((await playbooks.api.patch(path, { once_per: 'day' })).status, 422);
    // A version from before the field existed.
    await service.owner.query('begin');
    await service.owner.query('set local session_replication_role = replica');
    await service.owner.query(
      `update playbook_versions set definition = definition - 'once_per' where playbook_id = $1 and version = 2`,
      [uuidFrom('playbook', playbook.playbook_id)],
    );
    await service.owner.query('commit');
    assert.equal((await playbooks.api.get(path)).body.once_per, 'person');
    assert.equal(await versionAfter({ once_per: 'person' }), 2);
    assert.equal(await versionAfter({ once_per: 'event' }), 3);
  });
});
