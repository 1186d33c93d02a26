import type { Tx } from '../../../platform/database/transaction.ts';
import { type EventType, pendingEvent } from '../../../platform/events/event.ts';
import type { PlaybookRun } from '../run-schemas.ts';
import { type RunRow, saveRun, toRun } from './queries.ts';

/** Of a run that waits for no time of its appointment. */
export const NOT_ANCHORED = { wait_anchor: null, wait_offset: null, anchored_at: null } as const;

/** The row of a run that has ended. */
export function endedAs(
  run: RunRow,
  at: Date,
  how: Pick<RunRow, 'status'> & Partial<Pick<RunRow, 'reason' | 'error' | 'has_unknown'>>,
): RunRow {
  return {
    ...run,
    ...how,
    due_at: null,
    claimable_at: null,
    is_held_back: false,
    is_outbound: false,
    waiting_for: null,
    late_at: null,
    ...NOT_ANCHORED,
    finished_at: at,
    updated_at: at,
  };
}

/** The row of a run that is due now and not claimed. */
export function requeued(run: RunRow, at: Date): RunRow {
  return {
    ...run,
    status: 'queued',
    due_at: at,
    claimable_at: at,
    is_held_back: false,
    is_outbound: false,
    finished_at: null,
    late_at: null,
    ...NOT_ANCHORED,
    updated_at: at,
  };
}

/** Saves a change to a locked run and emits its event. */
export function changeRun(tx: Tx, run: RunRow, type: EventType<typeof PlaybookRun>): PlaybookRun {
  saveRun(tx, run);
  const changed = toRun(run);
  tx.emit(run.lifecycle_number, pendingEvent(type, changed));
  return changed;
}
