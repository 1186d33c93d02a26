import { found, lastOf, type Schema } from './api.ts';

/**
 * Who writes a value. A response can have a value of an enum that did not exist when the client was written, so its
 * enums are open. A request takes times in every form that becomes one as JSON.
 */
export type Direction = 'request' | 'response';

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema, direction: Direction): string {
  if (schema.$ref) return lastOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  const { type, allOf } = schema;
  const types = [type ?? []].flat();
  if (schema.enum) return enumOf(schema.enum, types, direction);
  if (types.length > 0) {
    const shape = union(types.map((one) => typeOfKind(one, schema, direction)));
    return allOf ? intersection([shape, ...each(allOf, direction)]) : shape;
  }
  if (allOf) return intersection(each(allOf, direction));
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return union(each(alternatives, direction));
  return schema.properties ? objectOf(schema, direction) : 'unknown';
}

function each(schemas: readonly Schema[], direction: Direction): string[] {
  return schemas.map((one) => typeOf(one, direction));
}

function enumOf(
  values: readonly unknown[],
  types: readonly string[],
  direction: Direction,
): string {
  const literals = values.map((value) => JSON.stringify(value));
  const isText = values.some((value) => typeof value === 'string');
  return union([
    ...literals,
    ...(isText && direction === 'response' ? ['(string & {})'] : []),
    ...(types.includes('null') ? ['null'] : []),
  ]);
}

function typeOfKind(kind: string, schema: Schema, direction: Direction): string {
  switch (kind) {
    case 'string':
      return schema.format === 'date-time' && direction === 'request' ? 'Time' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const items = schema.items ? typeOf(schema.items, direction) : 'unknown';
      const list = /[|&]/.test(items) ? `(${items})[]` : `${items}[]`;
      return direction === 'request' ? `readonly ${list}` : list;
    }
    case 'object':
      return objectOf(schema, direction);
    default:
      return kind;
  }
}

function objectOf(schema: Schema, direction: Direction): string {
  const { properties, additionalProperties } = schema;
  if (!properties) {
    const isTyped = typeof additionalProperties === 'object';
    return `Record<string, ${isTyped ? typeOf(additionalProperties, direction) : 'unknown'}>`;
  }
  return `{\n${fieldsOf(schema, direction)}}`;
}

/** The lines of an object's fields, each with its description. */
export function fieldsOf({ properties = {}, required = [] }: Schema, direction: Direction): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      const type = typeOf(schema, direction);
      // A field that is left out and one that is undefined are the same request.
      const absent = mark !== '' && direction === 'request' ? ' | undefined' : '';
      return `${comment(schema.description)}${name}${mark}: ${type}${absent};\n`;
    })
    .join('');
}

export function comment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n * ${lines.join('\n * ')}\n */\n`;
}

function union(types: readonly string[]): string {
  const unique = [...new Set(types)];
  // Alternatives that only say which fields are needed have no type of their own.
  const typed = unique.filter((one) => one !== 'unknown');
  return (typed.length > 0 ? typed : unique).join(' | ');
}

function intersection(types: readonly string[]): string {
  const typed = types.filter((one) => one !== 'unknown');
  return typed.map((one) => (one.includes(' | ') ? `(${one})` : one)).join(' & ');
}

/** The names of all schemas that the given ones are made of, themselves included. */
export function reachable(
  schemas: Readonly<Record<string, Schema>>,
  from: readonly Schema[],
): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('$ref' in value && typeof value.$ref === 'string') {
      const name = lastOf(value.$ref);
      if (!names.has(name)) {
        names.add(name);
        visit(found(schemas, name));
      }
      return;
    }
    for (const [key, member] of Object.entries(value)) if (key !== 'examples') visit(member);
  };
  from.forEach(visit);
  return names;
}
