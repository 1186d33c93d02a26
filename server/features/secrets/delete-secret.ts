import { deleteOnce } from '../../platform/events/delete-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { secretDeleted } from './events.ts';
import { lockSecret, secretResource } from './queries.ts';
import { Secret } from './schemas.ts';

export const deleteSecret = mutation({
  id: 'deleteSecret',
  method: 'DELETE',
  path: '/v1/secrets/{id}',
  tag: 'Secrets',
  resource: 'secret',
  scopes: ['secrets:write'],
  needsRecentSignIn: true,
  summary: 'Delete a secret',
  description:
    'Sets `deleted_at` and removes the value for good. Steps that use the secret fail from now on. Its name can be used again. Deleting it again returns the same `deleted_at`.',
  responses: returns(Secret, 'The secret with its `deleted_at`.'),
  problems: ['sign_in_again'],
  run: deleteOnce(lockSecret, secretResource, secretDeleted, { sealed_value: null }),
});
