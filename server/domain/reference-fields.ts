import Type from 'typebox';
import { idField } from './id-field.ts';
import type { IdPrefix } from './ids.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** Schemas of optional fields and filters that refer to another resource by its id or lifecycle number. */

export function idInput(prefix: IdPrefix, description: string) {
  return Type.Optional(idField(prefix, description));
}

export function lifecycleNumberInput(description: string) {
  return Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.lifecycleNumber,
      description,
      examples: ['100042-7'],
    }),
  );
}
