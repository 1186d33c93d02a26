import Type from 'typebox';
import { nullable } from '../http/fields.ts';
import type { Actor } from './event.ts';

const EXAMPLE: Actor = {
  type: 'user',
  id: 'user_01h455vb4pex5vsknk084sn02q',
  name: 'Rosa Delgado',
};

/** The actor of an event, as events and other resources show it. */
export function actorSchema(description: string, example = EXAMPLE) {
  return Type.Object(
    {
      type: Type.Unsafe<Actor['type']>({
        type: 'string',
        enum: ['user', 'token', 'system'],
        description: '`user`, `token` (without a user) or `system` (the service itself).',
        examples: [example.type],
      }),
      id: nullable({
        description: 'Id of the user or token; null for the service itself.',
        examples: [example.id],
      }),
      name: Type.String({
        description: 'Name of the actor at the time of the event.',
        examples: [example.name],
      }),
      via: Type.Optional(
        Type.Unsafe<'mcp'>({
          type: 'string',
          enum: ['mcp'],
          description: '`mcp` if a model acted for the user or token; otherwise left out.',
          examples: ['mcp'],
        }),
      ),
    },
    { additionalProperties: false, title: 'Actor', description },
  );
}
