import Type from 'typebox';
import { nullable } from '../http/fields.ts';
import type { Actor } from './event.ts';

/** The actor of an event, as events and other resources show it. */
export function actorSchema(description: string, example: Actor) {
  return Type.Object(
    {
      type: Type.Unsafe<Actor['type']>({
        type: 'string',
        enum: ['user', 'token', 'system'],
        description:
          'Type of the actor: a user, a token that acts for no user, or the service itself.',
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
    },
    { additionalProperties: false, description },
  );
}
