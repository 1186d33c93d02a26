import { type FieldError, Problem } from '../errors.ts';
import { toUuid } from '../ids.ts';
import { isObject } from '../is-object.ts';
import type { Operation } from './operation.ts';

/** What was sent in the body or the query. */
interface Sent {
  body: unknown;
  query: unknown;
}

interface SentId {
  name: string;
  /** The prefix that ids of the field have. */
  prefix: string;
  value: string;
}

/**
 * A problem with an unknown id, with the field that the id was sent in. An id of another kind of resource is a
 * common mistake, so it is named.
 */
export function locateUnknownId(problem: Problem, operation: Operation, sent: Sent): Problem {
  if (problem.code === 'not_found' && problem.errors === undefined) {
    const field = idsIn(operation, sent).find((id) => isMissing(id, problem));
    return field === undefined ? problem : withErrors(problem, [unknownId(field)]);
  }
  if (problem.errors === undefined) return problem;
  const ids = idsIn(operation, sent);
  const errors = problem.errors.map((error) => {
    const field = ids.find(({ name }) => error.pointer === `/${name}`);
    const isOther = field !== undefined && error.code.startsWith('unknown_') && kindOf(field.value);
    if (!isOther || isOther === field.prefix) return error;
    return { ...error, detail: `${error.detail} ${otherKind(field, isOther)}` };
  });
  return withErrors(problem, errors);
}

/** The ids that were sent. */
function idsIn(operation: Operation, { body, query }: Sent): SentId[] {
  const schemas = [
    { sent: query, properties: operation.query.properties },
    { sent: body, properties: 'body' in operation ? operation.body?.properties : undefined },
  ];
  return schemas.flatMap(({ sent, properties = {} }) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const prefix = name === 'lifecycle_number' ? 'lifecycle' : kindOfField(name, schema);
      const value = isObject(sent) ? sent[name] : undefined;
      if (prefix === null || typeof value !== 'string') return [];
      return [{ name, prefix, value }];
    }),
  );
}

/** As the example in its schema shows it, or as its name says if the example is null: `logo_file_id` is of a file. */
function kindOfField(name: string, schema: object): string | null {
  const [example] = 'examples' in schema && Array.isArray(schema.examples) ? schema.examples : [];
  if (example === null) return /([a-z]+)_id$/.exec(name)?.[1] ?? null;
  return typeof example === 'string' ? kindOf(example) : null;
}

function isMissing({ prefix, value }: SentId, { missing }: Problem): boolean {
  if (missing === undefined) return false;
  const uuid = toUuid(prefix, value);
  if (missing.id !== null) return missing.id === uuid || missing.id === value;
  return uuid === null || prefix === missing.resource.replaceAll(/[ -]/g, '_');
}

function unknownId(field: SentId): FieldError {
  const { name, prefix, value } = field;
  const pointer = `/${name}`;
  const kind = kindOf(value);
  if (kind !== null && kind !== prefix) {
    return { pointer, code: 'wrong_kind', detail: otherKind(field, kind) };
  }
  const detail = `There is no ${words(prefix)} with the ${name} that was sent.`;
  return { pointer, code: 'unknown_id', detail };
}

function otherKind({ name, prefix }: SentId, kind: string): string {
  return `The value of ${name} is the id of a ${words(kind)}. Send the id of a ${words(prefix)}, which starts with ${prefix}_.`;
}

function kindOf(value: string): string | null {
  return /^([a-z][a-z_]*)_[0-9a-hjkmnp-tv-z]{26}$/.exec(value)?.[1] ?? null;
}

function words(prefix: string): string {
  return prefix.replaceAll('_', ' ');
}

function withErrors(problem: Problem, errors: FieldError[]): Problem {
  const { status, code, message, extra, headers, cause } = problem;
  const options = { errors, headers, cause, ...(extra && { extra }) };
  return new Problem(status, code, message, options);
}
