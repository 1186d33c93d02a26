import type { EventTypeSummary } from '../../packages/sdk/src/index.ts';
import { api } from '../api/client.ts';
import { kindOf } from '../store/stores.ts';
import { useQuery } from '../store/use-query.ts';

/** All event types; empty until they are read, and for users who may not read events. */
export function useEventTypes(): readonly EventTypeSummary[] {
  const { value } = useQuery('event types', {
    load: (signal) => api.eventTypes.list({ signal }).then(({ data }) => data),
    isAffectedBy: () => false,
  });
  return value ?? [];
}

/** `*`, `lead.*` and `appointment.*` beside the types themselves. */
export function patternsOf(types: readonly EventTypeSummary[]): string[] {
  const kinds = [...new Set(types.map(kindOf))];
  return kinds.flatMap((kind) => [
    `${kind}.*`,
    ...types.filter((one) => kindOf(one) === kind).map(({ type }) => type),
  ]);
}
