import { type FieldError, validationFailed } from '../../platform/errors.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { privateAddressErrors, urlErrors } from './endpoint-url.ts';
import { kindsMatching } from './patterns.ts';
import { secretErrors } from './secret.ts';

/** What an endpoint's fields must be beyond their schema, when it is made or changed. */

export function fieldErrors(body: Record<string, unknown>, eventTypes: EventCatalog): FieldError[] {
  return [
    ...urlErrors(body.url),
    ...patternErrors(body.event_types, '/event_types', eventTypes),
    ...secretErrors(body.secret),
  ];
}

function patternErrors(patterns: unknown, pointer: string, eventTypes: EventCatalog): FieldError[] {
  if (!Array.isArray(patterns)) return [];
  return patterns.flatMap((pattern, index) =>
    unknownKind(pattern, `${pointer}/${index}`, eventTypes),
  );
}

/** A pattern that no kind matches is a typo: whoever saved it would wait for ever. */
export function unknownKind(
  pattern: unknown,
  pointer: string,
  eventTypes: EventCatalog,
): FieldError[] {
  if (typeof pattern !== 'string' || !/^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(pattern)) return [];
  if (kindsMatching(pattern, eventTypes.names).length > 0) return [];
  return [
    {
      pointer,
      code: 'unknown_event_type',
      detail: `No kind of event matches ${pattern.slice(0, 100)}. See GET /v1/event-types for all there are.`,
    },
  ];
}

export function assertReachable(url: string, allowsPrivateAddresses: boolean): void {
  if (allowsPrivateAddresses) return;
  const errors = privateAddressErrors(url);
  if (errors.length > 0) throw validationFailed(errors);
}
