import type { Tx } from '../../../platform/database/transaction.ts';
import { type Actor, pendingEvent } from '../../../platform/events/event.ts';
import { toPublicId } from '../../../platform/ids.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { HttpRequestStep } from '../definition.ts';
import {
  playbookRunCompleted,
  playbookRunFailed,
  playbookRunStarted,
  playbookRunStopped,
  playbookRunWaiting,
} from '../run-events.ts';
import { type Answer, INTERRUPTED, toStepFailure } from './answer.ts';
import { endedAs } from './change-run.ts';
import { type Bounds, ended, FailedStep, type Halt, Interpreter } from './interpret.ts';
import {
  lockClaimed,
  lockLifecycle,
  type RunRow,
  saveRun,
  toRun,
  waitFromHere,
} from './queries.ts';
import { prepareRequest, type StepRequest } from './request.ts';
import { rootsOf } from './roots.ts';
import { BACKOFF_MS, isEnded, keyOf } from './run.ts';
import { validSecrets } from './signing-secrets.ts';
import type { StepFailure } from './step-failure.ts';
import { endOpenSteps, listSteps, type StepRow, writeSteps } from './step-queries.ts';
import { eventsSinceBirth, findStop } from './stops.ts';
import { findVersion } from './versions.ts';

/**
 * Longer than a turn takes by far; while one lasts, its row is locked and nobody can claim it anyway. While a
 * request is under way its worker says so, every third of this.
 */
export const LEASE_MS = 10_000;

export interface Claim {
  organization_id: string;
  run_id: string;
  fence: number;
  due_at: Date;
  lifecycle_number: string | null;
}

/** A request that was written down as under way, to be sent now. */
export interface Sending {
  step: HttpRequestStep;
  request: StepRequest;
  key: string;
  secrets: string[];
  /** Of performance.now(). */
  startedAt: number;
}

export type Turn = { kind: 'over' } | { kind: 'more' } | { kind: 'send'; sending: Sending };

export interface TurnOptions {
  claim: Claim;
  bounds: Bounds;
  /** Whether requests to other machines are this worker's business. */
  isOutbound: boolean;
  /** What came of the request that the turn before began. */
  answer: { sending: Sending; answer: Answer } | null;
  secrets: Secrets | null;
  /** Told where the turn begins, once it is known: what fails there fails by itself. */
  began(position: number): void;
}

/** Who does what a run does: the run itself, by its id. */
export function actorOf(runId: string): Actor {
  return { type: 'system', id: toPublicId('run', runId), name: 'Playbook' };
}

/**
 * One transaction of a run: as many steps as may be, their effects, their trace and their events. Whoever is
 * killed in it has done nothing; whoever was overtaken finds another fence and does nothing either.
 */
export async function takeTurn(tx: Tx, options: TurnOptions): Promise<Turn> {
  const { claim, bounds, isOutbound, answer } = options;
  // In one trip: the locks come first, and what is behind them sees what was committed before they were given.
  lockLifecycle(tx, claim.lifecycle_number);
  const [locked, happened, before] = await Promise.all([
    lockClaimed(tx, claim.run_id, claim.fence),
    eventsSinceBirth(tx, claim.run_id),
    listSteps(tx, claim.run_id),
  ]);
  if (locked === null) return { kind: 'over' };
  const isNew = locked.started_at === null;
  const version = await findVersion(tx, locked);
  if (isEnded(locked.status)) {
    if (answer) tellLate(tx, locked, before, answer);
    return { kind: 'over' };
  }
  options.began(locked.position);
  const own = tx.as(actorOf(claim.run_id));
  const run: RunRow = { ...locked, started_at: locked.started_at ?? tx.now, updated_at: tx.now };
  const tell = (...[type, told]: Parameters<typeof pendingEvent<typeof playbookRunStarted.data>>) =>
    own.emit(run.lifecycle_number, pendingEvent(type, told));
  // One that was asked for has told of itself to whoever asked.
  if (isNew && run.trigger_seq !== null) tell(playbookRunStarted, toRun(run));

  const interpreter = new Interpreter(own, run, version.instructions, before);
  interpreter.prefetch();
  const stop = await findStop(tx, locked, happened);
  const settled = settleRequest(interpreter, before, options);
  if (settled) interpreter.context.forget();
  if (stop !== null) await endOpenSteps(tx, run.run_id, 'stopped');
  const halt: Halt | { kind: 'failed'; error: { code: string; detail: string } } =
    stop !== null && !settled?.isHalt
      ? { kind: 'stopped', reason: stop }
      : (settled?.halt ?? (await interpreter.proceed(bounds)));

  let after = run;
  let turn: Turn = { kind: 'over' };
  switch (halt.kind) {
    case 'completed':
      after = endedAs(run, tx.now, { status: 'completed' });
      tell(playbookRunCompleted, toRun(after));
      break;
    case 'stopped':
      after = endedAs(run, tx.now, { status: 'stopped', reason: halt.reason });
      tell(playbookRunStopped, toRun(after));
      break;
    case 'failed':
      after = endedAs(run, tx.now, { status: 'failed', error: halt.error });
      tell(playbookRunFailed, toRun(after));
      break;
    case 'waiting':
      after = waitingUntil(run, halt.waiting.until, halt.waiting.for);
      if (!settled?.isHalt) tell(playbookRunWaiting, toRun(after));
      break;
    case 'paused':
      after = { ...run, claimable_at: later(tx.now, LEASE_MS) };
      turn = { kind: 'more' };
      break;
    case 'request': {
      if (!isOutbound) {
        after = { ...run, is_outbound: true, claimable_at: tx.now, due_at: tx.now };
        break;
      }
      const sending = await beginRequest(tx, interpreter, halt, options.secrets);
      after = { ...run, claimable_at: later(tx.now, LEASE_MS) };
      turn = { kind: 'send', sending };
      break;
    }
  }
  writeSteps(tx, run.run_id, interpreter.trace);
  saveRun(tx, after);
  if (after.waiting_for !== null) waitFromHere(tx, run.run_id);
  return turn;
}

function waitingUntil(run: RunRow, until: Date, event: string | null): RunRow {
  return {
    ...run,
    status: 'waiting',
    due_at: until,
    claimable_at: until,
    is_outbound: false,
    waiting_for: event,
    resumed_by: null,
  };
}

/** Writes down that the request is under way, before it is: whoever finds it so cannot know what came of it. */
async function beginRequest(
  tx: Tx,
  interpreter: Interpreter,
  { step, row }: Extract<Halt, { kind: 'request' }>,
  secrets: Secrets | null,
): Promise<Sending> {
  const startedAt = performance.now();
  try {
    const variables = await interpreter.context.variables(rootsOf(step).texts, tx.now);
    const request = prepareRequest(step, variables);
    interpreter.trace.push({ ...row, input: request });
    const key = keyOf(toPublicId('run', interpreter.run.run_id), step.id);
    return { step, request, key, secrets: await validSecrets(tx, secrets), startedAt };
  } catch (error) {
    throw new FailedStep(ended(row, 'failed', startedAt, tx.now, error), error);
  }
}

interface Settled {
  /** Where the run stands because of it; null to go on with the next step. */
  halt: Halt | { kind: 'failed'; error: { code: string; detail: string } } | null;
  isHalt: boolean;
}

/** Records what came of a request that was under way; null if none was. */
function settleRequest(
  interpreter: Interpreter,
  before: readonly StepRow[],
  { answer }: TurnOptions,
): Settled | null {
  const { run } = interpreter;
  const row = before.find(({ position }) => position === run.position);
  const instruction = interpreter.instructionAt(run.position);
  if (row?.status !== 'running' || instruction?.step.do !== 'http_request') return null;
  const { step, next } = instruction;
  const isIdempotent = step.with.idempotent === true;
  const came = answer?.answer ?? INTERRUPTED;
  const now = interpreter.now();
  const finish = (status: StepRow['status'], output: unknown, error: StepFailure | undefined) =>
    ended({ ...row, output }, status, answer?.sending.startedAt ?? performance.now(), now, error);
  if (came.result === 'accepted') {
    interpreter.record(finish('completed', came.reply, undefined), next);
    return { halt: null, isHalt: false };
  }
  const failure = toStepFailure(came);
  const error = { code: failure.code, detail: failure.message };
  if (came.result === 'ambiguous' && !isIdempotent) {
    interpreter.record(finish('unknown', null, failure), next);
    run.has_unknown = true;
    return { halt: null, isHalt: false };
  }
  const pause = came.result === 'refused' ? undefined : BACKOFF_MS[row.attempts - 1];
  if (pause !== undefined) {
    // The run has its next attempt before it, at the same step and under the same key.
    interpreter.trace.push({ ...row, status: 'waiting', error });
    return {
      halt: { kind: 'waiting', waiting: { until: later(now, pause), for: null } },
      isHalt: true,
    };
  }
  const output = came.result === 'refused' ? came.reply : null;
  interpreter.trace.push(finish('failed', output, failure));
  return { halt: { kind: 'failed', error }, isHalt: true };
}

/** The run was ended while its request was under way: what came of it is still told. */
function tellLate(
  tx: Tx,
  run: RunRow,
  before: readonly StepRow[],
  { sending, answer }: { sending: Sending; answer: Answer },
): void {
  const row = before.find(({ step_id }) => step_id === sending.step.id);
  if (row?.status !== 'unknown' || answer.result === 'ambiguous') return;
  const [status, output] =
    answer.result === 'accepted'
      ? (['completed', answer.reply] as const)
      : (['failed', null] as const);
  const error = answer.result === 'accepted' ? undefined : toStepFailure(answer);
  writeSteps(tx, run.run_id, [ended({ ...row, output }, status, sending.startedAt, tx.now, error)]);
  const others = before.some((other) => other !== row && other.status === 'unknown');
  saveRun(tx, { ...run, has_unknown: others, updated_at: tx.now });
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
