import Type from 'typebox';
import { nullable } from '../http/fields.ts';
import type { Actor } from './event.ts';

/** Who did something, as events and everything made of them show it. */
export function actorSchema(description: string, example: Actor) {
  return Type.Object(
    {
      type: Type.Unsafe<Actor['type']>({
        type: 'string',
        enum: ['user', 'token', 'system'],
        description: '`user`, `token` (without a user) or `system` (the service itself).',
        examples: [example.type],
      }),
      id: nullable({ description: 'Id of the user or token.', examples: [example.id] }),
      name: Type.String({
        description: 'Name of the actor at that time.',
        examples: [example.name],
      }),
    },
    { additionalProperties: false, description },
  );
}
