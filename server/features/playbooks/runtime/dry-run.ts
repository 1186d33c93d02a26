import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { compile } from '../compile.ts';
import type { Definition } from '../definition.ts';
import type { PlaybookRunStep } from '../run-schemas.ts';
import { endedAs } from './change-run.ts';
import { ended, FailedStep, type Halt, Interpreter } from './interpret.ts';
import { type RunRow, toRun } from './queries.ts';
import { prepareRequest } from './request.ts';
import { rootsOf } from './roots.ts';
import { toPublicError } from './step-failure.ts';
import { type StepRow, toStep } from './step-queries.ts';

const savepoint = statement('savepoint_dry_run', 'savepoint dry_run');
const rollBack = statement('roll_back_dry_run', 'rollback to savepoint dry_run');

/** No run has more steps, and a message can be put off at most once a step. */
const BOUNDS = { mostSteps: 1_000, stopBefore: null };

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
  const interpreter = new Interpreter(clocked, run, compile(definition), []);
  tx.query(savepoint, []);
  let after: RunRow;
  try {
    let halt = await interpreter.proceed(BOUNDS);
    while (halt.kind === 'waiting' || halt.kind === 'request') {
      if (halt.kind === 'waiting') {
        now = halt.waiting.until > now ? halt.waiting.until : now;
        passOver(interpreter, now);
      } else await passBy(interpreter, halt, now);
      halt = await interpreter.proceed(BOUNDS);
    }
    after = endedAs(run, now, {
      status: halt.kind === 'stopped' ? 'stopped' : 'completed',
      reason: halt.kind === 'stopped' ? halt.reason : null,
    });
  } catch (error) {
    if (!(error instanceof FailedStep)) throw error;
    interpreter.trace.push(error.row);
    const told = toPublicError(error.cause);
    after = endedAs(run, now, { status: 'failed', error: told });
  } finally {
    tx.query(rollBack, []);
  }
  return { ...toRun(after), run_id: null, dry_run: true, steps: shown(run, interpreter.trace) };
}

/** A wait is over at its time, and no event has come; anything else that waited is simply done then. */
function passOver(interpreter: Interpreter, now: Date): void {
  const row = interpreter.trace.at(-1)!;
  const instruction = interpreter.instructionAt(row.position)!;
  if (instruction.step.do !== 'wait') return;
  const isForEvent = 'event' in instruction.step.with;
  const output = {
    ...(row.output as object),
    ...(isForEvent ? { timed_out: true, event: null } : {}),
  };
  interpreter.record(
    {
      ...row,
      status: 'completed',
      output,
      finished_at: now,
      duration_ms: now.getTime() - row.started_at.getTime(),
    },
    instruction.next,
  );
}

async function passBy(
  interpreter: Interpreter,
  { step, row, next }: Extract<Halt, { kind: 'request' }>,
  now: Date,
): Promise<void> {
  const startedAt = performance.now();
  try {
    const variables = await interpreter.context.variables(rootsOf(step).texts, now);
    const input = prepareRequest(step, variables);
    const output = { not_sent: 'dry_run' };
    interpreter.record(ended({ ...row, input, output }, 'completed', startedAt, now), next);
  } catch (error) {
    throw new FailedStep(ended(row, 'failed', startedAt, now, error), error);
  }
}

/** Each step once, as it was in the end. */
function shown(run: RunRow, trace: readonly StepRow[]): PlaybookRunStep[] {
  const last = new Map(trace.map((row) => [row.position, row]));
  return [...last.values()].map((row) => toStep(run.run_id, row));
}
