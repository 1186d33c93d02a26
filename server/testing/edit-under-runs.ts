import assert from 'node:assert/strict';
import { toUuid } from '../platform/ids.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './harness.ts';
import { Playbooks } from './playbooks.ts';

const HOUR_MS = 3_600_000;

/** Checks that runs keep the version they started with: a few runs in every test run, a thousand in the long one. */
export async function editUnderRuns(service: TestService, runs: number): Promise<void> {
  const { api, organizationId } = await service.newOrganization();
  const own = new Playbooks(api);
  const playbook = await own.make({
    trigger: { event: 'lead.created' },
    enabled: true,
    steps: [
      { id: 'pause', do: 'wait', with: { duration: 'PT1H' } },
      { id: 'note', do: 'update_lead', with: { notes: 'As it was' } },
    ],
  });
  const lines = Array.from({ length: runs }, (_, n) => `lead-${n}@example.com,ac_repair`);
  const headers = { 'content-type': 'text/csv' };
  const raw = `email,service_needed\n${lines.join('\n')}\n`;
  const imported = await own.api.post('/v1/imports', undefined, { raw, headers });
  assert.equal(imported.status, 202);
  const path = `/v1/playbooks/${playbook.playbook_id}`;
  await eventually(async () => (await own.api.get(path)).body.in_flight === runs, 60_000);
  const count = async (where: string) => {
    const sql = `select count(*)::integer as n from playbook_runs where playbook_id = $1 and ${where}`;
    const { rows } = await service.owner.query(sql, [toUuid('playbook', playbook.playbook_id)]);
    return rows[0].n;
  };
  await eventually(async () => (await count("status = 'waiting'")) === runs, 60_000);

  const edit = { steps: [{ id: 'other', do: 'update_lead', with: { notes: 'Otherwise' } }] };
  const edited = await own.api.patch(path, edit);
  assert.equal(edited.status, 200);
  assert.deepEqual(
    [edited.body.version, edited.body.in_flight, edited.body.in_flight_by_version],
    [2, runs, [{ version: 1, runs }]],
  );
  assert.equal(await count("version = 1 and step_id = 'pause'"), runs);
  service.clock.advance(HOUR_MS);
  await eventually(async () => (await count("status = 'completed'")) === runs, 60_000);
  const { rows } = await service.owner.query(
    'select notes, count(*)::integer as n from leads where organization_id = $1 group by notes',
    [toUuid('organization', organizationId)],
  );
  assert.deepEqual(rows, [{ notes: 'As it was', n: runs }]);
}
