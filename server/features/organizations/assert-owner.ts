import type { Caller } from '../../platform/auth/authenticator.ts';
import { assertEveryScope } from './create-token.ts';
import type { UserRow } from './user-queries.ts';

/**
 * An owner can do everything, so only who can do everything decides who is one and who signs in as one. A token with
 * `users:write` alone could otherwise create an owner, or invite itself as one.
 */
export function assertOwner({ scopes }: Caller): void {
  assertEveryScope(
    scopes,
    'Only an owner, or a token with every scope (*), can decide who is an owner and how an owner signs in. Use such a token, or another role.',
  );
}

/** Fields that give access or take it. */
const ACCESS = ['role', 'email', 'active'] as const;

export function changesOwner(before: UserRow, after: UserRow): boolean {
  const isOwner = before.role === 'owner' || after.role === 'owner';
  return isOwner && ACCESS.some((field) => before[field] !== after[field]);
}
