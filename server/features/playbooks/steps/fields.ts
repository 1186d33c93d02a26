import Type from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';

/** Schemas of fields that several steps have in their `with`. */

export const CLOSED = { additionalProperties: false } as const;

export const publicId = Type.String({ maxLength: TEXT_LIMITS.id });
export const duration = Type.String({ maxLength: 40 });
/** A time, or Liquid that renders to one. */
export const timestamp = Type.String({ minLength: 1, maxLength: 500 });
/** A code in snake_case. */
export const code = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' });

/** A text or email: a saved template, or its own Liquid texts. */
export const messageFields = {
  template: Type.Optional(publicId),
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
  body: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' })),
};

/** A user, or a team whose members take turns; `checkAssignee` checks that exactly one is given. */
export const assigneeFields = {
  user_id: Type.Optional(publicId),
  team_id: Type.Optional(publicId),
};
export type Assignee = { user_id: string } | { team_id: string };

export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });
}
