import { EVERY_SCOPE, intersect } from '../../platform/auth/scopes.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { EVERYTHING } from '../../platform/events/patterns.ts';
import { matchingEventTypes } from './patterns.ts';

/** An endpoint gets what the token behind it can read, so that having events sent shows no more. */

interface Holder {
  scopes: readonly string[];
}

/** Only the scopes that decide what is seen of the log; others would suggest that the endpoint can do something. */
export function scopesOfNewEndpoint({ scopes }: Holder, eventTypes: EventCatalog): string[] {
  if (scopes.includes(EVERY_SCOPE)) return [EVERY_SCOPE];
  return scopes.filter((scope) => eventTypes.scopes.has(scope)).sort();
}

/**
 * A new address gets no more than the token that sets it can read: otherwise `webhooks:write` alone could redirect an
 * endpoint that receives everything. Only a token that sees everything adds scopes.
 */
export function scopesAfter(
  before: readonly string[],
  body: { url?: string; event_types?: string[] },
  caller: Holder,
  eventTypes: EventCatalog,
): string[] {
  if (body.url === undefined && body.event_types === undefined) return [...before];
  const own = scopesOfNewEndpoint(caller, eventTypes);
  return own.includes(EVERY_SCOPE) ? own : intersect(before, own).sort();
}

/** A pattern whose events the token cannot read would never be sent. */
export function unreadablePatterns(
  patterns: unknown,
  { scopes }: Holder,
  eventTypes: EventCatalog,
): FieldError[] {
  if (!Array.isArray(patterns)) return [];
  const view = eventTypes.viewOf(scopes);
  return patterns.flatMap((pattern, index) => {
    if (typeof pattern !== 'string' || pattern === EVERYTHING) return [];
    const types = matchingEventTypes(pattern, eventTypes.names);
    const [first] = types;
    if (first === undefined || types.some((type) => view.sees(type))) return [];
    const needed = eventTypes.find(first)?.scopes.join(' or ');
    return [
      {
        pointer: `/event_types/${index}`,
        code: 'scope_missing',
        detail: `Your token cannot read ${pattern}: it lacks the scope ${needed}. Use a token that has it, or leave the pattern out.`,
      },
    ];
  });
}
