import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { releaseParked } from '../../platform/tasks/park.ts';
import { organizationResumed, organizationSuspended } from './events.ts';
import { inside } from './inside.ts';
import { lockOrganization, organizationResource, toOrganization } from './organization-queries.ts';
import { Organization } from './organization-schemas.ts';

export const suspendOrganization = mutation({
  id: 'suspendOrganization',
  method: 'POST',
  path: '/v1/organizations/{id}/suspend',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['operator'],
  summary: 'Suspend an organization',
  description:
    'For operators. Within a second its tokens get 403 `organization_suspended`, its forms, booking pages and calendar feeds are closed, and its messages, follow-ups, playbooks and webhooks wait. Texts and opt-outs that a gateway reports are still stored. Nothing is lost.',
  responses: returns(Organization, 'The organization after the change.'),
  problems: ['own_organization'],
  effect: 'external',
  undo: 'resumeOrganization',
  async run(tx, { params, caller }) {
    if (params.id === caller.organizationId) throw ownOrganization();
    return { status: 200, body: await setSuspended(tx, params.id, tx.now, organizationSuspended) };
  },
});

export const resumeOrganization = mutation({
  id: 'resumeOrganization',
  method: 'POST',
  path: '/v1/organizations/{id}/resume',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['operator'],
  summary: 'Resume an organization',
  description:
    'For operators. Its tokens are valid again, and its work continues where it stopped: what became due in the meantime is done now.',
  responses: returns(Organization, 'The organization after the change.'),
  effect: 'external',
  undo: 'suspendOrganization',
  async run(tx, { params }) {
    return { status: 200, body: await setSuspended(tx, params.id, null, organizationResumed) };
  },
});

/** The second call changes nothing, and emits nothing. */
async function setSuspended(
  tx: Tx,
  organizationId: string,
  at: Date | null,
  type: EventType<typeof Organization>,
): Promise<Organization> {
  const before = await inside(tx, organizationId, lockOrganization);
  if ((before.suspended_at === null) === (at === null)) return toOrganization(before);
  const after = { ...before, suspended_at: at, updated_at: tx.now };
  const shown = toOrganization(after);
  tx.inOrganization(organizationId, (own) => {
    organizationResource.save(own, after);
    if (at === null) releaseParked(own);
    const previous = { suspended_at: before.suspended_at?.toISOString() ?? null };
    own.emit(null, pendingEvent(type, shown, previous));
  });
  return shown;
}

/** No token of an operator would be left to resume it. */
function ownOrganization() {
  return conflict(
    'own_organization',
    'This is the organization of your own token, so no one could resume it. Use the id of another organization.',
  );
}
