import { Problem } from '../errors.ts';
import type { Caller } from './authenticator.ts';
import { missingNeeds, type Needs, writtenNeeds } from './needs.ts';
import { accessTo, holds, isOwn, type Scope } from './scopes.ts';

interface Guarded {
  scopes: readonly Scope[];
  alsoNeeds?: Needs;
}

/**
 * The caller, as far as the scopes allow the operation. A caller who has only its `own` scope is limited to own work
 * in the database. There is nothing else to see then, so each `own` scope is as good as read and write. Own work
 * belongs to a user: the scope is worth nothing to a token that acts for none.
 */
export function callerFor({ scopes, alsoNeeds = [] }: Guarded, caller: Caller): Caller {
  const missing = missingNeeds(caller.scopes, [scopes, ...alsoNeeds]);
  if (missing.length === 0 && accessTo(scopes, caller.scopes) === 'all') return caller;
  const limited = limitedToOwn(caller);
  const holdsOwn = scopes.some((scope) => isOwn(scope) && holds(caller.scopes, scope));
  if (limited === null || !holdsOwn) throw scopeMissing(missing.length > 0 ? missing : [scopes]);
  const stillMissing = missingNeeds(limited.scopes, alsoNeeds);
  if (stillMissing.length > 0) throw scopeMissing(stillMissing);
  return limited;
}

function limitedToOwn(caller: Caller): Caller | null {
  if (caller.userId === null) return null;
  const own = caller.scopes.filter(isOwn).map((scope) => scope.slice(0, -':own'.length));
  const scopes = own.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);
  return { ...caller, scopes: [...caller.scopes, ...scopes], ownerId: caller.userId };
}

function scopeMissing(missing: Needs): Problem {
  return new Problem(
    403,
    'scope_missing',
    `This token lacks the scope ${writtenNeeds(missing)}. Use a token that has it, or create one with POST /v1/tokens.`,
    { extra: { required_scopes: missing.flat() } },
  );
}
