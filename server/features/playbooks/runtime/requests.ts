import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { useSecrets } from '../../secrets/index.ts';
import { kindOf } from '../steps/index.ts';
import { type PublicError, StepFailure } from '../steps/step-failure.ts';
import type { Halt, Interpreter } from './interpret.ts';
import { type RunRow, saveRun } from './queries.ts';
import { INTERRUPTED, toStepFailure } from './request-outcome.ts';
import { BACKOFF_MS, keyOf, later } from './run.ts';
import { validSecrets } from './signing-secrets.ts';
import { type StepRow, writeSteps } from './step-queries.ts';
import { FailedStep, finishedStep } from './trace.ts';
import type { OutgoingRequest, SentRequest } from './turn.ts';

/** The request to send once the transaction that marks it as in progress is committed. */
export async function prepareRequest(
  tx: Tx,
  run: RunRow,
  halt: Extract<Halt, { kind: 'request' }>,
  secrets: Secrets | null,
): Promise<OutgoingRequest> {
  const { request, placeholders, timeoutMs, progress } = halt;
  const { row, startedAt } = progress;
  const key = keyOf(toPublicId('run', run.run_id), row.step_id);
  try {
    const { hostname } = new URL(request.url);
    const [valid, values] = await Promise.all([
      validSecrets(tx, secrets),
      useSecrets(tx, secrets, placeholders.names, hostname),
    ]);
    if ('code' in values) throw new StepFailure(values.code, values.detail);
    const outgoing = { stepId: row.step_id, request, timeoutMs, key, secrets: valid, startedAt };
    return { ...outgoing, placeholders, values };
  } catch (error) {
    throw new FailedStep(finishedStep(row, 'failed', startedAt, tx.now, error), error);
  }
}

export interface Settled {
  /** Why the run halts; null to continue with the next step. */
  end: { kind: 'retrying'; until: Date } | { kind: 'failed'; error: PublicError } | null;
}

/** Records the outcome of the request in progress; null if there was none. */
export function settleRequest(
  interpreter: Interpreter,
  before: readonly StepRow[],
  sent: SentRequest | null,
): Settled | null {
  const { run } = interpreter;
  const row = before.find(({ position }) => position === run.position);
  const instruction = interpreter.instructionAt(run.position);
  if (row?.status !== 'running' || !instruction) return null;
  const { step, next } = instruction;
  const kind = kindOf(step);
  if (kind.effect !== 'request') return null;
  const outcome = sent?.outcome ?? INTERRUPTED;
  const startedAt = sent?.outgoing.startedAt ?? performance.now();
  const now = interpreter.now();
  const finish = (status: StepRow['status'], output: unknown, error?: StepFailure) =>
    finishedStep({ ...row, output }, status, startedAt, now, error);
  if (outcome.result === 'accepted') {
    interpreter.record(finish('completed', outcome.reply), next);
    return { end: null };
  }
  const failure = toStepFailure(outcome);
  const error = { code: failure.code, detail: failure.message };
  if (outcome.result === 'ambiguous' && !kind.mayRepeat?.(step)) {
    interpreter.record(finish('unknown', null, failure), next);
    run.has_unknown = true;
    return { end: null };
  }
  const pause = outcome.result === 'refused' ? undefined : BACKOFF_MS[row.attempts - 1];
  if (pause !== undefined) {
    // The next attempt is the same step with the same key.
    interpreter.trace.push({ ...row, status: 'waiting', error });
    return { end: { kind: 'retrying', until: later(now, pause) } };
  }
  interpreter.trace.push(
    finish('failed', outcome.result === 'refused' ? outcome.reply : null, failure),
  );
  return { end: { kind: 'failed', error } };
}

/** Records the outcome of a request although its run has ended while the request was in progress. */
export function recordLateOutcome(
  tx: Tx,
  run: RunRow,
  before: readonly StepRow[],
  { outgoing, outcome }: SentRequest,
): void {
  const row = before.find(({ step_id }) => step_id === outgoing.stepId);
  if (row?.status !== 'unknown' || outcome.result === 'ambiguous') return;
  const finished =
    outcome.result === 'accepted'
      ? finishedStep({ ...row, output: outcome.reply }, 'completed', outgoing.startedAt, tx.now)
      : finishedStep(
          { ...row, output: null },
          'failed',
          outgoing.startedAt,
          tx.now,
          toStepFailure(outcome),
        );
  writeSteps(tx, run.run_id, [finished]);
  const others = before.some((other) => other !== row && other.status === 'unknown');
  saveRun(tx, { ...run, has_unknown: others, updated_at: tx.now });
}
