import { toPublicId } from '../../../domain/ids.ts';
import { sameForMany, statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { PlaybookRunStep } from '../run-schemas.ts';
import { keyOf, type StepStatus } from './run.ts';

export interface StepRow {
  position: number;
  step_id: string;
  kind: string;
  status: StepStatus;
  input: unknown;
  output: unknown;
  error: { code: string; detail: string } | null;
  attempts: number;
  started_at: Date;
  finished_at: Date | null;
  duration_ms: number | null;
}

const COLUMNS = `position, step_id, kind, status, input, output, error, attempts, started_at, finished_at,
  duration_ms`;

export function toStep(runId: string, row: StepRow): PlaybookRunStep {
  return {
    step_id: row.step_id,
    do: row.kind,
    status: row.status,
    key: keyOf(toPublicId('run', runId), row.step_id),
    input: row.input,
    output: row.output,
    error: row.error,
    attempts: row.attempts,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    duration_ms: row.duration_ms,
  };
}

const writeRows = statement('write_playbook_run_steps', 'select write_playbook_run_steps($1, $2)', {
  many: sameForMany(() => writeRows),
  tables: ['playbook_run_steps', 'playbook_runs'],
});

export function writeSteps(tx: Tx, runId: string, rows: readonly StepRow[]): void {
  if (rows.length === 0) return;
  const written = rows.map((row) => ({ ...row, run_id: runId }));
  tx.query(writeRows, [tx.organizationId, JSON.stringify(written)]);
}

const selectSteps = statement(
  'select_playbook_run_steps',
  `select ${COLUMNS} from playbook_run_steps
   where organization_id = $1 and run_id = $2 order by position`,
  {
    many: {
      statement: statement(
        'select_steps_of_playbook_runs',
        `select run_id, ${COLUMNS} from playbook_run_steps
         where organization_id = $1 and run_id = any ($2) order by run_id, position`,
      ),
      values: (all) => [all.map(([, id]) => id)],
      by: ['run_id', 1],
    },
    tables: ['playbook_run_steps'],
  },
);

export function listSteps(tx: Tx, runId: string): Promise<StepRow[]> {
  return tx.query<StepRow>(selectSteps, [tx.organizationId, runId]);
}

const endSteps = statement(
  'give_up_on_playbook_run_steps',
  `update playbook_run_steps
   set status = case when status = 'running' then 'unknown' else 'skipped' end, finished_at = $3,
       error = case when status = 'running' then $4::jsonb end,
       output = case when status = 'waiting' then $5::jsonb end
   where organization_id = $1 and run_id = $2 and status in ('running', 'waiting')
   returning status`,
);

/**
 * Ends the open step of a run that is canceled or stopped. A wait is skipped. A request in progress becomes unknown;
 * its worker records the outcome if it is still running.
 */
export async function endOpenSteps(
  tx: Tx,
  runId: string,
  reason: string,
): Promise<{ hasUnknown: boolean }> {
  const detail =
    'The run ended while the request was in progress. Check at the receiver whether the request arrived.';
  const error = JSON.stringify({ code: 'interrupted', detail });
  const values = [tx.organizationId, runId, tx.now, error, JSON.stringify({ reason })];
  const rows = await tx.query<{ status: StepStatus }>(endSteps, values);
  return { hasUnknown: rows.some(({ status }) => status === 'unknown') };
}
