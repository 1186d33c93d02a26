import { type Api, camel, type Operation, type Parameter, pascal } from './api.ts';
import { type Generated, generatedFile } from './files.ts';
import { indented } from './sdk-types.ts';
import { comment, typeOf } from './types.ts';

/** A class per resource, with a method per operation. */
export function sdkResources({ schemas, operations }: Api): Generated {
  const root = resourceTree(operations);
  const classes = [...root.children.values()].flatMap((child) =>
    classesOf(child, pascal(child.name)),
  );
  const code = classes.join('\n');
  const client = `/** Every resource of the API. */
export class Resources {
${[...root.children.values()].map(({ name }) => `readonly ${name}: ${pascal(name)}Resource;`).join('\n')}

constructor(core: Core) {
${[...root.children.values()].map(({ name }) => `this.${name} = new ${pascal(name)}Resource(core);`).join('\n')}
}
}
`;
  const body = indented(`${code}\n${client}`);
  return generatedFile(
    'packages/sdk/src/generated/resources.ts',
    `${importsOf(body, schemas)}\nconst e = encodeURIComponent;\n\n${body}`,
  );
}

interface Resource {
  name: string;
  operations: Operation[];
  children: Map<string, Resource>;
}

function resourceTree(operations: readonly Operation[]): Resource {
  const root = newResource('');
  for (const operation of operations) {
    const at = operation.resource.reduce<Resource>((parent, name) => {
      const child = parent.children.get(name) ?? newResource(name);
      parent.children.set(name, child);
      return child;
    }, root);
    at.operations.push(operation);
  }
  return root;
}

function newResource(name: string): Resource {
  return { name, operations: [], children: new Map() };
}

/** The classes of its own resources come first: a class uses them in its constructor. */
function classesOf({ operations, children }: Resource, name: string): string[] {
  const parts = [...children.values()];
  const nested = parts.flatMap((child) => classesOf(child, name + pascal(child.name)));
  const fields = parts.map((one) => `readonly ${one.name}: ${name}${pascal(one.name)}Resource;\n`);
  const set = parts.map(
    (one) => `this.${one.name} = new ${name}${pascal(one.name)}Resource(core);\n`,
  );
  const construction =
    parts.length === 0 ? '' : `\nconstructor(core: Core) {\nsuper(core);\n${set.join('')}}\n`;
  const collection = collectionOf(operations);
  const methods = operations
    .filter(({ isStream }) => !isStream)
    .map((operation) =>
      collection?.usual.includes(operation)
        ? declarationOf(operation, name)
        : methodOf(operation, name, collection?.path),
    );
  const path =
    collection === null ? '' : `protected override readonly path = '${collection.path}';\n`;
  const queries = operations.flatMap((one) => queryType(one, name) ?? []);
  const stream = operations.some(({ isStream }) => isStream) ? [STREAM] : [];
  const body = `${path}${fields.join('')}${construction}${[...methods, ...stream].map((one) => `\n${one}`).join('')}`;
  return [
    ...nested,
    ...queries,
    `export class ${name}Resource extends ${collection === null ? 'Resource' : collection.base} {\n${body.replace(/^\n/, '')}}\n`,
  ];
}

/** What most resources have: the SDK implements it once, because 100 times the same is a kilobyte. */
const USUAL = [
  { verb: 'create', method: 'POST', isOfOne: false },
  { verb: 'list', method: 'GET', isOfOne: false },
  { verb: 'get', method: 'GET', isOfOne: true },
  { verb: 'update', method: 'PATCH', isOfOne: true },
];

/** The path of a resource that can at least be listed and read, and these operations; null for any other. */
function collectionOf(operations: readonly Operation[]) {
  const path = operations.find(({ verb }) => verb === 'list')?.path ?? '';
  // Those of another resource need its id, too.
  if (path.includes('{')) return null;
  const usual = USUAL.flatMap(({ verb, method, isOfOne }) => {
    const found = operations.find((one) => one.verb === verb && one.method === method);
    return found && isUsual(found, isOfOne ? new RegExp(`^${path}/\\{\\w+\\}$`) : null, path)
      ? [found]
      : [];
  });
  if (usual.length === USUAL.length) return { path, usual, base: 'Collection' };
  const read = usual.filter(({ verb }) => verb === 'list' || verb === 'get');
  return read.length === 2 ? { path, usual: read, base: 'ReadCollection' } : null;
}

function isUsual(operation: Operation, ofOne: RegExp | null, path: string): boolean {
  const { items, response, body, uploads, method } = operation;
  const isPath = ofOne === null ? operation.path === path : ofOne.test(operation.path);
  const isAsked = items !== null || queryOf(operation).length === 0;
  const hasBody = method === 'GET' ? body === null : body !== null;
  return (
    isPath && isAsked && hasBody && uploads.length === 0 && (items !== null || response !== null)
  );
}

/** Without code: that of the collection is used. */
function declarationOf(operation: Operation, resource: string): string {
  const { verb, summary, description } = operation;
  const text = `${summary}. ${description}`.replaceAll(/\n+/g, '\n');
  const parameters = parametersOf(operation, resource).join(', ');
  return `${comment(text)}declare readonly ${verb}: (${parameters}) => ${resultOf(operation)};\n`;
}

/** Reconnects by itself, which no other operation does. */
const STREAM = `/** Events as they happen. It reconnects by itself and continues after the last event. */
stream(query: EventStreamQuery = {}, options?: EventStreamOptions): AsyncGenerator<Event> {
return streamEvents(this.core, query, options);
}
`;

function methodOf(operation: Operation, resource: string, collection?: string): string {
  const { verb, method, summary, description } = operation;
  const values = queryOf(operation);
  const url = urlOf(operation, collection);
  const parameters = parametersOf(operation, resource);
  const file = operation.uploads.length > 0 ? 'file' : 'undefined';
  const given = operation.items
    ? [url, 'query', 'options']
    : [
        `'${method}'`,
        url,
        operation.body ? 'body' : file,
        'options',
        ...(values.length > 0 ? ['query'] : []),
      ];
  const text = `${summary}. ${description}`.replaceAll(/\n+/g, '\n');
  return `${comment(text)}${verb}(${parameters.join(', ')}): ${resultOf(operation)} {
return this.core.${callOf(operation)}(${given.join(', ')});
}
`;
}

/** With the address of one thing in a collection, which is shorter. */
function urlOf({ path }: Operation, collection: string | undefined): string {
  const [, rest] = collection === undefined ? [] : path.split(`${collection}/{id}`);
  if (rest === '') return 'this.at(id)';
  if (rest === undefined && !path.includes('{')) return `'${path}'`;
  const start = rest === undefined ? '' : `\${this.at(id)}`;
  const ids = (rest ?? path).replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${e(${camel(name)})}`);
  return `\`${start}${ids}\``;
}

function parametersOf(operation: Operation, resource: string): string[] {
  const ids = operation.parameters.filter((one) => one.in === 'path');
  return [
    ...ids.map(({ name, schema }) => `${camel(name)}: ${typeOf(schema, 'request')}`),
    ...bodyParameter(operation),
    ...queryParameter(operation, resource),
    'options?: CallOptions',
  ];
}

function bodyParameter({ body, isBodyRequired, uploads }: Operation): string[] {
  if (uploads.length > 0) return [`file: Upload<${uploads.map((one) => `'${one}'`).join(' | ')}>`];
  if (body === null) return [];
  return [`body${isBodyRequired ? '' : '?'}: ${typeOf(body, 'request')}`];
}

/** A list asks for its next pages itself. */
function queryOf({ parameters, items }: Operation): Parameter[] {
  return parameters.filter((one) => one.in === 'query' && !(items && one.name === 'cursor'));
}

function queryParameter(operation: Operation, resource: string): string[] {
  const query = queryOf(operation);
  if (query.length === 0) return [];
  const mark = query.some((one) => one.required) ? '' : '?';
  return [`query${mark}: ${nameOfQuery(operation, resource)}`];
}

function nameOfQuery({ verb }: Operation, resource: string): string {
  return `${resource}${pascal(verb)}Query`;
}

function queryType(operation: Operation, resource: string): string | null {
  const query = queryOf(operation);
  if (query.length === 0 || operation.isStream) return null;
  const fields = query.map(({ name, required, schema, description }) => {
    const [mark, absent] = required ? ['', ''] : ['?', ' | undefined'];
    return `${comment(description)}${name}${mark}: ${typeOf(schema, 'request')}${absent};\n`;
  });
  return `export interface ${nameOfQuery(operation, resource)} {\n${fields.join('')}}\n`;
}

function callOf({ items, response }: Operation): string {
  if (items) return 'list';
  return response ? 'json' : 'send';
}

function resultOf({ items, response }: Operation): string {
  if (items) return `Pages<${typeOf(items, 'response')}>`;
  if (!response) return 'Promise<Response>';
  return `Promise<${response.map((one) => typeOf(one, 'response')).join(' | ')}>`;
}

/** Only the types that the methods use. */
function importsOf(code: string, schemas: Api['schemas']): string {
  const words = new Set(code.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\b[A-Z]\w+\b/g));
  const names = Object.keys(schemas).filter((name) => words.has(name));
  return `import { type CallOptions, type Core, Collection, ReadCollection, Resource } from '../core.ts';
import { type EventStreamOptions, type EventStreamQuery, streamEvents } from '../events.ts';
import type { Pages } from '../pages.ts';
${words.has('Time') ? "import type { Time } from '../time.ts';\n" : ''}import type { Upload } from '../upload.ts';
import type {
${names.map((name) => `  ${name},`).join('\n')}
} from './types.ts';
`;
}
