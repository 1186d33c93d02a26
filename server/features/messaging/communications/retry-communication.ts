import { isMark } from '../../../domain/erased.ts';
import { conflict } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { changeCommunication } from './change-communication.ts';
import { communicationQueued } from './events.ts';
import { isExpired } from './expiry.ts';
import { type CommunicationRow, lockCommunication } from './queries.ts';
import { Communication } from './schemas.ts';
import { enqueueSend } from './send-communication.task.ts';

export const retryCommunication = mutation({
  id: 'retryCommunication',
  method: 'POST',
  path: '/v1/communications/{id}/retry',
  tag: 'Communications',
  resource: 'communication',
  scopes: ['communications:write', 'communications:own'],
  summary: 'Retry a communication',
  description:
    'Queues a text or email again whose status is `failed` or `unknown`, or that was `not_sent` because of the organization’s `text_limits` or `messages_per_person_per_day`. If it is `unknown`, the contact may receive it twice. Any other status is refused with `communication_not_retryable`.',
  responses: returns(Communication, 'The queued communication.'),
  problems: ['communication_not_retryable'],
  effect: 'external',
  async run(tx, { params }) {
    const row = await lockCommunication(tx, params.id);
    assertRetryable(row, tx.now);
    enqueueSend(tx, row);
    const changes = {
      status: 'queued',
      status_reason: null,
      status_detail: null,
      attempt_id: null,
      attempts: 0,
      handed_over_at: null,
      resends: row.status === 'failed' ? row.resends + 1 : row.resends,
    } as const;
    return { status: 200, body: changeCommunication(tx, row, changes, communicationQueued) };
  },
});

/** The organization can change these limits, or they end by themselves. Everything is checked again. */
const LIMITS = ['country_not_allowed', 'sending_limit_reached', 'person_limit_reached'];

function assertRetryable(row: CommunicationRow, now: Date): void {
  const { status, status_reason, body, to_address } = row;
  if (isMark(body) || isMark(to_address)) {
    throw conflict(
      'communication_not_retryable',
      'The text of this communication was erased or has expired. Send a new message instead.',
    );
  }
  if (isExpired(row, now)) {
    throw conflict(
      'communication_not_retryable',
      'This communication has expired. Send a new message instead.',
    );
  }
  if (status === 'failed' || status === 'unknown') return;
  if (status === 'not_sent' && status_reason !== null && LIMITS.includes(status_reason)) return;
  throw conflict(
    'communication_not_retryable',
    `This communication is ${status}, and only failed or unknown communications can be sent again. Send a new message instead.`,
  );
}
