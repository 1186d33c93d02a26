import { ERASED } from '../../../domain/erased.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { isSafeToRepeat, type Outcome } from '../channels/delivery.ts';
import type { Attempt } from './attempt.ts';
import { changeCommunication, stopSpeedToLeadClock } from './change-communication.ts';
import {
  communicationFailed,
  communicationNotSent,
  communicationSent,
  communicationUnknown,
} from './events.ts';
import { type CommunicationRow, lockCommunication, saveCommunication } from './queries.ts';

/** How long to wait after each attempt that was certainly not accepted. After the last attempt the message has failed. */
const BACKOFF_SECONDS = [1, 5, 30, 120, 600];
export const MAX_ATTEMPTS = BACKOFF_SECONDS.length + 1;

/** What to do next: nothing, retry the same task, or queue another task after that time. */
export type NextStep = 'nothing' | 'try_again' | { waitMs: number };

/** Saves the outcome of the attempt. */
export async function settleAttempt(
  tx: Tx,
  { row: attempted, channel }: Attempt,
  outcome: Outcome,
): Promise<NextStep> {
  const row = await lockCommunication(tx, attempted.communication_id);
  const isOurs =
    row.attempt_id === attempted.attempt_id && ['sending', 'unknown'].includes(row.status);
  // A delivery report of the gateway may have arrived first.
  if (!isOurs) return 'nothing';
  if (outcome.result === 'accepted') {
    await stopSpeedToLeadClock(tx, row);
    const provider_id = outcome.reply.providerId;
    const changes = { status: 'sent', status_reason: null, provider_id, sent_at: tx.now } as const;
    changeCommunication(tx, row, changes, communicationSent);
    return 'nothing';
  }
  // Another attempt was started while this one was hanging, so the outcome of that one counts.
  if (row.attempts !== attempted.attempts) return 'nothing';
  if (row.to_address === ERASED) return endOfErased(tx, row, outcome);
  const why = { status_reason: outcome.reason, status_detail: outcome.detail };
  // Undefined after the last attempt.
  const waitSeconds = row.status === 'sending' ? BACKOFF_SECONDS[row.attempts - 1] : undefined;
  if (outcome.result === 'ambiguous') {
    if (waitSeconds !== undefined && isSafeToRepeat(channel)) {
      saveCommunication(tx, { ...row, ...why, updated_at: tx.now });
      return 'try_again';
    }
    changeCommunication(tx, row, { status: 'unknown', ...why }, communicationUnknown);
    return 'nothing';
  }
  if (outcome.result === 'deferred' && waitSeconds !== undefined) {
    saveCommunication(tx, { ...row, ...why, status: 'queued', updated_at: tx.now });
    return { waitMs: waitSeconds * 1000 };
  }
  changeCommunication(tx, row, { status: 'failed', ...why }, communicationFailed);
  return 'nothing';
}

/** The contact was erased during the attempt: it is not repeated, and what the other side says is not stored. */
function endOfErased(tx: Tx, row: CommunicationRow, { result }: Outcome): NextStep {
  const why = { status_reason: 'person_erased', status_detail: null };
  if (result === 'ambiguous') {
    changeCommunication(tx, row, { ...why, status: 'unknown' }, communicationUnknown);
  } else {
    changeCommunication(tx, row, { ...why, status: 'not_sent' }, communicationNotSent);
  }
  return 'nothing';
}
