import { sentId } from '../platform/http/fields.ts';
import type { IdPrefix } from './ids.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** An id as a caller sends it. One of the wrong kind is answered as unknown, so no pattern refuses it. */
export function idField(prefix: IdPrefix, description: string) {
  return sentId(prefix, { maxLength: TEXT_LIMITS.id, description });
}
