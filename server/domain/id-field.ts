import Type from 'typebox';
import type { IdPrefix } from './ids.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** An id as a caller sends it. One of the wrong kind is answered as unknown, so no pattern refuses it. */
export function idField(prefix: IdPrefix, description: string) {
  return Type.String({
    maxLength: TEXT_LIMITS.id,
    description,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  });
}
