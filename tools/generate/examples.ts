import type { Api, Operation, Schema } from './api.ts';
import { found, lastOf } from './api.ts';

/** What an operation is called with. */
export interface Call {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** A JSON body; undefined if there is none. */
  body: unknown;
  /** A file. */
  upload: { type: string; content: string } | null;
}

/** Parameters of which one is needed, though none is required: the first one here. */
export const ONE_OF: Readonly<Record<string, readonly string[]>> = {
  lookupContact: ['phone', 'email'],
  getAvailability: ['user_id', 'team_id'],
};

/** The call that the document shows: the examples of the ids, of what the query needs, and of the body. */
export function exampleCall({ id, parameters, body, upload }: Operation, { schemas }: Api): Call {
  const values = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .filter(({ name, required }) => required || ONE_OF[id]?.[0] === name)
        .map(({ name, example }) => [name, example]),
    );
  return {
    params: values('path') as Record<string, string>,
    query: values('query'),
    body: body === null ? undefined : resolved(body, schemas).examples?.[0],
    upload,
  };
}

function resolved(schema: Schema, schemas: Api['schemas']): Schema {
  return schema.$ref ? found(schemas, lastOf(schema.$ref)) : schema;
}
