import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { pendingEvent } from '../../platform/events/event.ts';
import * as field from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { requireSecrets } from '../../platform/secrets.ts';
import { automationSecretRotated } from './run-events.ts';
import { replaceSigningSecret } from './runtime/signing-secrets.ts';

const SECRET_BYTES = 32;
/** Time for a receiver to change over. */
const BOTH_VALID_MS = 24 * 3_600_000;

const AutomationSecret = field.closedObject(
  'AutomationSecret',
  'The secret by which a receiver knows the requests of your playbooks.',
  {
    secret: Type.String({
      description: 'What requests are signed with. Shown this once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
    previous_secret_until: field.nullableTime(
      'Until when requests are also signed with the one before; null if there was none.',
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
  problems: ['secret_key_missing'],
  summary: 'Make the secret that playbooks sign with',
  description:
    'Makes a new secret for the requests of all your playbooks (`http_request`), which are signed as Standard Webhooks has it; for 24 hours they carry the signature of the one before as well. Until there is one, requests go unsigned.',
  secret: true,
  answers: { 201: { description: 'The secret, shown this once.', body: AutomationSecret } },
  async run(tx, { secrets }) {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const sealed = requireSecrets(secrets).seal(secret, tx.organizationId);
    const until = new Date(tx.now.getTime() + BOTH_VALID_MS);
    const row = await replaceSigningSecret(tx, sealed, until);
    const told = {
      previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
    tx.emit(null, pendingEvent(automationSecretRotated, told));
    return { status: 201, body: { secret, ...told } };
  },
});
