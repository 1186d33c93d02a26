import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject } from '../platform/is-object.ts';

/**
 * A client that checks every response against the committed openapi.json: a response that the document does not
 * describe fails the test.
 */
export interface ApiResponse<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  // Tests access bodies freely; their shape was already checked against the document.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: Body extends Record<string, unknown> ? any : Body;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Sent unchanged, for bodies that are not JSON. */
  raw?: string | Uint8Array<ArrayBuffer>;
}

export class ApiClient {
  readonly #url: string;
  readonly #token: string | null;

  constructor(url: string, token: string | null) {
    this.#url = url;
    this.#token = token;
  }

  get(path: string, options?: CallOptions): Promise<ApiResponse> {
    return this.call('GET', path, undefined, options);
  }
  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse> {
    return this.call('POST', path, body, options);
  }
  put(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse> {
    return this.call('PUT', path, body, options);
  }
  patch(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse> {
    return this.call('PATCH', path, body, options);
  }
  delete(path: string, options?: CallOptions): Promise<ApiResponse> {
    return this.call('DELETE', path, undefined, options);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<ApiResponse> {
    const sent = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const type = response.headers.get('content-type') ?? '';
    const text = type.startsWith('text/event-stream')
      ? await startOf(response)
      : await response.text();
    const parsed = /\bjson\b/.test(type) && text !== '' ? JSON.parse(text) : text;
    assertDescribed(method, path, response.status, type, parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  }
}

/** A stream has no end to wait for: only its start is read. */
async function startOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const start = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(start?.value);
}

interface DescribedResponse {
  $ref?: string;
  'x-problem-codes'?: string[];
  content?: Record<string, { schema: object }>;
}

interface DescribedOperation {
  'x-problem-codes'?: string[];
  responses: Record<string, DescribedResponse>;
}

interface Discriminator {
  propertyName: string;
  mapping: Record<string, string>;
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    responses: Record<string, DescribedResponse>;
    schemas: Record<string, { oneOf?: object[]; discriminator?: Discriminator }>;
  };
}

const document: Document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
);
// Only the schema that the discriminator names is compiled and used, not those of all event types.
for (const schema of Object.values(document.components.schemas)) {
  if (schema.discriminator?.mapping) delete schema.oneOf;
}
// A test uses a validator a few times, so compiling it takes longer: what schemas share is compiled once, as it is.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  inlineRefs: false,
  code: { optimize: false },
});
addFormats.default(ajv);
// As the service writes it, and a day that exists. The format of the library is more lenient, and slower.
const TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
ajv.addFormat('date-time', (text) => {
  const [isTime, year, month, day] = TIME.exec(text) ?? [];
  if (!isTime) return false;
  return (
    Number(day) <= 28 ||
    Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  );
});
const isAsNamed: SchemaValidateFunction = (schema: Discriminator, value: unknown): boolean => {
  const place = isObject(value) && schema.mapping[String(value[schema.propertyName])];
  if (!place) return false;
  const validate = validatorOf(place.slice('#/'.length).split('/'));
  const isValid = validate(value) === true;
  isAsNamed.errors = validate.errors ?? [];
  return isValid;
};
ajv.addKeyword({ keyword: 'discriminator', validate: isAsNamed, errors: true });
ajv.addSchema({ ...document, $id: 'openapi' });
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** A path without an id comes before one with an id, as in the router. */
const patterns = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Throws if openapi.json does not describe this response. */
export function assertDescribed(
  method: string,
  url: string,
  status: number,
  type: string,
  body: unknown,
): void {
  if (!url.startsWith('/v1/')) return;
  const [path = url] = url.split('?', 1);
  const described = patterns.find(({ pattern }) => pattern.test(path))?.path;
  const operation = described && document.paths[described]?.[method.toLowerCase()];
  if (!operation) {
    if (status !== 404 && status !== 405) {
      throw new Error(
        `${method} ${path} returned ${status}, but openapi.json has no such operation`,
      );
    }
    return;
  }
  const [mediaType = type] = type.split(';', 1);
  // The framework returns these before an operation runs; they are the same for all operations.
  if ([405, 413, 415, 431, 500].includes(status)) return;
  const { response, place } = describedResponse(operation, described, method, status);
  if (!response?.content?.[mediaType]) {
    throw new Error(
      `${method} ${path} returned ${status} ${mediaType}, which openapi.json does not describe: ${JSON.stringify(body).slice(0, 500)}`,
    );
  }
  if (status >= 400) assertDeclared(operation, body, `${method} ${path}`);
  const validate = validatorOf([...place, 'content', mediaType, 'schema']);
  if (!validate(body)) {
    throw new Error(
      `${method} ${path} returned ${status} with a body that openapi.json does not describe: ${ajv.errorsText(validate.errors)}`,
    );
  }
}

/** The response of that status, and where it is: a shared one is among the components. */
function describedResponse(
  operation: DescribedOperation,
  path: string,
  method: string,
  status: number,
): { response: DescribedResponse | undefined; place: string[] } {
  const key = String(status) in operation.responses ? String(status) : 'default';
  const own = operation.responses[key];
  const name = own?.$ref?.split('/').at(-1);
  if (name === undefined) {
    const place = ['paths', path, method.toLowerCase(), 'responses', key];
    return { response: own, place };
  }
  const place = ['components', 'responses', name];
  return { response: document.components.responses[name], place };
}

/** Every code that is sent is in the document: with the operation, or with a response that all share. */
function assertDeclared(operation: DescribedOperation, body: unknown, what: string): void {
  const code = isObject(body) ? String(body.code) : '';
  const declared = operation['x-problem-codes'] ?? [];
  if (!COMMON_CODES.has(code) && !declared.includes(code)) {
    throw new Error(`${what} responded with ${code}: declare it in the operation's problems`);
  }
}

const COMMON_CODES = new Set(
  Object.values(document.components.responses).flatMap((one) => one['x-problem-codes'] ?? []),
);

function validatorOf(place: string[]) {
  const pointer = place
    .map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  let validate = validators.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `openapi#/${pointer}` });
    validators.set(pointer, validate);
  }
  return validate;
}
