import { createHash, randomUUID } from 'node:crypto';
import { type Api, ApiProblem, type ApiResponse, Refused } from './api.ts';
import type { Catalog, Operation } from './catalog.ts';
import { Confirmations } from './confirmations.ts';
import { asText, canonical, isObject } from './json.ts';
import { type Grant, mayUse } from './scopes.ts';

export interface SessionOptions {
  api: Api;
  catalog: Catalog;
  grant: Grant;
  /** Signs confirmations and is part of idempotency keys; it is sent nowhere. */
  token: string;
  /** The time of the service, as far as it is known. */
  now(): Date;
  /** Offers only the tools that change nothing. */
  readOnly: boolean;
  /** Whether the transport says when a lifecycle changes. */
  canSubscribe?: boolean;
}

/** What an operation is called with. */
export interface Call {
  /** Names in the path, and filters. */
  parameters?: Record<string, unknown>;
  body?: unknown;
}

/** One token's use of the API, for the tools. */
export class Session {
  readonly catalog: Catalog;
  readonly readOnly: boolean;
  readonly confirmations: Confirmations;
  readonly now: () => Date;
  /** The same for all tokens that may do the same. */
  readonly grantKey: string;
  readonly #api: Api;
  readonly #grant: Grant;
  readonly #token: string;

  constructor({ api, catalog, grant, token, now, readOnly }: SessionOptions) {
    this.catalog = catalog;
    this.readOnly = readOnly;
    this.confirmations = new Confirmations(token, now);
    this.now = now;
    this.grantKey = [...grant.scopes].sort().join(' ') + (grant.hasUser ? ' user' : '');
    this.#api = api;
    this.#grant = grant;
    this.#token = token;
  }

  /** Whether the scopes of the token allow the operation, and the service has it. */
  may(operationId: string): boolean {
    const operation = this.catalog.find(operationId);
    if (operation === null) return false;
    const needs = [operation.scopes, ...operation.alsoNeeds];
    return needs.every((group) => mayUse(this.#grant, group));
  }

  /** The same, for the work of everyone and not only for the user's own. */
  mayForAll(operationId: string): boolean {
    const scopes = this.catalog.find(operationId)?.scopes ?? [];
    const wide = scopes.filter((scope) => !scope.endsWith(':own'));
    return this.may(operationId) && mayUse(this.#grant, wide);
  }

  async read(operationId: string, call: Call = {}): Promise<unknown> {
    return (await this.send(this.catalog.get(operationId), call)).body;
  }

  /** Throws an ApiProblem if the service refuses. */
  async send(
    { method, path, parameters }: Operation,
    { parameters: given = {}, body }: Call,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const url = withQuery(
      fillPath(path, given),
      path,
      parameters.map(({ name }) => asText(name)),
      given,
    );
    const request = { method, path: url, headers, ...(body !== undefined && { body }) };
    const response = await this.#api.request(request);
    if (response.status >= 400) throw new ApiProblem(response);
    return response;
  }

  /** A page of a guide, as Markdown. */
  async guide(page: string): Promise<string> {
    const path = `/docs/guides/${encodeURIComponent(page)}`;
    const response = await this.#api.request({
      method: 'GET',
      path,
      headers: { accept: 'text/markdown' },
    });
    if (response.status >= 400) throw new ApiProblem(response);
    return asText(response.body);
  }

  /** The key of a creation: the same arguments create one record, also if a model repeats itself. */
  keyOf(tool: string, args: { again?: boolean | undefined }): string {
    if (args.again === true) return randomKey();
    const text = canonical([this.#token, tool, { ...args, again: undefined }]);
    return `mcp_${createHash('sha256').update(text).digest('base64url')}`;
  }
}

/** The key of a step: the same step can be taken again after the record has changed. */
export function randomKey(): string {
  return `mcp_${randomUUID()}`;
}

function fillPath(path: string, given: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = given[name];
    // Dots would lead to the path of another operation than the one that was checked.
    const isName = typeof value === 'string' && !/^\.{0,2}$/.test(value);
    if (isName) return encodeURIComponent(value);
    throw new Refused('parameter_missing', `Send the parameter ${name}.`);
  });
}

function withQuery(
  filled: string,
  path: string,
  known: readonly string[],
  given: Record<string, unknown>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || path.includes(`{${name}}`)) continue;
    if (!known.includes(name)) {
      const filters = known.filter(
        (one) => !path.includes(`{${one}}`) && one !== 'Idempotency-Key',
      );
      const detail = `There is no parameter ${name} here.`;
      throw new Refused('parameter_unknown', detail, { parameters: filters });
    }
    if (isObject(value)) {
      for (const [key, member] of Object.entries(value))
        query.set(`${name}.${key}`, String(member));
    } else query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}
