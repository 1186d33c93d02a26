import type { ParamKind } from '../platform/http/operation.ts';
import { isObject } from '../platform/is-object.ts';
import { routes } from '../routes.ts';
import type { Walked } from './every-operation.ts';
import { currentDocument } from './example-requests.ts';
import { listOf, objectOf } from './fuzz/document.ts';
import { kindOf } from './requests.ts';

/** An id that the body of an operation can contain. */
export interface IdField {
  /** The names and places that lead to it. */
  path: readonly (string | number)[];
  pointer: string;
  kind: ParamKind;
}

/** Ids in the documented example, wherever they are, and all other fields of the body that are ids. */
export function idFieldsOf({ described }: Walked): IdField[] {
  const [example] = listOf(described.body?.examples);
  const inExample = idsIn(example, []);
  const shown = new Set(inExample.map(({ path }) => path[0]));
  const others = Object.entries(objectOf(described.body?.properties)).flatMap(([name, schema]) => {
    const kind = shown.has(name) ? null : kindOfField(name, schema);
    return kind === null ? [] : [idField([name, ...(isList(schema) ? [0] : [])], kind)];
  });
  return [...inExample, ...others];
}

/** The body with this id. */
export function withId(
  body: Readonly<Record<string, unknown>>,
  { path }: IdField,
  id: string,
): Record<string, unknown> {
  return objectOf(put(body, path, id));
}

function put(value: unknown, [step, ...rest]: readonly (string | number)[], id: string): unknown {
  if (step === undefined) return id;
  if (typeof step === 'string') {
    return { ...objectOf(value), [step]: put(objectOf(value)[step], rest, id) };
  }
  return listOf(value).length === 0
    ? [put(undefined, rest, id)]
    : listOf(value).map((item, at) => (at === step ? put(item, rest, id) : item));
}

function idsIn(value: unknown, path: readonly (string | number)[]): IdField[] {
  const kind = kindOf(value);
  if (kind !== null) return [idField(path, kind)];
  if (Array.isArray(value)) return value.flatMap((item, at) => idsIn(item, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => idsIn(member, [...path, name]));
}

function idField(path: readonly (string | number)[], kind: ParamKind): IdField {
  return { path, pointer: path.map((step) => `/${step}`).join(''), kind };
}

/** By its example, or by its name if the example is null: `installed_by_job_id` is the id of a job. */
function kindOfField(name: string, given: unknown): ParamKind | null {
  const schema = currentDocument.resolve(given);
  const [example] = [...listOf(schema.examples), ...listOf(objectOf(schema.items).examples)];
  const [first] = Array.isArray(example) ? example : [example];
  const kind = kindOf(first);
  if (kind !== null || first !== null) return kind;
  return KINDS.find((one) => name === `${one}_id` || name.endsWith(`_${one}_id`)) ?? null;
}

const KINDS = [...new Set(routes.flatMap(({ params }) => Object.values(params)))].sort(
  (a, b) => b.length - a.length,
);

function isList(schema: unknown): boolean {
  return currentDocument.resolve(schema).type === 'array';
}
