import { isSentBy } from '../../domain/message-address.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import type { Channel, Status } from './follow-up.ts';

/** The steps that users can take with a follow-up, by its state. */

export type Step = 'cancel' | 'complete' | 'reschedule';

interface FollowUpState {
  status: Status;
  channel: Channel;
  communication_id: string | null;
}

export function allowedSteps({ status, channel, communication_id }: FollowUpState): Step[] {
  const isOpen = status === 'scheduled' || status === 'due';
  if (!isOpen || communication_id !== null) return [];
  return isSentBy(channel) ? ['cancel', 'reschedule'] : ['cancel', 'complete', 'reschedule'];
}

export function assertAllowed(step: Step, row: FollowUpState): void {
  const allowed = allowedSteps(row);
  if (!allowed.includes(step)) throw refusal(row, allowed);
}

function refusal(row: FollowUpState, allowed: Step[]): Problem {
  const extra = { status_now: row.status, allowed };
  if (row.status === 'scheduled' && row.communication_id !== null) {
    const detail =
      'The message of this follow-up is already being sent. Wait until its status changes.';
    return conflict('follow_up_under_way', detail, extra);
  }
  const next =
    allowed.length === 0 ? 'Create a new follow-up' : `Possible steps: ${allowed.join(', ')}`;
  const channel = { sms: 'text', email: 'email', call: 'call', task: 'task' }[row.channel];
  const detail = `This ${channel} is ${row.status}, so this step is not possible. ${next}.`;
  return conflict('transition_not_allowed', detail, extra);
}

export function isDone(step: 'cancel' | 'complete', { status }: { status: Status }): boolean {
  return status === (step === 'cancel' ? 'canceled' : 'done');
}
