import { publicOperation } from '../../platform/http/public-operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { notValid } from './accept-invitation.ts';
import { findAccount, isAccountOnlyOf } from './accounts.ts';
import { lockInvitation } from './invitation-queries.ts';
import { readLinkKey } from './link-key.ts';
import { CheckInvitationBody, InvitationDetails } from './schemas.ts';

export const checkInvitation = publicOperation({
  id: 'checkInvitation',
  path: '/v1/invitations/check',
  tag: 'Sign-in',
  resource: 'invitation',
  summary: 'Look at an invitation',
  description:
    'Returns who is invited to which organization, and whether the password of an existing account is needed. It needs no token, only the key of the link, and changes nothing.',
  body: CheckInvitationBody,
  responses: returns(InvitationDetails, 'Who is invited, and where.'),
  problems: ['invitation_not_valid'],
  async run({ body, database }) {
    const key = readLinkKey(body.key);
    if (key === null) throw notValid();
    const actor = { type: 'system' as const, id: null, name: 'invitation' };
    const { organizationId } = key;
    const invited = await database.transaction({ organizationId, actor }, (tx) =>
      lockInvitation(tx, key.hash),
    );
    if (invited === null) throw notValid();
    const account = await findAccount(database, invited.email);
    const user = { organizationId, userId: invited.user_id };
    const isElsewhere =
      account !== null && !(await isAccountOnlyOf(database, account.account_id, user));
    return {
      status: 200,
      body: {
        organization: invited.organization_name,
        name: invited.name,
        email: invited.email,
        has_account: isElsewhere,
        expires_at: invited.expires_at.toISOString(),
      },
    };
  },
});
