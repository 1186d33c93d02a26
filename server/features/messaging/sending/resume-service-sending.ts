import { pendingEvent } from '../../../platform/events/event.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import { serviceSendingResumed } from './events.ts';
import { lockService, saveService, toService } from './queries.ts';
import { releaseMessages } from './release-messages.task.ts';
import { ResumeSendingBody, Service } from './schemas.ts';

export const resumeServiceSending = mutation({
  id: 'resumeServiceSending',
  method: 'POST',
  path: '/v1/service/resume-sending',
  tag: 'Organizations',
  resource: 'service',
  scopes: ['operator'],
  summary: 'Resume sending for the whole service',
  description:
    'For operators. Messages that waited are sent or discarded, except those of organizations that paused sending themselves. Resuming again changes nothing.',
  body: ResumeSendingBody,
  isBodyOptional: true,
  responses: returns(Service, 'The service.'),
  effect: 'external',
  undo: 'pauseServiceSending',
  async run(tx, { body }) {
    const before = await lockService(tx);
    if (before.sending_paused_at === null) return { status: 200, body: toService(before) };
    const after = { sending_paused_at: null };
    saveService(tx, after);
    enqueue(tx, releaseMessages, { everywhere: true, discard: body.discard_waiting ?? false });
    tx.emit(null, pendingEvent(serviceSendingResumed, toService(after), toService(before)));
    return { status: 200, body: toService(after) };
  },
});
