import Type from 'typebox';
import { nullable } from '../http/fields.ts';
import type { Actor } from './event.ts';

/** Who did something, as events and everything made of them show it. */
const EXAMPLE: Actor = {
  type: 'user',
  id: 'user_01h455vb4pex5vsknk084sn02q',
  name: 'Rosa Delgado',
};

export function actorSchema(description: string, example = EXAMPLE) {
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
    { additionalProperties: false, title: 'Actor', description },
  );
}
