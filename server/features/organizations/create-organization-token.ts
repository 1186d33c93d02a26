import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import { newToken } from '../../platform/auth/token-format.ts';
import { notFound } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { emitCreated, readExpiry } from './create-token.ts';
import { existsAsTenant } from './organization-queries.ts';
import { insertToken } from './token-queries.ts';
import { CreateOrganizationTokenBody, TokenWithSecret } from './token-schemas.ts';

export const createOrganizationToken = mutation({
  id: 'createOrganizationToken',
  method: 'POST',
  path: '/v1/organizations/{id}/tokens',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['operator'],
  secret: true,
  summary: 'Create a token for an organization',
  description:
    'For operators: a new token with every scope, for an organization that has lost its own. It has no parent. The organization’s event log shows it with the operator as the actor. The secret is shown only once.',
  body: CreateOrganizationTokenBody,
  isBodyOptional: true,
  responses: creates(TokenWithSecret, 'The token with its secret.'),
  problems: ['quota_exceeded'],
  undo: 'revokeToken',
  async run(tx, { params, body }) {
    const expiresAt = readExpiry(body.expires_at, tx.now);
    if (!(await existsAsTenant(tx, params.id))) throw notFound('organization', params.id);
    const secret = newToken();
    const name = body.name?.trim() ?? 'Recovery token';
    const token = tx.inOrganization(params.id, (own) => {
      const row = insertToken(own, { name, scopes: [EVERY_SCOPE], secret, expiresAt });
      return emitCreated(own, row);
    });
    return { status: 201, body: { ...token, token: secret } };
  },
});
