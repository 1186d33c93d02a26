import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../../domain/ids.ts';
import { NIL_UUID } from '../../../platform/ids.ts';
import { sharedService } from '../../../testing/fixtures.ts';
import { callTask, Playbooks } from '../../../testing/playbooks.ts';

/** No claim expires in these tests. */
const DAY_MS = 24 * 3_600_000;

describe('claims of runs', () => {
  const service = sharedService({ ownDatabase: true, because: 'claims all runs' });

  /** Starts runs of a new organization, and returns its id. */
  async function startRuns(count: number): Promise<string> {
    const { organizationId, api } = await service.newOrganization();
    const playbooks = new Playbooks(api);
    const playbook = await playbooks.make({ steps: [callTask()] });
    const { lead_id } = await playbooks.newLead();
    for (let n = 0; n < count; n += 1) {
      await playbooks.run(playbook, { lead_id });
      service.clock.advance(1_000);
    }
    return toUuid('organization', organizationId)!;
  }

  /** How many runs of each organization are claimed, in the order in which the worker gets them. */
  async function claim(limit: number, after: string, ofEach = 50): Promise<[string, number][]> {
    const now = service.clock.now();
    const { rows } = await service.owner.query(
      'select organization_id from claim_playbook_runs($1, $2, $3, $4, $5)',
      [now, new Date(now.getTime() + DAY_MS), limit, after, ofEach],
    );
    const claimed = Map.groupBy(rows, (row) => row.organization_id as string);
    return [...claimed].map(([id, { length }]) => [id, length]);
  }

  it('pass on to the other organizations, however many runs one has', async () => {
    const busy = await startRuns(30);
    const other = await startRuns(1);
    const later = await startRuns(2);
    const turns: [string, number][] = [];
    let after = NIL_UUID;
    for (let n = 0; n < 3; n += 1) {
      const claimed = await claim(10, after, 8);
      turns.push(...claimed);
      after = claimed.at(-1)?.[0] ?? after;
    }
    const countOf = (id: string) =>
      turns.filter(([one]) => one === id).reduce((sum, [, count]) => sum + count, 0);
    // Each claim takes ten: after three, all runs of the others, and the rest of the busy one.
    assert.deepEqual([countOf(other), countOf(later), countOf(busy)], [1, 2, 27]);
    const first = turns.findIndex(([id]) => id === other);
    const before = turns.slice(0, first).filter(([id]) => id === busy);
    assert.ok(before.length <= 1, `the busy one had ${before.length} turns before the other`);
    assert.deepEqual(await claim(100, after), [[busy, 3]]);
  });

  it('take the oldest runs of an organization first', async () => {
    const id = await startRuns(6);
    assert.deepEqual(await claim(4, NIL_UUID), [[id, 4]]);
    const { rows } = await service.owner.query(
      `select array_agg(status order by run_id) as statuses from playbook_runs where organization_id = $1`,
      [id],
    );
    assert.deepEqual(rows[0].statuses, [
      ...Array.from({ length: 4 }, () => 'running'),
      'queued',
      'queued',
    ]);
    assert.deepEqual(await claim(4, id), [[id, 2]]);
  });

  it('leave out a suspended organization', async () => {
    const suspended = await startRuns(3);
    const other = await startRuns(3);
    await service.owner.query(
      'update organizations set suspended_at = now() where organization_id = $1',
      [suspended],
    );
    assert.deepEqual(await claim(3, NIL_UUID), [[other, 3]]);
  });
});
