import type { FieldError } from './errors.ts';
import { toUuid } from './ids.ts';

/** What the filters of lists have in common. */

/** The id of nothing: no row has it. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** An id that belongs to nothing matches nothing; that is a result, not a mistake. Null if it was not given. */
export function filterById(prefix: string, publicId: string | undefined): string | null {
  return publicId === undefined ? null : (toUuid(prefix, publicId) ?? NO_ID);
}

/** Of `?status=draft,sent`, each once. Null if it was not given. */
export function filterByStatus<Status extends string>(
  known: readonly Status[],
  text: string | undefined,
): Status[] | null {
  if (text === undefined) return null;
  const given = new Set<string>(text.split(','));
  return known.filter((status) => given.has(status));
}

export function unknownStatuses(known: readonly string[], text: unknown): FieldError[] {
  if (typeof text !== 'string' || text.split(',').every((one) => known.includes(one))) return [];
  const detail = `The query parameter status must be of ${known.join(', ')}, separated by commas.`;
  return [{ pointer: '/status', code: 'not_allowed', detail }];
}
