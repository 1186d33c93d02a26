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
import { ended, FailedStep } from './trace.ts';

const savepoint = statement('savepoint_dry_run', 'savepoint dry_run');
const rollBack = statement('roll_back_dry_run', 'rollback to savepoint dry_run');

/** No run has more steps, and a message can be put off at most once a step. */
const BOUNDS: Bounds = { maxSteps: 1_000, stopBefore: null };

/**
 * Does everything, and then undoes it: the trace is what would really happen, conditions that look at what
 * earlier steps did included. Nothing is emitted, no request is sent, and what is queued is undone with the
 * rest. Waits are passed over; from then on the clock shows the time at which the run would go on.
 */
export async function dryRun(tx: Tx, queued: RunRow, definition: Definition) {
  let now = tx.now;
  const clocked: Tx = {
    ...tx.as(tx.actor),
    get now() {
      return now;
    },
    emit() {},
    afterEvents() {},
  };
  const run: RunRow = { ...queued, started_at: tx.now };
  const instructions = compile(definition);
  const interpreter = new Interpreter(clocked, run, { instructions, before: [], isOutbound: true });
  tx.query(savepoint, []);
  let after: RunRow;
  try {
    let halt = await interpreter.proceed(BOUNDS);
    while (halt.kind === 'waiting' || halt.kind === 'request') {
      if (halt.kind === 'waiting') {
        now = halt.until > now ? halt.until : now;
        passOver(interpreter, halt, now);
      } else passBy(interpreter, halt, now);
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

/** A wait is over at its time, and no event has come; anything else that waited is simply done then. */
function passOver(
  interpreter: Interpreter,
  { until, event, taken: { row, next, startedAt } }: Extract<Halt, { kind: 'waiting' }>,
  now: Date,
): void {
  if (!findStepKind(row.kind)?.outputAfterWait) return;
  const output = {
    until: until.toISOString(),
    ...(event === null ? {} : { timed_out: true, event: null }),
  };
  interpreter.record(ended({ ...row, output }, 'completed', startedAt, now), next);
}

/** A request is shown as it would be sent. */
function passBy(
  interpreter: Interpreter,
  { taken: { row, next, startedAt } }: Extract<Halt, { kind: 'request' }>,
  now: Date,
): void {
  const output = { not_sent: 'dry_run' };
  interpreter.record(ended({ ...row, output }, 'completed', startedAt, now), next);
}

/** Each step once, as it was in the end. */
function shown(run: RunRow, trace: readonly StepRow[]): PlaybookRunStep[] {
  const last = new Map(trace.map((row) => [row.position, row]));
  return [...last.values()].map((row) => toStep(run.run_id, row));
}
