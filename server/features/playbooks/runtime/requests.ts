import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { kindOf } from '../steps/index.ts';
import type { PublicError, StepFailure } from '../steps/step-failure.ts';
import { INTERRUPTED, toStepFailure } from './answer.ts';
import type { Halt, Interpreter } from './interpret.ts';
import { type RunRow, saveRun } from './queries.ts';
import { BACKOFF_MS, keyOf, later } from './run.ts';
import { validSecrets } from './signing-secrets.ts';
import { type StepRow, writeSteps } from './step-queries.ts';
import { ended, FailedStep } from './trace.ts';
import type { Answered, Sending } from './turn.ts';

/** What is sent once the turn is committed, which says that it is under way. */
export async function beginRequest(
  tx: Tx,
  run: RunRow,
  { request, timeoutMs, taken: { row, startedAt } }: Extract<Halt, { kind: 'request' }>,
  secrets: Secrets | null,
): Promise<Sending> {
  const key = keyOf(toPublicId('run', run.run_id), row.step_id);
  try {
    const valid = await validSecrets(tx, secrets);
    return { stepId: row.step_id, request, timeoutMs, key, secrets: valid, startedAt };
  } catch (error) {
    throw new FailedStep(ended(row, 'failed', startedAt, tx.now, error), error);
  }
}

export interface Settled {
  /** Why the run halts because of it; null to go on with the next step. */
  end: { kind: 'retrying'; until: Date } | { kind: 'failed'; error: PublicError } | null;
}

/** Records what came of a request that was under way; null if none was. */
export function settleRequest(
  interpreter: Interpreter,
  before: readonly StepRow[],
  answered: Answered | null,
): Settled | null {
  const { run } = interpreter;
  const row = before.find(({ position }) => position === run.position);
  const instruction = interpreter.instructionAt(run.position);
  if (row?.status !== 'running' || !instruction) return null;
  const { step, next } = instruction;
  const kind = kindOf(step);
  if (kind.effect !== 'request') return null;
  const answer = answered?.answer ?? INTERRUPTED;
  const startedAt = answered?.sending.startedAt ?? performance.now();
  const now = interpreter.now();
  const finish = (status: StepRow['status'], output: unknown, error?: StepFailure) =>
    ended({ ...row, output }, status, startedAt, now, error);
  if (answer.result === 'accepted') {
    interpreter.record(finish('completed', answer.reply), next);
    return { end: null };
  }
  const failure = toStepFailure(answer);
  const error = { code: failure.code, detail: failure.message };
  if (answer.result === 'ambiguous' && !kind.mayRepeat?.(step)) {
    interpreter.record(finish('unknown', null, failure), next);
    run.has_unknown = true;
    return { end: null };
  }
  const pause = answer.result === 'refused' ? undefined : BACKOFF_MS[row.attempts - 1];
  if (pause !== undefined) {
    // The next attempt is at the same step and under the same key.
    interpreter.trace.push({ ...row, status: 'waiting', error });
    return { end: { kind: 'retrying', until: later(now, pause) } };
  }
  interpreter.trace.push(
    finish('failed', answer.result === 'refused' ? answer.reply : null, failure),
  );
  return { end: { kind: 'failed', error } };
}

/** The run was ended while its request was under way: what came of it is still written down. */
export function recordLateAnswer(
  tx: Tx,
  run: RunRow,
  before: readonly StepRow[],
  { sending, answer }: Answered,
): void {
  const row = before.find(({ step_id }) => step_id === sending.stepId);
  if (row?.status !== 'unknown' || answer.result === 'ambiguous') return;
  const finished =
    answer.result === 'accepted'
      ? ended({ ...row, output: answer.reply }, 'completed', sending.startedAt, tx.now)
      : ended({ ...row, output: null }, 'failed', sending.startedAt, tx.now, toStepFailure(answer));
  writeSteps(tx, run.run_id, [finished]);
  const others = before.some((other) => other !== row && other.status === 'unknown');
  saveRun(tx, { ...run, has_unknown: others, updated_at: tx.now });
}
