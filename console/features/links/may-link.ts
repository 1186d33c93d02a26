import type { Me } from '../../../packages/sdk/src/index.ts';
import { NEEDS, type Purpose } from '../../../server/features/links/link.ts';
import { holds, isOwn } from '../../../server/platform/auth/scopes.ts';

/** What a link opens. */
export interface LinkTarget {
  purpose: Purpose;
  id: string;
}

/** Whether the user can give customers such a link: what its holder can do, the user must be able to do, too. */
export function mayLink(me: Pick<Me, 'scopes'>, purpose: LinkTarget['purpose']): boolean {
  const granted = grantedFor(me);
  return (
    granted !== null &&
    NEEDS[purpose].every((group) => group.some((scope) => holds(granted, scope)))
  );
}

/**
 * What the service counts. Users with links of their own only see their own work, so each `own` scope is as good as read
 * and write there. Null without the right to give links.
 */
function grantedFor(me: Pick<Me, 'scopes'>): readonly string[] | null {
  if (holds(me.scopes, 'links:write')) return me.scopes;
  if (!holds(me.scopes, 'links:own')) return null;
  const own = me.scopes.filter(isOwn).map((scope) => scope.slice(0, -':own'.length));
  return [...me.scopes, ...own.flatMap((kind) => [`${kind}:read`, `${kind}:write`])];
}
