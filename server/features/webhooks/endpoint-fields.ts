import type { Caller } from '../../platform/auth/authenticator.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import type { Check } from '../../platform/http/operation.ts';
import { unreadablePatterns } from './endpoint-scopes.ts';
import { privateAddressErrors, urlErrors } from './endpoint-url.ts';
import { matchingEventTypes } from './patterns.ts';
import { secretErrors } from './secret.ts';

/** Checks of an endpoint's fields that its schema cannot express. */

export function checkFields(
  body: Record<string, unknown>,
  caller: Caller,
  eventTypes: EventCatalog,
): Check {
  return {
    errors: [
      ...urlErrors(body.url),
      ...patternErrors(body.event_types, '/event_types', eventTypes),
      ...unreadablePatterns(body.event_types, caller, eventTypes),
      ...secretErrors(body.secret),
    ],
  };
}

function patternErrors(patterns: unknown, pointer: string, eventTypes: EventCatalog): FieldError[] {
  if (!Array.isArray(patterns)) return [];
  return patterns.flatMap((pattern, index) =>
    unknownEventType(pattern, `${pointer}/${index}`, eventTypes),
  );
}

/** A pattern that matches no event type is a typo: the endpoint would never receive anything for it. */
export function unknownEventType(
  pattern: unknown,
  pointer: string,
  eventTypes: EventCatalog,
): FieldError[] {
  if (typeof pattern !== 'string' || !/^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(pattern)) return [];
  if (matchingEventTypes(pattern, eventTypes.names).length > 0) return [];
  return [
    {
      pointer,
      code: 'unknown_event_type',
      detail: `No event type matches ${pattern.slice(0, 100)}. Get the event types from GET /v1/event-types.`,
    },
  ];
}

export function assertReachable(url: string, allowsPrivateAddresses: boolean): void {
  if (allowsPrivateAddresses) return;
  const errors = privateAddressErrors(url);
  if (errors.length > 0) throw validationFailed(errors);
}
