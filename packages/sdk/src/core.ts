import { type Page, Pages } from './pages.ts';
import { ApiError, ConnectionError, problemOf } from './problem.ts';
import type { Upload } from './upload.ts';

export interface ClientOptions {
  /** An access token, or a function that returns the current one. Null for a page of the service itself, in a session. */
  token: string | (() => string | Promise<string>) | null;
  /** Where the service is. Default: `http://127.0.0.1:8080`. */
  baseUrl?: string;
  /** How often a request is repeated after no response, 429, 5xx, or a key that is in use. Default 2. */
  maxRetries?: number;
  /** If the service asks for a longer wait before a repetition, the problem is thrown at once. Default: no limit. */
  maxWaitMs?: number;
  /** How long to wait for one response. Default 30 seconds. */
  timeoutMs?: number;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Every change has a key of its own, so that it is made once even if it is sent twice. Set it to choose the key. */
  idempotencyKey?: string;
  /** Only show what would happen: nothing is stored or sent. */
  dryRun?: boolean;
  signal?: AbortSignal;
  maxRetries?: number;
  timeoutMs?: number;
  headers?: Record<string, string>;
}

type Query = object | undefined;

const DEFAULT_URL = 'http://127.0.0.1:8080';
const MAX_WAIT_MS = 60_000;

/** Sends requests: the token, keys, repetitions, problems. */
export class Core {
  readonly baseUrl: string;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.baseUrl = (options.baseUrl ?? DEFAULT_URL).replace(/\/+$/, '');
  }

  async json<T>(
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
    query?: Query,
  ): Promise<T> {
    const response = await this.send(method, path, body, options, query);
    return (await response.json()) as T;
  }

  list<T>(path: string, query?: Query, options?: CallOptions): Pages<T> {
    return new Pages((cursor) =>
      this.json<Page<T>>('GET', path, undefined, options, cursor ? { ...query, cursor } : query),
    );
  }

  /** The successful response; anything else is thrown. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
    query?: Query,
  ): Promise<Response> {
    const url = new URL(this.baseUrl + path);
    for (const [name, value] of Object.entries(query ?? {}).flatMap(parametersOf)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, textOf(value));
    }
    const request = requestOf(method, body, options);
    const retries = isStream(request.body)
      ? 0
      : (options.maxRetries ?? this.#options.maxRetries ?? 2);
    for (let attempt = 0; ; attempt += 1) {
      const result = await this.#attempt(url, request, options);
      if (result instanceof Response) return result;
      if (attempt >= retries || !isWorthRepeating(result)) throw result;
      if (askedWaitMs(result) > (this.#options.maxWaitMs ?? Number.POSITIVE_INFINITY)) throw result;
      await this.wait(waitBefore(attempt, result), options.signal);
    }
  }

  /** Fails at once when the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  async #attempt(
    url: URL,
    request: RequestInit & { headers: Record<string, string> },
    options: CallOptions,
  ): Promise<Response | ApiError | ConnectionError> {
    const { token, fetch: send = fetch, timeoutMs = 30_000 } = this.#options;
    const bearer = typeof token === 'function' ? await token() : token;
    const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const authorization = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
      const headers = { ...authorization, ...request.headers };
      const response = await send(url, { ...request, headers, signal, redirect: 'error' });
      if (response.ok) return response;
      return new ApiError(await problemOf(response, url), response.headers);
    } catch (cause) {
      options.signal?.throwIfAborted();
      return new ConnectionError(`No response from ${url.origin}.`, { cause });
    }
  }
}

/** What all resources have. */
export class Resource {
  protected readonly core: Core;
  /** Of a collection. */
  protected readonly path: string = '';

  constructor(core: Core) {
    this.core = core;
  }

  protected at(id: string): string {
    return `${this.path}/${encodeURIComponent(id)}`;
  }
}

/** What resources have that can be read. Their classes declare it with their own types. */
class ReadingMethods extends Resource {
  list(query?: Query, options?: CallOptions): Pages<unknown> {
    return this.core.list(this.path, query, options);
  }

  get(id: string, options?: CallOptions): Promise<unknown> {
    return this.core.json('GET', this.at(id), undefined, options);
  }
}

/** What most resources have. */
class UsualMethods extends ReadingMethods {
  create(body: unknown, options?: CallOptions): Promise<unknown> {
    return this.core.json('POST', this.path, body, options);
  }

  update(id: string, body: unknown, options?: CallOptions): Promise<unknown> {
    return this.core.json('PATCH', this.at(id), body, options);
  }
}

/** Without the types of their methods, which differ between resources. */
type Untyped = new (core: Core) => Resource;
export const ReadCollection: Untyped = ReadingMethods;
export const Collection: Untyped = UsualMethods;

function requestOf(
  method: string,
  body: unknown,
  { idempotencyKey, dryRun, headers }: CallOptions,
): RequestInit & { headers: Record<string, string> } {
  const key = idempotencyKey ?? (method === 'GET' ? undefined : crypto.randomUUID());
  const common = {
    accept: 'application/json',
    ...(key && { 'idempotency-key': key }),
    ...(dryRun && { 'dry-run': 'true' }),
  };
  if (body === undefined) return { method, headers: { ...common, ...headers } };
  const { type, content } = isFile(body)
    ? body
    : { type: 'application/json', content: JSON.stringify(body) };
  return {
    method,
    headers: { ...common, 'content-type': type, ...headers },
    body: content,
    ...(isStream(content) && { duplex: 'half' }),
  };
}

function isFile(body: unknown): body is Upload {
  return typeof body === 'object' && body !== null && 'type' in body && 'content' in body;
}

function isStream(body: unknown): boolean {
  return body instanceof ReadableStream;
}

/** An object is one parameter for each of its members: `metadata.plan=gold`. */
function parametersOf([name, value]: [string, unknown]): [string, unknown][] {
  const isGroup =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
  if (!isGroup) return [[name, value]];
  return Object.entries(value).map(([key, member]) => [`${name}.${key}`, member]);
}

/** Lists are separated by commas; times and dates become texts as they do in JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join();
  if (typeof value === 'object' && value && 'toJSON' in value)
    return String(JSON.parse(JSON.stringify(value)));
  return String(value);
}

/** Repeating is safe: every change has its key, and only what succeeded is remembered under it. */
function isWorthRepeating(error: ApiError | ConnectionError): boolean {
  if (error instanceof ConnectionError) return true;
  return error.status === 429 || error.status >= 500 || error.code === 'idempotency_key_in_use';
}

function waitBefore(attempt: number, error: ApiError | ConnectionError): number {
  const asked = askedWaitMs(error);
  if (asked > 0) return Math.min(asked, MAX_WAIT_MS);
  return Math.min(8_000, 250 * 2 ** attempt) * (0.75 + Math.random() / 4);
}

/** How long the service asks to wait; 0 if it does not say. */
function askedWaitMs(error: ApiError | ConnectionError): number {
  return error instanceof ApiError ? 1_000 * Number(error.headers.get('retry-after')) : 0;
}
