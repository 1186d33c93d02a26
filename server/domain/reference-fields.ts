import Type from 'typebox';
import { sentId } from '../platform/http/fields.ts';
import type { IdPrefix } from './ids.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** Schemas of optional fields and filters that name something else: by its id, or by its number. */

export function idInput(prefix: IdPrefix, description: string) {
  return Type.Optional(sentId(prefix, { maxLength: TEXT_LIMITS.id, description }));
}

export function lifecycleNumberInput(description: string) {
  return Type.Optional(
    Type.String({ maxLength: TEXT_LIMITS.lifecycleNumber, description, examples: ['100042-7'] }),
  );
}
