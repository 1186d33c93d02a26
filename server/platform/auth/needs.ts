import { Problem } from '../errors.ts';
import { holds, type Scope } from './scopes.ts';

/** What a caller needs for something: one scope of each group. An empty group needs nothing. */
export type Needs = readonly (readonly Scope[])[];

export function meets(granted: readonly string[], needs: Needs): boolean {
  return needs.every((group) => isMet(granted, group));
}

function isMet(granted: readonly string[], group: readonly Scope[]): boolean {
  return group.length === 0 || group.some((scope) => holds(granted, scope));
}

/** The groups of which the caller has no scope, each once. */
export function missingNeeds(granted: readonly string[], needs: Needs): Needs {
  const missing = needs.filter((group) => !isMet(granted, group));
  const byText = new Map(missing.map((group) => [group.join(' '), group]));
  return [...byText.values()];
}

/** Such as "leads:read or customers:read, and jobs:read". */
export function writtenNeeds(needs: Needs): string {
  return needs
    .filter((group) => group.length > 0)
    .map((group) => group.join(' or '))
    .join(', and ');
}

/** Refuses what the scope of the operation alone does not allow; `because` says what needs more, as a sentence. */
export function assertMeets(
  { scopes }: { scopes: readonly string[] },
  needs: Needs,
  because: string,
  pointer?: string,
): void {
  const missing = missingNeeds(scopes, needs);
  if (missing.length === 0) return;
  const detail = `${because} This token lacks the scope ${writtenNeeds(missing)}. Use a token that has it, or create one with POST /v1/tokens.`;
  throw new Problem(403, 'scope_missing', detail, {
    extra: { required_scopes: missing.flat() },
    ...(pointer !== undefined && { errors: [{ pointer, code: 'scope_missing', detail }] }),
  });
}
