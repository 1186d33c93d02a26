import { notFound } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { passkeyRevoked } from './events.ts';
import { ownAccount } from './own-account.ts';
import { revokePasskey, toPasskey } from './passkey-queries.ts';
import { Passkey } from './passkey-schemas.ts';

export const deletePasskey = mutation({
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/v1/me/passkeys/{id}',
  tag: 'Sign-in',
  resource: 'passkey',
  scopes: [],
  needsRecentSignIn: true,
  summary: 'Remove a passkey',
  description:
    'Removes a passkey from your account: no one can sign in with it any more. Sessions that began with it go on; end them with `endSession`.',
  responses: returns(Passkey, 'The passkey with its `revoked_at`.'),
  problems: ['sign_in_again'],
  async run(tx, { params, caller }) {
    if (caller.session === null) throw notFound('passkey', params.id);
    const { accountId, userId } = ownAccount(caller);
    const row = await revokePasskey(tx, accountId, params.id);
    if (row === null) throw notFound('passkey', params.id);
    const passkey = toPasskey(row, userId);
    tx.emit(null, pendingEvent(passkeyRevoked, passkey, { revoked_at: null }));
    return { status: 200, body: passkey };
  },
});
