import { conflict } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { changeCommunication } from './change-communication.ts';
import { communicationQueued } from './events.ts';
import { type CommunicationRow, lockCommunication } from './queries.ts';
import { Communication } from './schemas.ts';
import { sendLater } from './send-communication.task.ts';

export const retryCommunication = mutation({
  id: 'retryCommunication',
  method: 'POST',
  path: '/v1/communications/{id}/retry',
  tag: 'Communications',
  resource: 'communication',
  scopes: ['communications:write'],
  problems: ['communication_not_retryable'],
  params: { id: 'communication' },
  summary: 'Send a communication again',
  description:
    'Queues a text or mail again that `failed`, or of which it is `unknown` whether it was taken; of the latter the contact may get a second one. Anything else is refused as `communication_not_retryable`.',
  answers: { 200: { description: 'The communication, queued again.', body: Communication } },
  async run(tx, { params }) {
    const row = await lockCommunication(tx, params.id);
    assertRetryable(row);
    sendLater(tx, row);
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

function assertRetryable({ status }: CommunicationRow): void {
  if (status === 'failed' || status === 'unknown') return;
  throw conflict(
    'communication_not_retryable',
    `This communication is ${status}. Only one that failed, or is unknown, can be sent again; write a new one instead.`,
  );
}
