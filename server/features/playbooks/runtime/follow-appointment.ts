import {
  IN_THE_PAST,
  type Timer,
  type TimerState,
  timerState,
} from '../../../domain/appointment-timers.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Reaction } from '../../../platform/events/reaction.ts';
import { appointmentTimerReaction, type ChangedAppointment } from '../../calendar/index.ts';
import { playbookRunStopped, playbookRunWaiting } from '../run-events.ts';
import { changeRun, endedAs } from './change-run.ts';
import { followPassedWait } from './follow-passed-wait.ts';
import { RUN_COLUMNS, type RunRow } from './queries.ts';
import { endOpenSteps } from './step-queries.ts';

/** Moves or stops the runs that wait for an appointment, in the transaction that moves or ends it. */
export const followAppointmentOfRuns: Reaction = appointmentTimerReaction(async (tx, changed) => {
  const values = [tx.organizationId, changed.appointment_id, changed.undone];
  const runs = await tx.query<RunRow>(lockRuns, values);
  for (const run of runs) {
    const timer = timerOf(run);
    if (timer === null) await followPassedWait(tx, run, changed);
    else await follow(tx, run, stateOf(tx, timer, changed));
  }
});

/**
 * Those that have ended too: a visit that is moved after its reminder needs another one, and so does one that is to come
 * again because the step that stopped the run was undone ($3).
 */
const lockRuns = statement(
  'lock_playbook_runs_of_appointment',
  `select ${RUN_COLUMNS} from playbook_runs
   where organization_id = $1 and appointment_id = $2 and next_run_id is null
     and (finished_at is null or status = 'completed' or status = 'stopped' and reason in ('${IN_THE_PAST}', $3))
   order by run_id for update`,
);

function timerOf({ wait_anchor, wait_offset }: RunRow): Timer | null {
  return wait_anchor === null || wait_offset === null
    ? null
    : { anchor: wait_anchor, offset: wait_offset };
}

function stateOf(tx: Tx, timer: Timer, changed: ChangedAppointment): TimerState {
  return timerState(timer, changed, tx.now, changed.time_zone);
}

/** A worker that has claimed the run finds another fence, and does nothing. */
const overtake = statement(
  'overtake_worker_of_playbook_run',
  'update playbook_runs set fence = fence + 1 where organization_id = $1 and run_id = $2',
);
const moveWait = statement(
  'move_wait_of_playbook_run',
  `update playbook_run_steps set output = jsonb_build_object('until', $4::text)
   where organization_id = $1 and run_id = $2 and position = $3 and status = 'waiting'`,
);

async function follow(tx: Tx, run: RunRow, state: TimerState): Promise<void> {
  if (state.state !== 'waits') {
    const reason = state.state === 'over' ? state.endedBy : IN_THE_PAST;
    await endOpenSteps(tx, run.run_id, reason);
    changeRun(tx, endedAs(run, tx.now, { status: 'stopped', reason }), playbookRunStopped);
  } else if (state.anchoredAt.getTime() === run.anchored_at?.getTime()) return;
  else {
    tx.query(moveWait, [tx.organizationId, run.run_id, run.position, state.at.toISOString()]);
    changeRun(tx, waitingAgain(run, state, tx.now), playbookRunWaiting);
  }
  tx.query(overtake, [tx.organizationId, run.run_id]);
}

function waitingAgain(run: RunRow, state: { at: Date; anchoredAt: Date }, now: Date): RunRow {
  return {
    ...run,
    status: 'waiting',
    due_at: state.at,
    claimable_at: state.at,
    anchored_at: state.anchoredAt,
    is_held_back: false,
    late_at: null,
    updated_at: now,
  };
}
