import type { TSchema } from 'typebox';
import { isObject } from '../is-object.ts';
import { meets, type Needs } from './needs.ts';

/**
 * Fields that show more than the resource they belong to, such as the contact of an appointment. Their schema says
 * which scopes they need, wherever the resource appears: in a response, inside another resource, in an event.
 */

const NEEDS = 'x-needs';

/** Options of a schema: who sees the field. For others it is null, or empty if it is a list or an object. */
export function shownWith(...needs: Needs): { [NEEDS]: Needs } {
  return { [NEEDS]: needs };
}

export interface HiddenField {
  path: readonly string[];
  needs: Needs;
  /** What is shown in its place. */
  empty: unknown;
}

const EACH_ITEM = '[]';

interface JsonSchema extends TSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [NEEDS]?: Needs;
}

const found = new WeakMap<TSchema, readonly HiddenField[]>();

/** Every field of the schema that needs more scopes, at any depth. */
export function hiddenFieldsOf(schema: TSchema): readonly HiddenField[] {
  const fields = found.get(schema) ?? fieldsIn(schema, [], []);
  found.set(schema, fields);
  return fields;
}

function fieldsIn(
  schema: JsonSchema,
  path: readonly string[],
  above: readonly JsonSchema[],
): HiddenField[] {
  // Steps of playbooks contain steps.
  if (above.includes(schema)) return [];
  const within = [...above, schema];
  const own = schema[NEEDS] ? [{ path, needs: schema[NEEDS], empty: emptyOf(schema) }] : [];
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      fieldsIn(field, [...path, name], within),
    ),
    ...(schema.items ? fieldsIn(schema.items, [...path, EACH_ITEM], within) : []),
    ...(schema.anyOf ?? []).flatMap((branch) => fieldsIn(branch, path, within)),
  ];
}

function emptyOf({ type }: JsonSchema): unknown {
  if (type === 'array') return [];
  return type === 'object' ? {} : null;
}

export function hiddenFrom(
  granted: readonly string[],
  fields: readonly HiddenField[],
): HiddenField[] {
  return fields.filter(({ needs }) => !meets(granted, needs));
}

/** A copy without these fields. What it does not contain is shared with the original. */
export function conceal(value: unknown, fields: readonly HiddenField[]): unknown {
  return fields.reduce((shown, { path, empty }) => replaced(shown, path, empty), value);
}

function replaced(value: unknown, [step, ...rest]: readonly string[], empty: unknown): unknown {
  if (step === undefined) return empty;
  if (step === EACH_ITEM) {
    return Array.isArray(value) ? value.map((item) => replaced(item, rest, empty)) : value;
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaced(value[step], rest, empty) };
}
