import { changeResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { secretDeleted } from './events.ts';
import { lockSecret, secretResource, toSecret } from './queries.ts';
import { Secret } from './schemas.ts';

export const deleteSecret = mutation({
  id: 'deleteSecret',
  method: 'DELETE',
  path: '/v1/secrets/{id}',
  tag: 'Secrets',
  resource: 'secret',
  scopes: ['secrets:write'],
  summary: 'Delete a secret',
  description:
    'Sets `deleted_at` and removes the value for good. Steps that use the secret fail from now on. Its name can be used again. Deleting it again returns the same `deleted_at`.',
  responses: returns(Secret, 'The secret with its `deleted_at`.'),
  async run(tx, { params }) {
    const before = await lockSecret(tx, params.id);
    if (before.deleted_at !== null) return { status: 200, body: toSecret(before) };
    const changes = { deleted_at: tx.now, sealed_value: null };
    return {
      status: 200,
      body: changeResource(tx, secretResource, before, changes, secretDeleted),
    };
  },
});
