import { toPublicId } from '../../domain/ids.ts';

/** Rules of reports by user: how a user is shown, and in which order. */

export interface UserFields {
  user_id: string | null;
  user_name: string | null;
}

/** Of a row whose key is the id of a user in the database, or null for none. */
export function userFields(userId: string | null, names: ReadonlyMap<string, string>): UserFields {
  return publicUserFields(userId === null ? null : toPublicId('user', userId), names);
}

/** The same for the id of an actor in the log, which is a public id. */
export function publicUserFields(
  id: string | null,
  names: ReadonlyMap<string, string>,
): UserFields {
  return { user_id: id, user_name: id === null ? null : (names.get(id) ?? null) };
}

/** By name; what belongs to no user is last. */
export function compareUsers(a: UserFields, b: UserFields): number {
  if (a.user_id === null || b.user_id === null) {
    return Number(a.user_id === null) - Number(b.user_id === null);
  }
  const [one, other] = [a, b].map((user) => (user.user_name ?? '').toLowerCase());
  if (one !== other) return (one ?? '') < (other ?? '') ? -1 : 1;
  return a.user_id < b.user_id ? -1 : 1;
}
