import { type Api, lastOf, type Operation, type Schema } from './api.ts';
import { type Generated, generatedFile } from './files.ts';

type Field = (string | number | readonly unknown[])[];

const MAX_DEPTH = 3;

/** The command of every operation: one line each, because it is loaded at every start. */
export function cliCommands({ schemas, operations }: Api): Generated {
  const names = new Map(operations.map((one) => [one.id, commandName(one)]));
  const lines = operations.map((one) => `${JSON.stringify(commandOf(one, schemas, names))},`);
  return generatedFile(
    'packages/cli/src/generated/commands.ts',
    `import type { CommandRow } from '../table.ts';\n\nexport const rows: readonly CommandRow[] = [\n${lines.join('\n')}\n];\n`,
  );
}

export function commandName({ resource, verb }: Operation): string {
  return [...resource, verb].map(kebab).join(' ');
}

export function kebab(name: string): string {
  return name.replaceAll(/[A-Z_]/g, (one) => `-${one === '_' ? '' : one.toLowerCase()}`);
}

function commandOf(operation: Operation, schemas: Api['schemas'], names: Map<string, string>) {
  const { method, path, summary, effect, undo, scopes, items, uploads, body } = operation;
  const query = operation.parameters.filter(({ in: place, name }) => {
    return place === 'query' && !(items && (name === 'cursor' || name === 'limit'));
  });
  const queryFields = query.map(({ name, schema, description, required }) =>
    fieldOf(name, { description, ...schema }, required === true, schemas),
  );
  const bodyFields = body ? fieldsOf(body, '', 1, schemas) : [];
  return {
    name: commandName(operation),
    method,
    path,
    summary,
    effect,
    scopes: [scopes, ...operation.alsoNeeds].map((group) => group.join(' or ')).join(', and '),
    ...(undo && { undo: names.get(undo) }),
    ...(items && { list: maxLimit(operation) }),
    ...(operation.isStream && { stream: 1 }),
    ...(operation.isDownload && { download: 1 }),
    ...(uploads.length > 0 && { file: uploads }),
    ...(queryFields.length > 0 && { query: queryFields }),
    ...(body && { body: bodyFields }),
  };
}

/** How many items a page can have. */
function maxLimit({ parameters }: Operation): number {
  return parameters.find(({ name }) => name === 'limit')?.schema.maximum ?? 100;
}

/** The fields of an object, and of the objects in it as `location.city`. */
function fieldsOf(
  given: Schema,
  prefix: string,
  depth: number,
  schemas: Api['schemas'],
): readonly Field[] {
  const { properties = {}, required = [] } = resolved(given, schemas);
  return Object.entries(properties).flatMap(([name, schema]) => [
    fieldOf(prefix + name, schema, prefix === '' && required.includes(name), schemas),
    ...nestedFields(prefix + name, schema, depth, schemas),
  ]);
}

function nestedFields(
  name: string,
  schema: Schema,
  depth: number,
  schemas: Api['schemas'],
): readonly Field[] {
  const inner = resolved(schema, schemas);
  const isObject = kindOf(inner, schemas) === 'object' && inner.properties;
  return isObject && depth < MAX_DEPTH ? fieldsOf(inner, `${name}.`, depth + 1, schemas) : [];
}

/** Its name, its kind, what it is, whether it is required, and its values. */
function fieldOf(name: string, schema: Schema, required: boolean, schemas: Api['schemas']): Field {
  const inner = resolved(schema, schemas);
  const values = inner.enum ?? resolved(inner.items ?? {}, schemas).enum;
  const kind = kindOf(inner, schemas) + (isNullable(schema, schemas) ? '?' : '');
  const text = sentence(schema.description ?? inner.description ?? '');
  return [
    name,
    kind,
    text,
    ...(required || values ? [required ? 1 : 0] : []),
    ...(values ? [values.filter((one) => one !== null)] : []),
  ];
}

function kindOf(schema: Schema, schemas: Api['schemas']): string {
  const types = [schema.type ?? []].flat().filter((one) => one !== 'null');
  if (types.length > 1) return 'any';
  const [type] = types;
  if (type === 'array') return `${kindOf(resolved(schema.items ?? {}, schemas), schemas)}[]`;
  if (type === 'string') return schema.format === 'date-time' ? 'time' : 'string';
  if (type) return type;
  if (schema.properties) return 'object';
  const kinds = new Set(
    (schema.anyOf ?? schema.oneOf ?? []).map((one) => kindOf(resolved(one, schemas), schemas)),
  );
  if (kinds.has('time') || kinds.has('string')) return 'string';
  return [...kinds].every((one) => one === 'object') && kinds.size > 0 ? 'object' : 'any';
}

function isNullable({ type, anyOf }: Schema, schemas: Api['schemas']): boolean {
  return (
    [type ?? []].flat().includes('null') ||
    (anyOf ?? []).some((one) => isNullable(resolved(one, schemas), schemas))
  );
}

/** Follows references, takes the one alternative that is not null, and joins parts. */
function resolved(schema: Schema, schemas: Api['schemas']): Schema {
  if (schema.$ref) return resolved(schemas[lastOf(schema.$ref)] ?? {}, schemas);
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only && others.length === 0 && !schema.type) return resolved(only, schemas);
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((one) => resolved(one, schemas));
  return {
    ...Object.assign({}, ...parts, schema),
    properties: Object.assign({}, ...parts.map((one) => one.properties), schema.properties),
    required: [...parts, schema].flatMap((one) => one.required ?? []),
  };
}

/** The first sentence, as plain text. */
function sentence(text: string): string {
  return (/^.*?[.;](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll('`', '').replace(/[.;]$/, '');
}
