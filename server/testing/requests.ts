import assert from 'node:assert/strict';
import type { DescribedOperation, ParamKind } from '../platform/http/operation.ts';
import { isObject } from '../platform/is-object.ts';

/** Creates a resource of the type and returns its id. */
export type Create = (kind: ParamKind) => Promise<string>;

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
export async function pathWith(operation: DescribedOperation, idOf: Create): Promise<string> {
  let path: string = operation.path;
  for (const [name, prefix] of Object.entries(operation.params)) {
    path = path.replace(`{${name}}`, await idOf(prefix));
  }
  assert(!path.includes('{'), `${operation.id} does not define the ids in its path`);
  return path;
}

/** The example of the operation's body; resources of example ids are created. */
export async function sampleBody(
  operation: DescribedOperation,
  create: Create,
): Promise<Record<string, unknown> | undefined> {
  const described = 'body' in operation ? operation.body : null;
  if (described === null) return undefined;
  const examples = 'examples' in described ? described.examples : null;
  const body = Array.isArray(examples) ? await sampleValue(examples[0], create) : null;
  assert(isObject(body), `the body of ${operation.id} has no example`);
  return body;
}

/** The example, with ids of resources that are created. */
export async function sampleValue(example: unknown, create: Create): Promise<unknown> {
  const kind = kindOf(example);
  if (kind !== null) return create(kind);
  if (Array.isArray(example)) return Promise.all(example.map((one) => sampleValue(one, create)));
  if (!isObject(example)) return example;
  const members = Object.entries(example).map(async ([name, value]) => {
    return [name, await sampleValue(value, create)] as const;
  });
  return Object.fromEntries(await Promise.all(members));
}

/** What the id of an example stands for; null for all other values. */
export function kindOf(example: unknown): ParamKind | null {
  if (typeof example !== 'string') return null;
  if (example === '100042-7') return 'lifecycle_number';
  return /^([a-z_]+)_01h455vb4pex5vsknk084sn02q$/.exec(example)?.[1] ?? null;
}
