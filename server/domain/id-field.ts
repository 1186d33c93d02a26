import Type from 'typebox';
import type { IdPrefix } from './ids.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** An id in a request. An id with the wrong prefix is treated as unknown, so there is no pattern. */
export function idField(prefix: IdPrefix, description: string) {
  return Type.String({
    maxLength: TEXT_LIMITS.id,
    description,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  });
}
