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
    if (this.schemas[name] !== undefined) throw new Error(`Two schemas are called ${name}`);
    this.schemas[name] = schema;
    return refTo(name);
  }

  /** A name that is added later, by itself: schemas with this title refer to it. */
  reserve(name: string): void {
    this.#reserved.add(name);
  }

  /** Sorted by name. */
  sorted(): Record<string, unknown> {
    const open = Object.entries(this.schemas).map(
      ([name, schema]) => [name, this.#withoutBase(name, schema)] as const,
    );
    const closed = Object.entries(this.#inputs).map(
      ([name, schema]) => [name, this.#withoutResponse(name, schema)] as const,
    );
    return Object.fromEntries([...open, ...closed].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** `InvoiceWithPayments` has all that `Invoice` has, and says only what is more. */
  #withoutBase(name: string, schema: unknown): unknown {
    const base = /^(\w+)With[A-Z]\w+$/.exec(name)?.[1] ?? '';
    const [less, more] = [this.schemas[base], schema].map(objectSchema);
    if (!less || !more) return schema;
    const own = Object.entries(more.properties).filter(([field]) => !(field in less.properties));
    const shared = Object.keys(less.properties).every((field) =>
      isDeepStrictEqual(less.properties[field], more.properties[field]),
    );
    if (!shared) return schema;
    const required = more.required.filter((field) => !less.required.includes(field));
    return {
      description: more.description,
      allOf: [refTo(base), { type: 'object', properties: Object.fromEntries(own), required }],
    };
  }

  /** An `…Input` that differs only by being closed says only that. Its words are those of the response. */
  #withoutResponse(name: string, schema: unknown): unknown {
    const base = name.replace(/Input$/, '');
    const [open, closed] = [this.schemas[base], schema].map(objectSchema);
    if (!open || !closed || !isDeepStrictEqual(opened(schema), this.schemas[base])) return schema;
    // Those that refer to another `…Input`.
    const own = Object.entries(closed.properties).filter(
      ([field, part]) => !isDeepStrictEqual(part, open.properties[field]),
    );
    return {
      allOf: [refTo(base)],
      ...(own.length > 0 && { properties: Object.fromEntries(own) }),
      unevaluatedProperties: false,
    };
  }

  #convert(value: unknown, use: Use): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#convert(item, use));
    if (!isObject(value)) return value;
    // A schema that contains itself is closed in requests, so there it is always another component.
    if ('x-ref' in value) return refTo(`${value['x-ref']}${use === 'request' ? 'Input' : ''}`);
    if (hasVariants(value)) return this.#placeVariants(value, use);
    const converted: Json = {};
    for (const [name, part] of Object.entries(documented(value, use))) {
      converted[name] = this.#convert(part, use);
    }
    const { title } = value;
    if (typeof title !== 'string') return converted;
    if (this.#reserved.has(title)) return refTo(title);
    const isNullable = Array.isArray(value.type) && value.type.includes('object');
    if (value.type !== 'object' && !isNullable) return converted;
    const { title: _name, ...schema } = converted;
    // Null is an example of the field, not of the object.
    if (isNullable && Array.isArray(schema.examples)) {
      schema.examples = schema.examples.filter((example) => example !== null);
    }
    const ref = this.#place(title, { ...schema, type: 'object' }, use);
    return isNullable ? nullable(ref) : ref;
  }

  /** Each variant is a component, so that TypeScript and other generators narrow by the property. */
  #placeVariants(schema: WithVariants, use: Use): Json {
    const { title, description } = schema;
    const { property, schemas } = schema['x-variants'];
    const oneOf: unknown[] = [];
    const mapping: Json = {};
    for (const variant of schemas) {
      const ref = this.#convert(variant, use);
      oneOf.push(ref);
      if (isObject(ref)) mapping[String(variant.properties[property]?.const)] = ref.$ref;
    }
    const discriminator = { propertyName: property, mapping };
    return this.#place(title, { description, oneOf, discriminator }, use);
  }

  /** A use that describes the schema in other words keeps its own. */
  #place(title: string, schema: Json, use: Use): Json {
    const known = this.schemas[title];
    if (known === undefined || use === 'response' || isSame(known, schema)) {
      return placed(this.schemas, title, schema);
    }
    return placed(this.#inputs, `${title}Input`, schema);
  }
}

/** An object of several kinds. `x-variants` has the schema of each, and the property that distinguishes them. */
interface WithVariants {
  title: string;
  description?: unknown;
  'x-variants': { property: string; schemas: { properties: Record<string, Json> }[] };
}

function hasVariants(schema: object): schema is WithVariants {
  return 'x-variants' in schema;
}

function refTo(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function placed(schemas: Record<string, unknown>, name: string, schema: Json): Json {
  const known = schemas[name] ?? schema;
  schemas[name] = known;
  if (!isSame(known, schema)) throw new Error(`Two different schemas are called ${name}`);
  const ref = refTo(name);
  const isDescribed = isObject(known) && known.description === schema.description;
  return isDescribed ? ref : { ...ref, description: schema.description };
}

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(withoutWords(one), withoutWords(other));
}

function withoutWords(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { description: _words, ...rest } = schema;
  return withoutExamples(rest);
}

function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (!isObject(value)) return value;
  const parts = Object.entries(value).filter(([name]) => name !== 'examples');
  return Object.fromEntries(parts.map(([name, part]) => [name, withoutExamples(part)]));
}

function nullable({ description, ...ref }: Json): Json {
  return { anyOf: [ref, { type: 'null' }], ...(description !== undefined && { description }) };
}

/**
 * A schema as the document shows it. `x-required`, `x-one-of` and `x-any-of` name fields of which all, exactly one or at
 * least one is needed; the operation checks them (see closedObject).
 */
function documented(schema: Json, use: Use): Json {
  const {
    'x-required': needed,
    'x-one-of': oneOf,
    'x-any-of': anyOf,
    'x-spoken-code': isSpoken,
    'x-also-in': _otherForm,
    ...rest
  } = schema;
  // More is accepted than what is stored.
  if (isSpoken && use === 'request') delete rest.pattern;
  if (use === 'response' && rest.additionalProperties === false) delete rest.additionalProperties;
  const required = (names: unknown) =>
    Array.isArray(names) ? names.map((name) => ({ required: [name] })) : [];
  if (Array.isArray(needed)) {
    rest.required = [...(Array.isArray(rest.required) ? rest.required : []), ...needed];
  }
  if (oneOf !== undefined) rest.oneOf = required(oneOf);
  if (anyOf !== undefined) rest.anyOf = required(anyOf);
  return rest;
}

/** The schema of a request as it would be in a response: open, and with open schemas in it. */
function opened(schema: unknown): unknown {
  if (!isObject(schema) || schema.additionalProperties !== false) return schema;
  const { additionalProperties: _closed, ...open } = schema;
  const text = JSON.stringify(open, (name, value) =>
    name === '$ref' ? String(value).replace(/Input$/, '') : value,
  );
  return JSON.parse(text);
}

interface ObjectSchema {
  description: unknown;
  properties: Json;
  required: string[];
}

function objectSchema(schema: unknown): ObjectSchema | null {
  if (!isObject(schema) || !isObject(schema.properties)) return null;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return { description: schema.description, properties: schema.properties, required };
}
