import {
  IN_THE_PAST,
  type Timer,
  type TimerState,
  timerState,
} from '../../domain/appointment-timers.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Reaction } from '../../platform/events/reaction.ts';
import { newUuid } from '../../platform/ids.ts';
import { appointmentTimerReaction } from '../calendar/index.ts';
import { withdrawMessages } from '../messaging/index.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpCanceled, followUpRescheduled, followUpSkipped } from './events.ts';
import { insertFollowUp } from './insert-follow-up.ts';
import { COLUMNS, type FollowUpRow, saveFollowUp } from './queries.ts';
import { announceCreation } from './schedule-follow-up.ts';

/** Moves, skips or cancels the follow-ups of an appointment in the transaction that moves or ends it. */
export const followAppointment: Reaction = appointmentTimerReaction(async (tx, moved) => {
  const values = [tx.organizationId, moved.appointment_id, moved.undone];
  const rows = await tx.query<FollowUpRow>(lockAnchored, values);
  for (const row of rows) {
    const timer = timerOf(row);
    if (timer === null) continue;
    const state = timerState(timer, moved, tx.now, moved.time_zone);
    if (isOpen(row)) follow(tx, row, state);
    else if (row.status === 'canceled') await renew(tx, row, state);
    else await followSent(tx, row, state);
  }
});

/**
 * Those that have ended too: a visit that is moved after its reminder was sent, failed or was skipped needs another one.
 * One that was canceled stays canceled, unless the step that canceled it was undone ($3).
 */
const lockAnchored = statement(
  'lock_follow_ups_of_appointment',
  `select ${COLUMNS} from follow_ups
   where organization_id = $1 and appointment_id = $2 and anchor is not null and next_follow_up_id is null
     and (status <> 'canceled' or reason = $3)
   order by follow_up_id for no key update`,
);

function timerOf({ anchor, anchor_offset }: FollowUpRow): Timer | null {
  return anchor === null || anchor_offset === null ? null : { anchor, offset: anchor_offset };
}

function isOpen({ status, communication_id }: FollowUpRow): boolean {
  return status === 'due' || (status === 'scheduled' && communication_id === null);
}

/** An open one is due at its new time. A call or task that was due waits again. */
function follow(tx: Tx, row: FollowUpRow, state: TimerState): void {
  if (state.state === 'over') {
    changeFollowUp(tx, row, { status: 'canceled', reason: state.endedBy }, followUpCanceled);
    return;
  }
  if (isUnchanged(row, state)) return;
  const { at: due_at, anchoredAt: anchored_at } = state;
  if (state.state === 'waits') {
    const changes = { status: 'scheduled', due_at, anchored_at, text: null } as const;
    changeFollowUp(tx, row, changes, followUpRescheduled);
    return;
  }
  const detail = `The appointment was moved, and the follow-up would have been due at ${due_at.toISOString()}.`;
  const changes = { status: 'skipped', reason: IN_THE_PAST, detail, due_at, anchored_at } as const;
  changeFollowUp(tx, row, changes, followUpSkipped);
}

/** Its message is withdrawn if no one has it yet. If the new time is still to come, another follow-up takes its place. */
async function followSent(tx: Tx, row: FollowUpRow, state: TimerState): Promise<void> {
  if (state.state !== 'over' && isUnchanged(row, state)) return;
  if (row.status === 'scheduled' && row.communication_id !== null) {
    const reason = state.state === 'over' ? 'appointment_over' : 'appointment_moved';
    await withdrawMessages(tx, [row.communication_id], reason);
  }
  await renew(tx, row, state);
}

async function renew(tx: Tx, row: FollowUpRow, state: TimerState): Promise<void> {
  if (state.state !== 'waits') return;
  const again = await insertFollowUp(tx, {
    ...row,
    follow_up_id: newUuid(),
    text: null,
    due_at: state.at,
    anchored_at: state.anchoredAt,
    status: 'scheduled',
    reason: null,
    detail: null,
    note: null,
    communication_id: null,
    creation_key: null,
    created_by: tx.actor,
    created_at: tx.now,
    updated_at: tx.now,
  });
  if (again === null) return;
  announceCreation(tx, again);
  saveFollowUp(tx, { ...row, next_follow_up_id: again.follow_up_id, updated_at: tx.now });
}

function isUnchanged(row: FollowUpRow, { anchoredAt }: { anchoredAt: Date }): boolean {
  return row.anchored_at?.getTime() === anchoredAt.getTime();
}
