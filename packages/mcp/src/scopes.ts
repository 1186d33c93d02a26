/** What the token may do, as GET /v1/me returns it. */
export interface Grant {
  scopes: readonly string[];
  /** Whether it acts for a user. Without one, the right to own work is worth nothing. */
  hasUser: boolean;
}

/** One of the needed scopes is enough. An operation that needs none is for every token. */
export function mayUse({ scopes, hasUser }: Grant, needed: readonly string[]): boolean {
  const holds = (scope: string): boolean => {
    if (scopes.includes(scope)) return true;
    return scope !== 'operator' && scopes.includes('*');
  };
  const holdsOwn = (scope: string): boolean => {
    const resource = scope.slice(0, -':own'.length);
    return hasUser && (holds(scope) || (holds(`${resource}:read`) && holds(`${resource}:write`)));
  };
  if (needed.length === 0) return true;
  return needed.some((scope) => (scope.endsWith(':own') ? holdsOwn(scope) : holds(scope)));
}
