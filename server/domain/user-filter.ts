import Type from 'typebox';
import type { Caller } from '../platform/auth/authenticator.ts';
import { validationFailed } from '../platform/errors.ts';
import { filterById } from '../platform/list-filters.ts';
import { idField } from './id-field.ts';

const ME = 'me';

/** A query parameter with the id of a user. */
export function userFilter(description: string) {
  return Type.Optional(idField('user', `${description} \`me\` is the user of your token.`));
}

/** The UUID of the user in a query parameter; null if there is no filter. An unknown id matches nothing. */
export function filterByUser(
  name: string,
  value: string | undefined,
  { userId }: Caller,
): string | null {
  if (value !== ME) return filterById('user', value);
  if (userId !== null) return userId;
  const detail = `This token does not act for a user, so ${name}=me has no meaning. Use a token created with a user_id, or send the id of a user.`;
  throw validationFailed([{ pointer: `/${name}`, code: 'no_user', detail }]);
}
