import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import { PLAYBOOKS_FOLLOWER } from './follow.ts';
import type { PlaybookRow } from './queries.ts';
import { playbookRunStarted } from './run-events.ts';
import type { PlaybookRun } from './run-schemas.ts';
import { newRun, type Subject } from './runtime/new-run.ts';
import { insertRuns, type RunRow, toRun } from './runtime/queries.ts';

/** A run that someone requested, not one that an event started. `seq` is the last event so far. */
export function requestedRun(
  tx: Tx,
  playbook: PlaybookRow,
  subject: Subject,
  { input, seq }: { input: RunRow['input']; seq: RunRow['born_seq'] },
): RunRow {
  return newRun(tx, playbook, subject, {
    trigger_seq: null,
    trigger_type: null,
    started_by: tx.actor,
    input,
    depth: 0,
    born_seq: seq,
  });
}

/** Refuses to start it about an erased person. */
export async function startRun(tx: Tx, run: RunRow): Promise<PlaybookRun> {
  // Events may stop or resume the run.
  beginToFollow(tx, { name: PLAYBOOKS_FOLLOWER });
  const inserted = await insertRuns(tx, [run]);
  if (!inserted.has(run.run_id)) throw personErased();
  const started = toRun(run);
  tx.emit(run.lifecycle_number, pendingEvent(playbookRunStarted, started));
  return started;
}

/** The database starts no run for an erased person. */
function personErased() {
  return conflict(
    'person_erased',
    'This person was erased, so no playbook can run. If the person contacts you again, create a new lead.',
  );
}
