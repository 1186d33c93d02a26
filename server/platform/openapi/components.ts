import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../is-object.ts';

type Json = Record<string, unknown>;
type Use = 'response' | 'request';

/**
 * The named schemas of the document. Every object schema with a title becomes a component, and a `$ref` takes its
 * place. Requests are closed (`additionalProperties: false`), because an unknown field is refused. Responses are
 * open, because new fields may be added to them. A schema that is used in both and differs by that gets a second
 * component, `…Input`.
 */
export class Components {
  readonly schemas: Record<string, unknown> = {};
  readonly #inputs: Record<string, unknown> = {};
  readonly #reserved = new Set<string>();

  /** Convert all responses before the first request: only then it is known which inputs differ. */
  response(schema: unknown): unknown {
    return this.#convert(schema, 'response');
  }

  request(schema: unknown): unknown {
    return this.#convert(schema, 'request');
  }

  /** A component that is given as it is. Two different schemas of one name are a mistake. */
  add(name: string, schema: unknown): { $ref: string } {
    const known = this.schemas[name];
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas are called ${name}`);
    }
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** A name that is added later, by itself: schemas with this title refer to it. */
  reserve(name: string): void {
    this.#reserved.add(name);
  }

  /** Sorted by name. */
  sorted(): Record<string, unknown> {
    const all = Object.entries({ ...this.schemas, ...this.#inputs });
    return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #convert(value: unknown, use: Use): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#convert(item, use));
    if (!isObject(value)) return value;
    const converted: Json = {};
    for (const [name, part] of Object.entries(documented(value, use))) {
      converted[name] = this.#convert(part, use);
    }
    const { title } = value;
    if (typeof title === 'string' && this.#reserved.has(title)) {
      return { $ref: `#/components/schemas/${title}` };
    }
    if (typeof title !== 'string' || value.type !== 'object') return converted;
    const { description, ...rest } = converted;
    const ref = this.#place(title, { title, description, ...rest }, use);
    const own = value['x-description'];
    return own === undefined ? ref : { ...ref, description: own };
  }

  #place(title: string, schema: Json, use: Use): { $ref: string } {
    const known = this.schemas[title];
    if (use === 'response' || known === undefined || isDeepStrictEqual(known, schema)) {
      return this.add(title, schema);
    }
    const name = `${title}Input`;
    const before = this.#inputs[name];
    const input = { ...schema, title: name };
    if (before !== undefined && !isDeepStrictEqual(before, input)) {
      throw new Error(`Two different schemas are called ${name}`);
    }
    this.#inputs[name] = input;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/**
 * A schema as the document shows it: `x-one-of` and `x-any-of` name fields of which exactly one, or at least one, is
 * needed. The service checks them by itself, with a better error than a schema gives.
 */
function documented(schema: Json, use: Use): Json {
  const {
    'x-one-of': oneOf,
    'x-any-of': anyOf,
    'x-description': _use,
    'x-id': _id,
    ...rest
  } = schema;
  if (use === 'response' && rest.additionalProperties === false) delete rest.additionalProperties;
  const required = (names: unknown) =>
    Array.isArray(names) ? names.map((name) => ({ required: [name] })) : [];
  if (oneOf !== undefined) rest.oneOf = required(oneOf);
  if (anyOf !== undefined) rest.anyOf = required(anyOf);
  return rest;
}
