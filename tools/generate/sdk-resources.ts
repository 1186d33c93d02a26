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
  const methods = operations
    .filter(({ isStream }) => !isStream)
    .map((operation) => methodOf(operation, name));
  const queries = operations.flatMap((one) => queryType(one, name) ?? []);
  const stream = operations.some(({ isStream }) => isStream) ? [STREAM] : [];
  const body = `${fields.join('')}${construction}${[...methods, ...stream].map((one) => `\n${one}`).join('')}`;
  return [
    ...nested,
    ...queries,
    `export class ${name}Resource extends Resource {\n${body.replace(/^\n/, '')}}\n`,
  ];
}

/** Reconnects by itself, which no other operation does. */
const STREAM = `/** Events as they happen. It reconnects by itself and continues after the last event. */
stream(query: EventStreamQuery = {}, options?: EventStreamOptions): AsyncGenerator<Event> {
return streamEvents(this.core, query, options);
}
`;

function methodOf(operation: Operation, resource: string): string {
  const { verb, method, summary, description } = operation;
  const ids = operation.parameters.filter((one) => one.in === 'path');
  const values = queryOf(operation);
  const path = `\`${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${e(${camel(name)})}`)}\``;
  const parameters = [
    ...ids.map(({ name, schema }) => `${camel(name)}: ${typeOf(schema, 'request')}`),
    ...bodyParameter(operation),
    ...queryParameter(operation, resource),
    'options?: CallOptions',
  ];
  const url = ids.length === 0 ? path.replaceAll('`', "'") : path;
  const file = operation.uploads.length > 0 ? 'file' : 'undefined';
  const given = operation.items
    ? [url, 'query']
    : [
        `'${method}'`,
        url,
        values.length > 0 ? 'query' : 'undefined',
        operation.body ? 'body' : file,
      ];
  const text = `${summary}. ${description}`.replaceAll(/\n+/g, '\n');
  return `${comment(text)}${verb}(${parameters.join(', ')}): ${resultOf(operation)} {
return this.core.${callOf(operation)}(${given.join(', ')}, options);
}
`;
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
  return `import { type CallOptions, type Core, Resource } from '../core.ts';
import { type EventStreamOptions, type EventStreamQuery, streamEvents } from '../events.ts';
import type { Pages } from '../pages.ts';
${words.has('Time') ? "import type { Time } from '../time.ts';\n" : ''}import type { Upload } from '../upload.ts';
import type {
${names.map((name) => `  ${name},`).join('\n')}
} from './types.ts';
`;
}
