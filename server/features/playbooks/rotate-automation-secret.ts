import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { pendingEvent } from '../../platform/events/event.ts';
import * as field from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { requireSecrets } from '../../platform/secrets.ts';
import { automationSecretRotated } from './run-events.ts';
import { replaceSigningSecret } from './runtime/signing-secrets.ts';

const SECRET_BYTES = 32;
/** Time for receivers to switch to the new secret. */
const BOTH_VALID_MS = 24 * 3_600_000;

const AutomationSecret = field.closedObject(
  'AutomationSecret',
  'The secret that signs the requests of your playbooks. Receivers use it to verify them.',
  {
    secret: Type.String({
      description: 'Secret that requests are signed with. Shown only once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
    previous_secret_until: field.nullableTime(
      'Until when requests are also signed with the previous secret; null if there was none.',
    ),
    ...field.timestamps,
  },
);

export const rotateAutomationSecret = mutation({
  id: 'rotateAutomationSecret',
  method: 'POST',
  path: '/v1/automation/rotate-secret',
  tag: 'Playbooks',
  resource: 'secret',
  scopes: ['playbooks:write'],
  summary: 'Rotate the signing secret of playbooks',
  description:
    'Creates a new secret that signs the requests of all your playbooks (`http_request`), following the Standard Webhooks specification. For 24 hours, requests are also signed with the previous secret. Until you create a secret, requests are not signed.',
  secret: true,
  responses: creates(AutomationSecret, 'The new secret, shown only once.'),
  problems: ['secret_key_missing'],
  effect: 'destructive',
  async run(tx, { secrets }) {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const sealed = requireSecrets(secrets).seal(secret, tx.organizationId);
    const until = new Date(tx.now.getTime() + BOTH_VALID_MS);
    const row = await replaceSigningSecret(tx, sealed, until);
    const rotated = {
      previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
    tx.emit(null, pendingEvent(automationSecretRotated, rotated));
    return { status: 201, body: { secret, ...rotated } };
  },
});
