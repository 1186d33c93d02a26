import assert from 'node:assert/strict';
import type { Operation, ParamKind } from '../platform/http/operation.ts';

/** Makes a thing of the kind, and answers its id. */
type Make = (kind: ParamKind) => Promise<string>;

/** The operation's path with ids of things that are there. */
export async function pathWith(operation: Operation, idOf: Make): Promise<string> {
  let path: string = operation.path;
  for (const [name, prefix] of Object.entries(operation.params)) {
    path = path.replace(`{${name}}`, await idOf(prefix));
  }
  assert(!path.includes('{'), `${operation.id} does not say what the ids in its path are of`);
  return path;
}

/** A body made of the examples in the operation's own schema; what an id names there is made. */
export async function sampleBody(
  operation: Operation,
  make: Make,
): Promise<Record<string, unknown> | undefined> {
  if (operation.kind !== 'mutation' || operation.body === null) return undefined;
  // Of fields that exclude each other, the whole tells which go together.
  const { body: described } = operation;
  if ('examples' in described && Array.isArray(described.examples)) {
    const [whole] = described.examples;
    const filled = Object.entries(whole).map(async ([name, one]) => {
      return [name, await sampleValue(one, make)] as const;
    });
    return Object.fromEntries(await Promise.all(filled));
  }
  const fields: Record<string, { examples?: unknown[] }> = described.properties;
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const example = schema.examples?.[0];
    body[name] = Array.isArray(example)
      ? await Promise.all(example.map((one) => sampleValue(one, make)))
      : await sampleValue(example, make);
  }
  return body;
}

export async function sampleValue(example: unknown, make: Make): Promise<unknown> {
  const kind = /^([a-z]+)_01h455vb4pex5vsknk084sn02q$/.exec(String(example))?.[1];
  return kind ? make(kind) : example;
}
