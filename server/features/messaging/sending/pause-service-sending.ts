import { pendingEvent } from '../../../platform/events/event.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { serviceSendingPaused } from './events.ts';
import { lockService, saveService, toService } from './queries.ts';
import { Service } from './schemas.ts';

export const pauseServiceSending = mutation({
  id: 'pauseServiceSending',
  method: 'POST',
  path: '/v1/service/pause-sending',
  tag: 'Organizations',
  resource: 'service',
  scopes: ['operator'],
  summary: 'Pause sending for the whole service',
  description:
    'For operators. Stops all texts and emails of every organization at once, in every process, like `pauseSending` does for one. Pausing again changes nothing.',
  responses: returns(Service, 'The service.'),
  undo: 'resumeServiceSending',
  async run(tx) {
    const before = await lockService(tx);
    if (before.sending_paused_at !== null) return { status: 200, body: toService(before) };
    const after = { sending_paused_at: tx.now };
    saveService(tx, after);
    tx.emit(null, pendingEvent(serviceSendingPaused, toService(after), toService(before)));
    return { status: 200, body: toService(after) };
  },
});
