import type { Needs } from '../platform/auth/needs.ts';
import { readLiquid } from './liquid.ts';
import { SCOPES_OF_VARIABLES } from './scopes.ts';

/** The scopes to read what the texts contain: a text with `{{ invoice.total }}` shows the invoice. */
export function readsOfTexts(texts: readonly (string | null | undefined)[]): Needs {
  const roots = texts.flatMap((text) => {
    const read = readLiquid(text ?? '');
    return 'names' in read ? read.names.map(([root]) => String(root)) : [];
  });
  return [...new Set(roots)].flatMap((root) => {
    const scope = SCOPES_OF_VARIABLES[root];
    return scope === undefined ? [] : [[scope]];
  });
}
