import { type Timer, type TimerState, timerState } from '../../../domain/appointment-timers.ts';
import { toUuid } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { newUuid } from '../../../platform/ids.ts';
import { isObject } from '../../../platform/is-object.ts';
import { appointmentRescheduled, type ChangedAppointment } from '../../calendar/index.ts';
import { withdrawMessages } from '../../messaging/index.ts';
import type { Instruction } from '../compile.ts';
import { playbookRunStarted, playbookRunStopped, playbookRunWaiting } from '../run-events.ts';
import { isAppointmentWait, timerOf } from '../steps/wait-for-appointment.ts';
import { changeRun, endedAs, requeued } from './change-run.ts';
import { currentSeq, insertRuns, type RunRow, saveRun, toRun } from './queries.ts';
import { isEnded } from './run.ts';
import { endOpenSteps, listSteps, type StepRow, writeSteps } from './step-queries.ts';
import { findVersion } from './versions.ts';

/**
 * A run that has passed its wait reminded the contact of a time that is no longer true. What it queued since is
 * withdrawn if it was not sent yet. If the new time of the wait is still to come, another run continues from the wait.
 */
export async function followPassedWait(
  tx: Tx,
  run: RunRow,
  changed: ChangedAppointment,
): Promise<void> {
  const [{ instructions }, steps] = await Promise.all([
    findVersion(tx, run),
    listSteps(tx, run.run_id),
  ]);
  const passed = lastPassed(instructions, steps);
  if (passed === null) return;
  const state = timerState(passed.timer, changed, tx.now, changed.time_zone);
  if (isUnchanged(passed.row, state)) return;
  const reason = state.state === 'over' ? 'appointment_over' : 'appointment_moved';
  await withdrawMessages(tx, queuedSince(steps, passed.row.position), reason);
  if (state.state !== 'waits' || !(await isPlaybookOn(tx, run))) return;
  await continueFrom(tx, run, passed, state);
}

interface Passed {
  row: StepRow;
  timer: Timer;
}

function lastPassed(
  instructions: readonly Instruction[],
  steps: readonly StepRow[],
): Passed | null {
  for (const row of steps.toReversed()) {
    const step = instructions[row.position]?.step;
    if (step?.do !== 'wait' || !isAppointmentWait(step.with)) continue;
    return row.status === 'waiting' ? null : { row, timer: timerOf(step.with) };
  }
  return null;
}

function isUnchanged({ output }: StepRow, state: TimerState): boolean {
  return state.state !== 'over' && isObject(output) && output.until === state.at.toISOString();
}

function queuedSince(steps: readonly StepRow[], position: number): string[] {
  return steps.flatMap(({ position: at, output }) => {
    const id = at > position && isObject(output) ? output.communication_id : null;
    const uuid = typeof id === 'string' ? toUuid('communication', id) : null;
    return uuid === null ? [] : [uuid];
  });
}

const selectIsOn = statement(
  'is_playbook_of_run_on',
  `select enabled or $3 as is_on from playbooks
   where organization_id = $1 and playbook_id = $2 and archived_at is null`,
);

/** A run that was requested needs no playbook that is enabled. */
async function isPlaybookOn(tx: Tx, run: RunRow): Promise<boolean> {
  const values = [tx.organizationId, run.playbook_id, run.trigger_type === null];
  const [row] = await tx.query<{ is_on: boolean }>(selectIsOn, values);
  return row?.is_on === true;
}

const copySteps = statement(
  'copy_playbook_run_steps',
  `insert into playbook_run_steps (organization_id, run_id, position, step_id, kind, status, input, output, error,
     attempts, started_at, finished_at, duration_ms)
   select organization_id, $3, position, step_id, kind, status, input, output, error, attempts, started_at,
     finished_at, duration_ms
   from playbook_run_steps where organization_id = $1 and run_id = $2 and position < $4`,
);

/** Texts and conditions of the new run see the same event and the same steps before the wait. It waits at once. */
async function continueFrom(
  tx: Tx,
  run: RunRow,
  { row: wait, timer }: Passed,
  { at, anchoredAt }: Extract<TimerState, { state: 'waits' }>,
): Promise<void> {
  const next: RunRow = {
    ...requeued(run, tx.now),
    status: 'waiting',
    due_at: at,
    claimable_at: at,
    wait_anchor: timer.anchor,
    wait_offset: timer.offset,
    anchored_at: anchoredAt,
    run_id: newUuid(tx.now),
    trigger_seq: null,
    event_seq: run.trigger_seq ?? run.event_seq,
    born_seq: await currentSeq(tx),
    position: wait.position,
    step_id: wait.step_id,
    fence: 0,
    waiting_for: null,
    waiting_since: null,
    resumed_by: null,
    reason: null,
    error: null,
    has_unknown: false,
    next_run_id: null,
    created_at: tx.now,
    started_at: tx.now,
  };
  if (!(await insertRuns(tx, [next])).has(next.run_id)) return;
  saveRun(tx, next);
  tx.query(copySteps, [tx.organizationId, run.run_id, next.run_id, wait.position]);
  writeSteps(tx, next.run_id, [{ ...wait, ...begun(tx.now), output: { until: at.toISOString() } }]);
  const types = [playbookRunStarted, playbookRunWaiting];
  tx.emit(next.lifecycle_number, ...types.map((type) => pendingEvent(type, toRun(next))));
  const replaced = { ...run, next_run_id: next.run_id, updated_at: tx.now };
  if (isEnded(run.status)) return saveRun(tx, replaced);
  await endOpenSteps(tx, run.run_id, appointmentRescheduled.type);
  const stop = { status: 'stopped', reason: appointmentRescheduled.type } as const;
  changeRun(tx, endedAs(replaced, tx.now, stop), playbookRunStopped);
}

/** A step that waits since then. */
function begun(at: Date) {
  return {
    status: 'waiting',
    error: null,
    attempts: 1,
    started_at: at,
    finished_at: null,
    duration_ms: null,
  } as const;
}
