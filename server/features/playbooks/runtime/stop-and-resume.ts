import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { EventHead, LoggedEvent } from '../../../platform/events/follow-log.ts';
import { matchesAny, matchesPattern } from '../../../platform/events/patterns.ts';
import { evaluate } from '../conditions.ts';
import { playbookRunStopped } from '../run-events.ts';
import { changeRun, endedAs } from './change-run.ts';
import { Context, toEventVariable } from './context.ts';
import { numbersOf } from './event-subjects.ts';
import { listAwaitedEvents, lockActiveRuns, type RunRow, saveRun } from './queries.ts';
import { endOpenSteps, listSteps } from './step-queries.ts';
import { isStoppedBy } from './stops.ts';
import { variablesOfCondition } from './variable-names.ts';
import { findVersion } from './versions.ts';

/** Tells which events can stop or resume a run that is active now. A later run reads the log itself. */
export async function findAwaited(
  tx: Tx,
  heads: readonly EventHead[],
): Promise<(event: EventHead) => boolean> {
  const numbers = numbersOf(heads);
  const runs = numbers.length === 0 ? [] : await listAwaitedEvents(tx, numbers);
  const patterns = Map.groupBy(runs, ({ lifecycle_number }) => lifecycle_number);
  return ({ lifecycle_number, type }) =>
    (patterns.get(lifecycle_number ?? '') ?? []).some((run) => matchesAny(run.patterns, type));
}

/** Stops the runs that an event of their lifecycle stops, and resumes the runs that wait for it. */
export async function stopAndResume(tx: Tx, events: readonly LoggedEvent[]): Promise<void> {
  const numbers = numbersOf(events);
  if (numbers.length === 0) return;
  for (const run of await lockActiveRuns(tx, numbers)) {
    const own = events.filter(({ lifecycle_number }) => lifecycle_number === run.lifecycle_number);
    const stop = await findFirst(own, (event) => isStoppedBy(tx, run, toStopEvent(event)));
    if (stop) {
      await stopRun(tx, run, stop);
      continue;
    }
    const awaited = await findFirst(own, (event) => isAwaited(tx, run, event));
    if (awaited) resume(tx, run, awaited);
  }
}

async function findFirst(
  events: readonly LoggedEvent[],
  matches: (event: LoggedEvent) => Promise<boolean>,
): Promise<LoggedEvent | null> {
  for (const event of events) if (await matches(event)) return event;
  return null;
}

function toStopEvent({ seq, type, actor, data }: LoggedEvent) {
  const { run_id, communication_id } = data;
  return {
    seq,
    type,
    actor,
    run_id: textOrNull(run_id),
    communication_id: textOrNull(communication_id),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function stopRun(tx: Tx, run: RunRow, event: LoggedEvent): Promise<void> {
  const { hasUnknown } = await endOpenSteps(tx, run.run_id, 'stopped');
  const has_unknown = run.has_unknown || hasUnknown;
  const stopped = endedAs(run, tx.now, { status: 'stopped', reason: event.type, has_unknown });
  changeRun(tx, stopped, playbookRunStopped);
}

/** Events from before the wait, and events that the run itself causes, do not resume it. */
async function isAwaited(tx: Tx, run: RunRow, event: LoggedEvent): Promise<boolean> {
  if (run.status !== 'waiting' || run.waiting_for === null || run.resumed_by !== null) return false;
  const ownId = toPublicId('run', run.run_id);
  if (event.seq <= (run.waiting_since ?? 0) || event.actor.id === ownId) return false;
  if (!matchesPattern(run.waiting_for, event.type)) return false;
  const { instructions } = await findVersion(tx, run);
  const step = instructions[run.position]?.step;
  const when = step?.do === 'wait' && 'event' in step.with ? step.with.when : undefined;
  if (when === undefined) return true;
  const context = new Context(tx, run, await listSteps(tx, run.run_id));
  const names = await variablesOfCondition(tx.organizationId, when);
  const variables = {
    ...(await context.variables(names, tx.now)),
    ...(names.has('event') && { event: toEventVariable(event) }),
    ...(names.has('data') && { data: event.data }),
  };
  const result = await evaluate(tx.organizationId, when, variables);
  // If the condition cannot be evaluated, the run keeps waiting until its timeout.
  return 'value' in result && result.value;
}

function resume(tx: Tx, run: RunRow, event: LoggedEvent): void {
  saveRun(tx, {
    ...run,
    due_at: tx.now,
    claimable_at: tx.now,
    resumed_by: {
      id: toPublicId('event', event.event_id),
      seq: event.seq,
      type: event.type,
      timestamp: event.occurred_at.toISOString(),
      data: event.data,
    },
    updated_at: tx.now,
  });
}
