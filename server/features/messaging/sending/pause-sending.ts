import { changeResource } from '../../../platform/events/change-resource.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { lockOrganization, Organization, organizationResource } from '../../organizations/index.ts';
import { sendingPaused } from './events.ts';

export const pauseSending = mutation({
  id: 'pauseSending',
  method: 'POST',
  path: '/v1/organization/pause-sending',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['organization:write'],
  summary: 'Pause sending',
  description:
    'Stops all texts and emails of the organization at once, including those that are queued: they wait with the reason `sending_paused`. Only what a gateway or mail server already has is still delivered. Webhooks and HTTP requests of playbooks continue. Pausing again changes nothing.',
  responses: returns(Organization, 'The organization.'),
  undo: 'resumeSending',
  async run(tx) {
    const before = await lockOrganization(tx);
    if (before.sending_paused_at !== null) {
      return { status: 200, body: organizationResource.show(before) };
    }
    const changes = { sending_paused_at: tx.now };
    const body = changeResource(tx, organizationResource, before, changes, sendingPaused);
    return { status: 200, body };
  },
});
