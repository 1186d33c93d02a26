import type { Caller } from '../../platform/auth/authenticator.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';

/** The user of the token. */
export function ownUserId({ userId }: Caller): string {
  if (userId === null) throw validationFailed([NO_USER]);
  return userId;
}

const NO_USER: FieldError = {
  pointer: '/Authorization',
  code: 'no_user',
  detail: 'Your token acts for no user. Use a token with a user_id, or sign in.',
};
