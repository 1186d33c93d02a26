import { statement } from '../../../platform/database/statement.ts';
import type { Actor } from '../../../platform/events/event.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { playbookRunLate } from '../run-events.ts';
import { changeRun } from './change-run.ts';
import { lockRun } from './queries.ts';
import { LATE_MS } from './run.ts';

const MAX_AT_ONCE = 200;
const WATCH: Actor = { type: 'system', id: null, name: 'automation watch' };

const lateRuns = statement(
  'late_playbook_runs',
  'select organization_id, run_id from late_playbook_runs($1, $2, $3)',
);

/** Emits an event for every run that is more than a minute late and not claimed, once per due time. */
export async function reportLateRuns({ database, metrics, log }: TaskContext): Promise<number> {
  const now = database.clock.now();
  const before = new Date(now.getTime() - LATE_MS);
  const late = await database.withoutTenant<{ organization_id: string; run_id: string }>(lateRuns, [
    now,
    before,
    MAX_AT_ONCE,
  ]);
  let count = 0;
  for (const { organization_id: organizationId, run_id } of late) {
    const isNew = await database.transaction({ organizationId, actor: WATCH }, async (tx) => {
      const run = await lockRun(tx, run_id);
      const { claimable_at, due_at, late_at } = run;
      if (claimable_at === null || due_at === null || late_at !== null) return false;
      if (claimable_at >= now || due_at >= before) return false;
      changeRun(tx, { ...run, late_at: tx.now, updated_at: tx.now }, playbookRunLate);
      return true;
    });
    if (!isNew) continue;
    count += 1;
    metrics.playbookRunsLate.inc();
    log.warn({ run_id, organization_id: organizationId }, 'a playbook run is late');
  }
  return count;
}
