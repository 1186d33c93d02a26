import { changeResource } from '../../../platform/events/change-resource.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import { lockOrganization, Organization, organizationResource } from '../../organizations/index.ts';
import { sendingResumed } from './events.ts';
import { releaseMessages } from './release-messages.task.ts';
import { ResumeSendingBody } from './schemas.ts';

export const resumeSending = mutation({
  id: 'resumeSending',
  method: 'POST',
  path: '/v1/organization/resume-sending',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['organization:write'],
  summary: 'Resume sending',
  description:
    'Sends texts and emails again. Messages that waited are sent, oldest first, if they are still allowed, or discarded with `discard_waiting`. Resuming again changes nothing.',
  body: ResumeSendingBody,
  isBodyOptional: true,
  responses: returns(Organization, 'The organization.'),
  effect: 'external',
  undo: 'pauseSending',
  async run(tx, { body }) {
    const before = await lockOrganization(tx);
    if (before.sending_paused_at === null) {
      return { status: 200, body: organizationResource.show(before) };
    }
    enqueue(tx, releaseMessages, { everywhere: false, discard: body.discard_waiting ?? false });
    const changes = { sending_paused_at: null };
    const shown = changeResource(tx, organizationResource, before, changes, sendingResumed);
    return { status: 200, body: shown };
  },
});
