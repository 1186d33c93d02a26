import { conflict } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { requireSecrets } from '../../platform/secrets.ts';
import { secretUpdated } from './events.ts';
import { lockSecret, ownerName, secretResource } from './queries.ts';
import { Secret, UpdateSecretBody } from './schemas.ts';

export const updateSecret = mutation({
  id: 'updateSecret',
  method: 'PATCH',
  path: '/v1/secrets/{id}',
  tag: 'Secrets',
  resource: 'secret',
  scopes: ['secrets:write'],
  needsRecentSignIn: true,
  summary: 'Change the value of a secret',
  description:
    'Replaces the value at once, for all playbooks. `allowed_hosts` can only be changed together with the value, so that no one can have a stored value sent to another host.',
  body: UpdateSecretBody,
  responses: returns(Secret, 'The secret, without its value.'),
  problems: ['secret_deleted', 'secret_key_missing', 'sign_in_again'],
  async run(tx, { params, body, secrets }) {
    const before = await lockSecret(tx, params.id);
    if (before.deleted_at !== null) {
      throw conflict('secret_deleted', 'This secret is deleted. Create it again.');
    }
    const owner = ownerName(tx.organizationId, before.secret_id);
    const changes = {
      sealed_value: requireSecrets(secrets).seal(body.value, owner),
      allowed_hosts: body.allowed_hosts ? [...new Set(body.allowed_hosts)] : before.allowed_hosts,
    };
    return {
      status: 200,
      body: changeResource(tx, secretResource, before, changes, secretUpdated),
    };
  },
});
