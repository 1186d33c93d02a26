import { toPublicId } from '../../domain/ids.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { Me } from './me-schemas.ts';
import { findOrganization, toOrganization } from './organization-queries.ts';
import { findPreferences, toPreferences } from './preferences-queries.ts';
import { findUser, toUser } from './user-queries.ts';

export const getMe = read({
  id: 'getMe',
  path: '/v1/me',
  tag: 'Users',
  resource: 'user',
  scopes: [],
  summary: 'Get yourself',
  description:
    'Returns the user that your token acts for, with the role, the scopes that are in effect, the preferences, and the organization. Every token can use it.',
  responses: returns(Me, 'The user, scopes and organization.'),
  async run(tx, { caller }) {
    const { userId } = caller;
    const [row, preferences, organization] = await Promise.all([
      userId === null ? null : findUser(tx, userId),
      userId === null ? null : findPreferences(tx, userId),
      findOrganization(tx),
    ]);
    const { organization_id, name, time_zone, country, currency } = toOrganization(organization);
    return {
      token_id: toPublicId('token', caller.tokenId),
      session_id: caller.session && toPublicId('session', caller.tokenId),
      user: row && toUser(row),
      role: row?.role ?? null,
      preferences: row && toPreferences(preferences),
      scopes: [...caller.scopes],
      organization: { organization_id, name, time_zone, country, currency },
    };
  },
});
