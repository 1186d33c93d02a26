import type { FieldError } from '../platform/errors.ts';
import { type IdPrefix, toUuid } from './ids.ts';

/** How the filters of a list are read from its query. */

/** Matches no row. */
const NO_ROW = '00000000-0000-0000-0000-000000000000';

/** Null where the list is not filtered by it. An id that does not exist is an empty list, not an error. */
export function idFilter(prefix: IdPrefix, publicId: string | undefined): string | null {
  return publicId === undefined ? null : (toUuid(prefix, publicId) ?? NO_ROW);
}

/** The known values among those that are separated by commas; null where the list is not filtered. */
export function choicesOf<Choice extends string>(
  known: readonly Choice[],
  text: string | undefined,
): Choice[] | null {
  const wanted = text?.split(',');
  return wanted === undefined ? null : known.filter((choice) => wanted.includes(choice));
}

/** What `choicesOf` would leave out. */
export function unknownChoices(
  name: string,
  known: readonly string[],
  text: unknown,
): FieldError[] {
  if (typeof text !== 'string') return [];
  if (text.split(',').every((choice) => known.includes(choice))) return [];
  const detail = `The query parameter ${name} must be of ${known.join(', ')}, separated by commas.`;
  return [{ pointer: `/${name}`, code: 'not_allowed', detail }];
}
