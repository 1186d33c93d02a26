import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { playbookRunCanceled } from '../run-events.ts';
import { changeRun, endedAs } from './change-run.ts';
import { RUN_COLUMNS, type RunRow } from './queries.ts';
import { endOpenSteps } from './step-queries.ts';

const lockLiving = statement(
  'lock_living_playbook_runs_of_lifecycles',
  `select ${RUN_COLUMNS} from playbook_runs
   where organization_id = $1 and lifecycle_number = any ($2) and finished_at is null
   order by run_id for update`,
);

/** Cancels every run of these lifecycles that has not ended. */
export async function cancelRuns(
  tx: Tx,
  lifecycleNumbers: readonly string[],
  reason: string,
): Promise<void> {
  const runs = await tx.query<RunRow>(lockLiving, [tx.organizationId, lifecycleNumbers]);
  for (const run of runs) {
    const { hasUnknown } = await endOpenSteps(tx, run.run_id, 'canceled');
    const has_unknown = run.has_unknown || hasUnknown;
    const canceled = endedAs(run, tx.now, { status: 'canceled', reason, has_unknown });
    changeRun(tx, canceled, playbookRunCanceled);
  }
}
