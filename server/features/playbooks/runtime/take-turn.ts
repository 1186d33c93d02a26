import type { Tx } from '../../../platform/database/transaction.ts';
import { type EventType, pendingEvent } from '../../../platform/events/event.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import {
  playbookRunCompleted,
  playbookRunFailed,
  playbookRunStarted,
  playbookRunStopped,
  playbookRunWaiting,
} from '../run-events.ts';
import type { PlaybookRun } from '../run-schemas.ts';
import { endedAs, NOT_ANCHORED } from './change-run.ts';
import { type Halt, Interpreter } from './interpret.ts';
import {
  lockClaimed,
  lockLifecycle,
  type RunRow,
  saveRun,
  setWaitingSince,
  toRun,
} from './queries.ts';
import { prepareRequest, recordLateOutcome, type Settled, settleRequest } from './requests.ts';
import { actorOf, isEnded, later } from './run.ts';
import { endOpenSteps, listSteps, writeSteps } from './step-queries.ts';
import { eventsSinceStart, findStop } from './stops.ts';
import { LEASE_MS, type Turn, type TurnOptions } from './turn.ts';
import { findVersion } from './versions.ts';

/**
 * One transaction of a run: up to `bounds.maxSteps` steps with their effects, trace and events. If the worker is
 * killed, nothing is committed. If another worker has claimed the run, the fence differs and nothing is done.
 */
export async function takeTurn(tx: Tx, options: TurnOptions): Promise<Turn> {
  const { claim, bounds, isOutbound, sent } = options;
  // Pipelined in one round trip. The locks come first, so the other queries see everything committed before the locks were granted.
  lockLifecycle(tx, claim.lifecycle_number);
  const [locked, events, before] = await Promise.all([
    lockClaimed(tx, claim.run_id, claim.fence),
    eventsSinceStart(tx, claim.run_id),
    listSteps(tx, claim.run_id),
  ]);
  if (locked === null) return { kind: 'over' };
  const { instructions } = await findVersion(tx, locked);
  if (isEnded(locked.status)) {
    if (sent) recordLateOutcome(tx, locked, before, sent);
    return { kind: 'over' };
  }
  options.onStart(locked.position);
  const own = tx.as(actorOf(claim.run_id));
  const run: RunRow = { ...locked, started_at: locked.started_at ?? tx.now, updated_at: tx.now };
  // A run started by a request has already emitted its started event.
  const isNew = locked.started_at === null && run.trigger_seq !== null;
  if (isNew) emit(own, run, playbookRunStarted);

  const interpreter = new Interpreter(own, run, { instructions, before, isOutbound });
  interpreter.prefetch();
  const stop = await findStop(tx, locked, events);
  const settled = settleRequest(interpreter, before, sent);
  if (settled) interpreter.context.invalidate();
  if (stop !== null) await endOpenSteps(tx, run.run_id, 'stopped');
  const end =
    settled?.end ??
    (stop === null ? await interpreter.proceed(bounds) : { kind: 'stopped', reason: stop });

  const { after, event, turn } = await conclude(tx, run, end, options.secrets);
  if (event) emit(own, after, event);
  writeSteps(tx, run.run_id, interpreter.trace);
  saveRun(tx, after);
  if (after.waiting_for !== null) setWaitingSince(tx, run.run_id);
  return turn;
}

function emit(tx: Tx, run: RunRow, type: EventType<typeof PlaybookRun>): void {
  tx.emit(run.lifecycle_number, pendingEvent(type, toRun(run)));
}

interface Conclusion {
  after: RunRow;
  event: EventType<typeof PlaybookRun> | null;
  turn: Turn;
}

/** The run after its turn, its event, and what the worker does next. */
async function conclude(
  tx: Tx,
  run: RunRow,
  end: Halt | NonNullable<Settled['end']>,
  secrets: Secrets | null,
): Promise<Conclusion> {
  const over = (after: RunRow, event: Conclusion['event']): Conclusion => ({
    after,
    event,
    turn: { kind: 'over' },
  });
  const claimed = { ...run, ...NOT_ANCHORED, claimable_at: later(tx.now, LEASE_MS) };
  switch (end.kind) {
    case 'completed':
      return over(endedAs(run, tx.now, { status: 'completed' }), playbookRunCompleted);
    case 'stopped': {
      const stopped = endedAs(run, tx.now, { status: 'stopped', reason: end.reason });
      return over(stopped, playbookRunStopped);
    }
    case 'failed':
      return over(endedAs(run, tx.now, { status: 'failed', error: end.error }), playbookRunFailed);
    case 'waiting':
      return over(waitingUntil(run, end), playbookRunWaiting);
    case 'retrying':
      return over(waitingUntil(run, { until: end.until, event: null }), null);
    case 'outbound':
      return over({ ...claimed, is_outbound: true, claimable_at: tx.now, due_at: tx.now }, null);
    case 'paused':
      return { after: claimed, event: null, turn: { kind: 'more' } };
    case 'request': {
      const outgoing = await prepareRequest(tx, run, end, secrets);
      return { after: claimed, event: null, turn: { kind: 'send', outgoing } };
    }
  }
}

function waitingUntil(
  run: RunRow,
  {
    until,
    event,
    anchored,
  }: Pick<Extract<Halt, { kind: 'waiting' }>, 'until' | 'event' | 'anchored'>,
): RunRow {
  return {
    ...run,
    ...(anchored ?? NOT_ANCHORED),
    status: 'waiting',
    due_at: until,
    claimable_at: until,
    is_outbound: false,
    waiting_for: event,
    resumed_by: null,
  };
}
