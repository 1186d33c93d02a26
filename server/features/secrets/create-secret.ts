import { conflict } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { requireSecrets } from '../../platform/secrets.ts';
import { secretCreated } from './events.ts';
import { ownerName, type SecretRow, secretResource } from './queries.ts';
import { CreateSecretBody, Secret } from './schemas.ts';

export const createSecret = mutation({
  id: 'createSecret',
  method: 'POST',
  path: '/v1/secrets',
  tag: 'Secrets',
  resource: 'secret',
  scopes: ['secrets:write'],
  needsRecentSignIn: true,
  summary: 'Create a secret',
  description:
    'Stores a value that playbooks can send, such as a key of another system. Write `{{ secrets.name }}` in a header or in the body of an `http_request` step. The value is stored encrypted, decrypted only when the request is sent, and never shown: not here, not in runs, events or errors.',
  body: CreateSecretBody,
  responses: creates(Secret, 'The secret, without its value.'),
  problems: ['secret_name_taken', 'secret_key_missing', 'sign_in_again'],
  undo: 'deleteSecret',
  refusals: { secrets_name_unique: nameTaken },
  async run(tx, { body, secrets }) {
    const secretId = newUuid();
    const owner = ownerName(tx.organizationId, secretId);
    const row: SecretRow = {
      secret_id: secretId,
      name: body.name,
      sealed_value: requireSecrets(secrets).seal(body.value, owner),
      allowed_hosts: [...new Set(body.allowed_hosts)],
      last_used_at: null,
      deleted_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, secretResource, row, secretCreated) };
  },
});

function nameTaken() {
  return conflict(
    'secret_name_taken',
    'Your organization already has a secret with this name. Change its value with PATCH /v1/secrets/{id}, or choose another name.',
  );
}
