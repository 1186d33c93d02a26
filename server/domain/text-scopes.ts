import type { Needs } from '../platform/auth/needs.ts';
import { sandbox } from '../platform/sandbox/sandbox.ts';
import { SCOPES_OF_VARIABLES } from './scopes.ts';

/** The scopes to read what the texts contain: a text with `{{ invoice.total }}` shows the invoice. */
export async function readsOfTexts(
  organizationId: string,
  texts: readonly (string | null | undefined)[],
): Promise<Needs> {
  const given = texts.filter((text) => text != null);
  const read = await sandbox.readTexts(organizationId, given);
  // What cannot be read may contain anything.
  const roots = read.flatMap((one) =>
    'names' in one ? one.names.map(([root]) => String(root)) : Object.keys(SCOPES_OF_VARIABLES),
  );
  return [...new Set(roots)].flatMap((root) => {
    const scope = SCOPES_OF_VARIABLES[root];
    return scope === undefined ? [] : [[scope]];
  });
}
