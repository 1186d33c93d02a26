import assert from 'node:assert/strict';
import type { Operation, ParamKind } from '../platform/http/operation.ts';

/** Creates a resource of the type and returns its id. */
type Create = (kind: ParamKind) => Promise<string>;

/** One resource of each kind, created when it is first needed: for requests that are all refused. */
export function onePerKind(create: Create): Create {
  const made = new Map<ParamKind, Promise<string>>();
  return (kind) => {
    const id = made.get(kind) ?? create(kind);
    made.set(kind, id);
    return id;
  };
}

/** The operation's path with ids of existing resources. */
export async function pathWith(operation: Operation, idOf: Create): Promise<string> {
  let path: string = operation.path;
  for (const [name, prefix] of Object.entries(operation.params)) {
    path = path.replace(`{${name}}`, await idOf(prefix));
  }
  assert(!path.includes('{'), `${operation.id} does not define the ids in its path`);
  return path;
}

/** A body built from the examples in the operation's schema; resources of example ids are created. */
export async function sampleBody(
  operation: Operation,
  create: Create,
): Promise<Record<string, unknown> | undefined> {
  if (operation.kind !== 'mutation' || operation.body === null) return undefined;
  // If fields exclude each other, the example of the whole body shows a valid combination.
  const { body: described } = operation;
  if ('examples' in described && Array.isArray(described.examples)) {
    const [whole] = described.examples;
    const filled = Object.entries(whole).map(async ([name, one]) => {
      return [name, await sampleValue(one, create)] as const;
    });
    return Object.fromEntries(await Promise.all(filled));
  }
  const fields: Record<string, { examples?: unknown[] }> = described.properties;
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const example = schema.examples?.[0];
    body[name] = Array.isArray(example)
      ? await Promise.all(example.map((one) => sampleValue(one, create)))
      : await sampleValue(example, create);
  }
  return body;
}

export async function sampleValue(example: unknown, create: Create): Promise<unknown> {
  const kind = /^([a-z]+)_01h455vb4pex5vsknk084sn02q$/.exec(String(example))?.[1];
  return kind ? create(kind) : example;
}
