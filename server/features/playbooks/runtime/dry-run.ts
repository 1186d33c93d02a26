import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { compile } from '../compile.ts';
import type { Definition } from '../definition.ts';
import type { PlaybookRunStep } from '../run-schemas.ts';
import { findStepKind } from '../steps/index.ts';
import { toPublicError } from '../steps/step-failure.ts';
import { endedAs } from './change-run.ts';
import { type Bounds, type Halt, Interpreter } from './interpret.ts';
import { type RunRow, toRun } from './queries.ts';
import { type StepRow, toStep } from './step-queries.ts';
import { FailedStep, finishedStep } from './trace.ts';

const savepoint = statement('savepoint_dry_run', 'savepoint dry_run');
const rollBack = statement('roll_back_dry_run', 'rollback to savepoint dry_run');

/** More than any run needs: a playbook has at most 100 steps, and quiet hours defer a message at most once. */
const BOUNDS: Bounds = { maxSteps: 1_000, stopBefore: null };

/**
 * Executes all steps and rolls them back, so that the trace shows what would really happen, including conditions on
 * the results of earlier steps. No event is emitted, no request is sent, and queued messages are rolled back too. Waits
 * are skipped: the clock jumps to the time at which the run would continue.
 */
export async function dryRun(tx: Tx, queued: RunRow, definition: Definition) {
  let now = tx.now;
  const simulatedTx: Tx = {
    ...tx.as(tx.actor),
    get now() {
      return now;
    },
    emit() {},
    afterEvents() {},
  };
  const run: RunRow = { ...queued, started_at: tx.now };
  const instructions = compile(definition);
  const interpreter = new Interpreter(simulatedTx, run, {
    instructions,
    before: [],
    isOutbound: true,
  });
  tx.query(savepoint, []);
  let after: RunRow;
  try {
    let halt = await interpreter.proceed(BOUNDS);
    while (halt.kind === 'waiting' || halt.kind === 'request') {
      if (halt.kind === 'waiting') {
        now = halt.until > now ? halt.until : now;
        skipWait(interpreter, halt, now);
      } else skipRequest(interpreter, halt, now);
      halt = await interpreter.proceed(BOUNDS);
    }
    after = endedAs(run, now, {
      status: halt.kind === 'stopped' ? 'stopped' : 'completed',
      reason: halt.kind === 'stopped' ? halt.reason : null,
    });
  } catch (error) {
    if (!(error instanceof FailedStep)) throw error;
    interpreter.trace.push(error.row);
    after = endedAs(run, now, { status: 'failed', error: toPublicError(error.cause) });
  } finally {
    tx.query(rollBack, []);
  }
  return { ...toRun(after), run_id: null, dry_run: true, steps: shown(run, interpreter.trace) };
}

/** A wait step ends at its time without an event. Any other waiting step is performed again at that time. */
function skipWait(
  interpreter: Interpreter,
  { until, event, progress: { row, next, startedAt } }: Extract<Halt, { kind: 'waiting' }>,
  now: Date,
): void {
  if (!findStepKind(row.kind)?.outputAfterWait) return;
  const output = {
    until: until.toISOString(),
    ...(event === null ? {} : { timed_out: true, event: null }),
  };
  interpreter.record(finishedStep({ ...row, output }, 'completed', startedAt, now), next);
}

/** Shows the request without sending it. */
function skipRequest(
  interpreter: Interpreter,
  { progress: { row, next, startedAt } }: Extract<Halt, { kind: 'request' }>,
  now: Date,
): void {
  const output = { not_sent: 'dry_run' };
  interpreter.record(finishedStep({ ...row, output }, 'completed', startedAt, now), next);
}

/** The last row of each step. */
function shown(run: RunRow, trace: readonly StepRow[]): PlaybookRunStep[] {
  const last = new Map(trace.map((row) => [row.position, row]));
  return [...last.values()].map((row) => toStep(run.run_id, row));
}
