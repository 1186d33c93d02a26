/** A scope is `resource:right`, such as `leads:read`; only `operator` belongs to no organization. */
export type Scope = `${string}:${'read' | 'write' | 'capture'}` | 'operator';

/** Every scope of the organization, including future ones; `operator` goes beyond it and is separate. */
export const EVERY_SCOPE = '*';

export function holds(granted: readonly string[], scope: string): boolean {
  if (granted.includes(scope)) return true;
  return scope !== 'operator' && granted.includes(EVERY_SCOPE);
}

/** The scopes that both lists allow: a token that acts for a user can do no more than the user. */
export function intersect(token: readonly string[], role: readonly string[]): string[] {
  const named = [...new Set([...token, ...role])].filter((scope) => scope !== EVERY_SCOPE);
  const both = named.filter((scope) => holds(token, scope) && holds(role, scope));
  return token.includes(EVERY_SCOPE) && role.includes(EVERY_SCOPE) ? [EVERY_SCOPE, ...both] : both;
}
