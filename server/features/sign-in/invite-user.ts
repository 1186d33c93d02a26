import { newOrganizationKey } from '../../domain/organization-key.ts';
import { conflict } from '../../platform/errors.ts';
import { changeResource, createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { assertOwner, lockUser } from '../organizations/index.ts';
import { invitationCreated, invitationRevoked } from './events.ts';
import { invitationResource, lockOpenInvitation } from './invitation-queries.ts';
import { hashOf } from './link-key.ts';
import { InvitationWithLink } from './schemas.ts';

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

export const inviteUser = mutation({
  id: 'inviteUser',
  method: 'POST',
  path: '/v1/users/{id}/invitations',
  tag: 'Sign-in',
  resource: 'user',
  scopes: ['users:write'],
  secret: true,
  needsRecentSignIn: true,
  summary: 'Invite a user to sign in',
  description:
    'Returns a link with which the person chooses a password and can sign in as this user from then on. It is valid for 7 days and once, and replaces an earlier one. A person who forgot the password and belongs only to your organization chooses a new one with it. Inviting an owner needs every scope (`*`).',
  responses: creates(InvitationWithLink, 'The invitation with its link.'),
  problems: ['user_inactive', 'scope_not_held', 'sign_in_again'],
  async run(tx, { params, caller, baseUrl }) {
    const user = await lockUser(tx, params.id);
    if (user.role === 'owner') assertOwner(caller);
    if (!user.active) throw userInactive();
    const open = await lockOpenInvitation(tx, params.id);
    if (open !== null) {
      changeResource(tx, invitationResource, open, { revoked_at: tx.now }, invitationRevoked);
    }
    const key = newOrganizationKey(tx.organizationId);
    const row = {
      invitation_id: newUuid(),
      user_id: params.id,
      key_hash: hashOf(key),
      expires_at: new Date(tx.now.getTime() + VALID_MS),
      accepted_at: null,
      revoked_at: null,
      created_by: tx.actor,
      created_at: tx.now,
      updated_at: tx.now,
    };
    const shown = createResource(tx, invitationResource, row, invitationCreated);
    return { status: 201, body: { ...shown, url: `${baseUrl}/invitation#${key}` } };
  },
});

export function userInactive() {
  return conflict(
    'user_inactive',
    'This user is not active, so no one can sign in as this user. Activate the user first, with PATCH /v1/users/{id}.',
  );
}
