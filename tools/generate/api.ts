import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from './files.ts';

/** A JSON schema of the document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  /** Where the SDK and the CLI have it: `leads.create` is `leads` and `create`. */
  resource: readonly string[];
  verb: string;
  parameters: readonly Parameter[];
  /** Of a JSON body. */
  body: Schema | null;
  isBodyRequired: boolean;
  /** Media types of a file that is uploaded. */
  uploads: readonly string[];
  /** An example of such a file. */
  upload: { type: string; content: string } | null;
  /** Of the successful responses; null if they are not JSON. */
  response: readonly Schema[] | null;
  /** Items of a page, for a list with pages. */
  items: Schema | null;
  isStream: boolean;
  /** Whether it answers with a file. */
  isDownload: boolean;
  effect: string;
  undo: string | null;
  scopes: readonly string[];
  /** One of each group is needed, too. */
  alsoNeeds: readonly (readonly string[])[];
  problemCodes: readonly string[];
}

interface RawOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, { content?: Record<string, MediaType> }>;
  'x-effect': string;
  'x-undo'?: string;
  'x-scopes'?: string[];
  'x-also-needs'?: string[][];
  'x-pagination'?: object;
  'x-problem-codes'?: string[];
}

interface Document {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** What openapi.json says, in the form that the generators need. */
export interface Api {
  schemas: Readonly<Record<string, Schema>>;
  operations: readonly Operation[];
}

export function readApi(): Api {
  const document: Document = JSON.parse(readFileSync(join(CHECKOUT, 'openapi.json'), 'utf8'));
  const { schemas, parameters } = document.components;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({ path, method: method.toUpperCase(), raw })),
  );
  const paths = all.map(({ path }) => path);
  const operations = all.map(({ path, method, raw }): Operation => {
    const content = raw.requestBody?.content ?? {};
    const json = content['application/json']?.schema ?? null;
    const response = responseOf(raw);
    const isList = raw.operationId.startsWith('list');
    return {
      id: raw.operationId,
      method,
      path,
      summary: raw.summary,
      description: raw.description.replace(/\n\nScopes?: .*$/s, ''),
      tag: raw.tags[0] ?? '',
      ...nameOf(path, method, raw, paths),
      parameters: (raw.parameters ?? []).map((one) =>
        '$ref' in one ? found(parameters, lastOf(one.$ref)) : one,
      ),
      body: json,
      isBodyRequired: raw.requestBody?.required === true,
      uploads: Object.keys(content).filter((type) => type !== 'application/json'),
      upload: uploadOf(content),
      response,
      items:
        isList && raw['x-pagination'] ? (response?.[0]?.properties?.data?.items ?? null) : null,
      isStream: Object.values(raw.responses).some((one) => one.content?.['text/event-stream']),
      isDownload: response === null && Object.entries(raw.responses).some(isFile),
      effect: raw['x-effect'],
      undo: raw['x-undo'] ?? null,
      scopes: raw['x-scopes'] ?? [],
      alsoNeeds: raw['x-also-needs'] ?? [],
      problemCodes: raw['x-problem-codes'] ?? [],
    };
  });
  return { schemas, operations };
}

function isFile([status, { content = {} }]: [string, RawOperation['responses'][string]]): boolean {
  return (
    status.startsWith('2') && Object.keys(content).some((type) => type !== 'text/event-stream')
  );
}

function uploadOf(content: Record<string, MediaType>): Operation['upload'] {
  const [upload] = Object.entries(content).filter(([, { example }]) => typeof example === 'string');
  return upload ? { type: upload[0], content: String(upload[1].example) } : null;
}

/** Each successful response once, even if two statuses return the same. */
function responseOf({ responses }: RawOperation): Schema[] | null {
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const schemas = success.flatMap(([, one]) => one.content?.['application/json']?.schema ?? []);
  if (schemas.length === 0) return null;
  return [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
}

const VERBS: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PATCH: 'update',
  PUT: 'set',
  DELETE: 'delete',
};

/**
 * The path says it: `POST /v1/leads` is `leads.create`, `POST /v1/leads/{id}/qualify` is `leads.qualify`,
 * `GET /v1/jobs/{id}/notes` is `jobs.notes.list`. A last word that is neither a collection nor a single thing that
 * can be changed is a verb of the resource before it.
 */
function nameOf(
  path: string,
  method: string,
  { operationId, responses }: RawOperation,
  paths: readonly string[],
): { resource: string[]; verb: string } {
  const words = path.split('/').slice(2);
  // `document.pdf` is called document: its ending says what it is, not what it does.
  const names = words
    .filter((word) => !word.startsWith('{'))
    .map((word) => camel(word.replace(/\.\w+$/, '')));
  const last = words.at(-1) ?? '';
  const isAlone = paths.filter((one) => one === path || one.startsWith(`${path}/`)).length === 1;
  const creates = method === 'POST' && '201' in responses;
  // `POST /v1/leads/{id}/convert` creates something, but its operation is called by the same verb: convertLead.
  const isNamedSo = operationId.startsWith(last.split('-')[0] ?? last);
  const isStep = method === 'GET' || (method === 'POST' && (!creates || isNamedSo));
  if (names.length > 1 && !last.startsWith('{') && isAlone && isStep) {
    return { resource: names.slice(0, -1), verb: names.at(-1) ?? '' };
  }
  const verb = operationId.startsWith('list') ? 'list' : found(VERBS, method);
  return { resource: names, verb };
}

export function camel(text: string): string {
  return text.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function pascal(text: string): string {
  const name = camel(text);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

export function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function found<T>(values: Readonly<Record<string, T>>, name: string): T {
  const value = values[name];
  if (value === undefined) throw new Error(`The document has no ${name}.`);
  return value;
}
