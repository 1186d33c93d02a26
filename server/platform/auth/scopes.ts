/**
 * A scope is `resource:right`, such as `leads:read`; only `operator` belongs to no organization. The right `own` is for
 * users in the field: an operation can be used on their own work only.
 */
export type Scope = `${string}:${'read' | 'write' | 'capture' | 'own'}` | 'operator';

/** Every scope of the organization, including future ones; `operator` goes beyond it and is separate. */
export const EVERY_SCOPE = '*';

export function holds(granted: readonly string[], scope: string): boolean {
  if (granted.includes(scope)) return true;
  if (scope === 'operator') return false;
  return granted.includes(EVERY_SCOPE) || (isOwn(scope) && holdsAll(granted, scope));
}

export function isOwn(scope: string): boolean {
  return scope.endsWith(':own');
}

/** Who may read and write everything may also do so with their own work. */
function holdsAll(granted: readonly string[], ownScope: string): boolean {
  const resource = ownScope.slice(0, -':own'.length);
  return granted.includes(`${resource}:read`) && granted.includes(`${resource}:write`);
}

/** What a caller can use an operation on: everything, only own work, or nothing. */
export type Access = 'all' | 'own' | 'none';

/** One of the needed scopes is enough. An operation that needs none is for every token. */
export function accessTo(needed: readonly string[], granted: readonly string[]): Access {
  const held = needed.filter((scope) => holds(granted, scope));
  if (needed.length === 0 || held.some((scope) => !isOwn(scope))) return 'all';
  return held.length > 0 ? 'own' : 'none';
}

/** The scopes that both lists allow: a token that acts for a user can do no more than the user. */
export function intersect(token: readonly string[], role: readonly string[]): string[] {
  const named = [...new Set([...token, ...role])].filter((scope) => scope !== EVERY_SCOPE);
  const both = named.filter((scope) => holds(token, scope) && holds(role, scope));
  return token.includes(EVERY_SCOPE) && role.includes(EVERY_SCOPE) ? [EVERY_SCOPE, ...both] : both;
}
