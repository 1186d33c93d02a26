import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { ownAccount } from './own-account.ts';
import { listPasskeyRows, type PasskeyRow, toPasskey } from './passkey-queries.ts';
import { Passkey } from './passkey-schemas.ts';

export const listPasskeys = read({
  id: 'listPasskeys',
  path: '/v1/me/passkeys',
  tag: 'Sign-in',
  resource: 'passkey',
  scopes: [],
  summary: 'List your passkeys',
  description:
    'Returns the passkeys of your account, newest first. A token of a program has none. Not in a session that began with a link.',
  query: listQuery({}),
  responses: pagesOf(Passkey, 'The passkeys, newest first.'),
  problems: ['sign_in_again'],
  async run(tx, input) {
    if (input.caller.session === null) return { data: [], has_more: false, next_cursor: null };
    const { accountId, userId } = ownAccount(input.caller);
    const show = (row: PasskeyRow) => toPasskey(row, userId);
    return newestFirst('passkey', listPasskeyRows(accountId), show)(tx, input);
  },
});
