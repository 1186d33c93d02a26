import type { FieldError } from './errors.ts';
import { NIL_UUID, toUuid } from './ids.ts';

/** Filters that several lists share. */

/** An unknown id matches nothing; that is a result, not an error. Null if there is no filter. */
export function filterById(prefix: string, publicId: string | undefined): string | null {
  return publicId === undefined ? null : (toUuid(prefix, publicId) ?? NIL_UUID);
}

/** The values of `?status=draft,sent`, without duplicates. Null if there is no filter. */
export function filterByStatus<Status extends string>(
  known: readonly Status[],
  text: string | undefined,
): Status[] | null {
  if (text === undefined) return null;
  const given = new Set<string>(text.split(','));
  return known.filter((status) => given.has(status));
}

export function unknownStatuses(
  known: readonly string[],
  text: unknown,
  name = 'status',
): FieldError[] {
  if (typeof text !== 'string' || text.split(',').every((one) => known.includes(one))) return [];
  const detail = `The query parameter ${name} must be one or more of ${known.join(', ')}, separated by commas.`;
  return [{ pointer: `/${name}`, code: 'not_allowed', detail }];
}
