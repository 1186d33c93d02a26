import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { RotateSecretBody, WebhookEndpointWithSecret } from './endpoint-schemas.ts';
import { webhookEndpointSecretRotated } from './events.ts';
import { lockUndeletedEndpoint } from './queries.ts';
import { newSecret, sealSecret, secretErrors } from './secret.ts';

/** How long a receiver has to switch to the new secret. */
const BOTH_VALID_MS = 24 * 60 * 60 * 1000;

export const rotateWebhookSecret = mutation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/rotate-secret',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  secret: true,
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Requests are signed with the new secret, which is shown only in this response. For 24 hours they are also signed with the previous one, so that the receiver has time to switch. If you rotate again within that time, the oldest of the three secrets is dropped.',
  body: RotateSecretBody,
  isBodyOptional: true,
  responses: returns(WebhookEndpointWithSecret, 'The endpoint with its new secret.'),
  problems: ['webhook_endpoint_deleted', 'secret_key_missing'],
  effect: 'destructive',
  check: (body) => ({ errors: secretErrors(body.secret) }),
  async run(tx, { params, body, secrets }) {
    const before = await lockUndeletedEndpoint(tx, params.id);
    const secret = body.secret ?? newSecret();
    const changes = {
      sealed_secret: sealSecret(secrets, secret, before.webhook_endpoint_id),
      sealed_previous_secret: before.sealed_secret,
      previous_secret_until: new Date(tx.now.getTime() + BOTH_VALID_MS),
    };
    const endpoint = changeEndpoint(tx, before, changes, webhookEndpointSecretRotated);
    return { status: 200, body: { ...endpoint, secret } };
  },
});
