import { isSentBy } from '../../domain/message-address.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import type { Channel, Status } from './follow-up.ts';

/** What a person can do with a follow-up, from where it stands. */

export type Step = 'cancel' | 'complete' | 'reschedule';

interface Standing {
  status: Status;
  channel: Channel;
  communication_id: string | null;
}

export function allowedSteps({ status, channel, communication_id }: Standing): Step[] {
  const isOpen = status === 'scheduled' || status === 'due';
  if (!isOpen || communication_id !== null) return [];
  return isSentBy(channel) ? ['cancel', 'reschedule'] : ['cancel', 'complete', 'reschedule'];
}

export function assertAllowed(step: Step, row: Standing): void {
  const allowed = allowedSteps(row);
  if (!allowed.includes(step)) throw refusal(row, allowed);
}

function refusal(row: Standing, allowed: Step[]): Problem {
  const extra = { status_now: row.status, allowed };
  if (row.status === 'scheduled' && row.communication_id !== null) {
    const detail = 'The message of this follow-up is on its way. Wait for what becomes of it.';
    return conflict('follow_up_under_way', detail, extra);
  }
  const next =
    allowed.length === 0
      ? 'it is over. Make another one'
      : `what can be done now is ${allowed.join(', ')}`;
  const what = isSentBy(row.channel) ? 'text or mail' : row.channel;
  const detail = `This ${what} is ${row.status}: ${next}.`;
  return conflict('transition_not_allowed', detail, extra);
}

/** Doing it again changes nothing. */
export function isDone(step: 'cancel' | 'complete', { status }: { status: Status }): boolean {
  return status === (step === 'cancel' ? 'canceled' : 'done');
}
