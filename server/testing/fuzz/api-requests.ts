import { gzipSync } from 'node:zlib';
import {
  type ApiDocument,
  type DescribedOperation,
  ID,
  listOf,
  type Parameter,
} from './document.ts';
import { almost, hostile } from './hostile-values.ts';
import type { Known } from './known.ts';
import { odd } from './odd-texts.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';
import { ValidValues } from './valid-values.ts';

export interface Tokens {
  /** May do everything in the organization. */
  full: string;
  /** May do less. */
  limited: readonly string[];
  operator: string;
}

/** How far a request is from what the document describes. */
type Distance = 'valid' | 'near' | 'hostile';

/** Makes requests for the operations of the document. */
export class ApiRequests {
  readonly #document: ApiDocument;
  readonly #tokens: Tokens;
  readonly #known: Known;
  readonly #foreign: Known;
  readonly #values: ValidValues;

  constructor(document: ApiDocument, tokens: Tokens, known: Known, foreign: Known) {
    this.#document = document;
    this.#tokens = tokens;
    this.#known = known;
    this.#foreign = foreign;
    this.#values = new ValidValues(document, known);
  }

  /** Goes through the operations in turn, so that each gets its share. */
  make(index: number, random: Random): FuzzRequest {
    const { operations } = this.#document;
    const operation = operations[index % operations.length] ?? random.pick(operations);
    const distance = random.pick<Distance>(['valid', 'valid', 'valid', 'near', 'near', 'hostile']);
    const isOperators = operation.isOperators && random.chance(0.8);
    // To an operator no organization is another one, and both must go on.
    const isForeign = !isOperators && random.chance(0.08);
    const body = this.#body(operation, distance, random);
    const request: FuzzRequest = {
      kind: isForeign ? `${distance} with ids of another organization` : distance,
      operation,
      method: operation.method,
      path: this.#path(operation, distance, random) + this.#query(operation, distance, random),
      headers: this.#headers(operation, isOperators, random),
      body,
      copies: random.chance(0.05) ? random.between(2, 6) : 1,
      raw: null,
    };
    if (body === null) delete request.headers['content-type'];
    if (isForeign) this.#useForeignIds(request, random);
    if (random.chance(0.06)) this.#spoil(request, random);
    return request;
  }

  #path({ path, parameters }: DescribedOperation, distance: Distance, random: Random): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      if (distance === 'hostile' && random.chance(0.3)) return hostileSegment(random);
      const value = this.#values.fill(parameter?.example, random);
      return encodeURIComponent(String(value));
    });
  }

  #query({ parameters }: DescribedOperation, distance: Distance, random: Random): string {
    const isPlain = distance === 'valid' && random.chance(0.6);
    const pairs = parameters
      .filter((one) => one.in === 'query' && (one.isRequired || random.chance(0.35)))
      .map((one) => {
        const value = isPlain
          ? this.#exampleOf(one, random)
          : this.#parameter(one, distance, random);
        return `${one.name}=${encode(value)}`;
      });
    if (distance === 'hostile' && random.chance(0.3))
      pairs.push(...pairs, `${encode(odd(random))}=1`);
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  }

  #parameter(parameter: Parameter, distance: Distance, random: Random): string {
    if (distance !== 'valid' && random.chance(0.4)) {
      return random.one([() => odd(random), () => hostile(random).slice(0, 3_000)]);
    }
    if (random.chance(0.5)) return this.#exampleOf(parameter, random);
    return [this.#values.of(parameter.schema, random)].flat().join();
  }

  #exampleOf({ name, example }: Parameter, random: Random): string {
    if (name === 'cursor') return this.#known.one('cursor', random) ?? String(example);
    return listOf([this.#values.fill(example, random)].flat()).join();
  }

  #headers(
    { isStream }: DescribedOperation,
    isOperators: boolean,
    random: Random,
  ): Record<string, string> {
    const { full, limited, operator } = this.#tokens;
    const token = isOperators ? operator : random.chance(0.1) ? random.pick(limited) : full;
    return {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(random.chance(0.15) && { 'idempotency-key': `key-${random.between(1, 400)}` }),
      ...(random.chance(0.03) && {
        'dry-run': random.pick(['true', 'true', 'false', 'yes']),
      }),
      ...(random.chance(0.2) && { 'accept-encoding': 'gzip' }),
      ...(isStream && random.chance(0.5) && { 'last-event-id': String(random.between(0, 99)) }),
    };
  }

  #body(operation: DescribedOperation, distance: Distance, random: Random): string | Buffer | null {
    const { body, text } = operation;
    if (body === null && text === null) return random.chance(0.05) ? hostile(random) : null;
    if (body === null) return null;
    const isPlain = random.chance(0.6);
    const valid = isPlain ? this.#values.plain(body, random) : this.#values.of(body, random);
    if (distance === 'valid') return JSON.stringify(valid);
    if (distance === 'near') return almost(valid, random);
    return random.chance(0.5)
      ? hostile(random)
      : almost(JSON.parse(safe(almost(valid, random))), random);
  }

  /**
   * Every id becomes one of another organization. Not in texts: the service stores what people write, and showing it to
   * them again would look like a leak.
   */
  #useForeignIds(request: FuzzRequest, random: Random): void {
    const replace = (text: string) =>
      text.replaceAll(ID, (own, prefix) => {
        return this.#foreign.one(prefix ?? 'lifecycle_number', random) ?? own;
      });
    request.path = replace(request.path);
    if (typeof request.body !== 'string') return;
    request.body = request.body.replaceAll(/"(\w+)":("[^"]*"|\[[^\]{]*\])/g, (property, name) =>
      this.#document.idFields.has(name) ? replace(property) : property,
    );
  }

  /** Something is wrong outside of the body. */
  #spoil(request: FuzzRequest, random: Random): void {
    const { headers } = request;
    random.one<unknown>([
      () => delete headers.authorization,
      () => Object.assign(headers, { authorization: `Bearer tl_${'x'.repeat(40)}` }),
      () => Object.assign(headers, { authorization: random.pick(BAD_CREDENTIALS) }),
      () => Object.assign(headers, { 'content-type': random.pick(BAD_TYPES) }),
      () => Object.assign(headers, { 'idempotency-key': random.pick(['', 'x'.repeat(300), 'ü']) }),
      () => Object.assign(headers, { 'x-request-id': '"><script>'.repeat(10) }),
      () => Object.assign(headers, { host: 'evil.invalid', 'x-forwarded-host': 'evil.invalid' }),
      () => Object.assign(headers, { 'content-encoding': 'gzip' }),
      () => Object.assign(headers, { expect: '100-continue' }),
      () =>
        Object.assign(headers, { 'last-event-id': '-1', 'if-none-match': '*', range: 'bytes=0-1' }),
      () => Object.assign(request, { method: random.pick(ODD_METHODS) }),
      () => leave(request, `${request.path}/`),
      () => leave(request, request.path.replace('/v1/', '/v1//')),
      () => leave(request, `${request.path.split('?', 1)}${'/a'.repeat(3_000)}`),
      () => leave(request, `${request.path.split('?', 1)}%ff%zz`),
      () => Object.assign(request, { path: `${request.path}?${'a=1&'.repeat(2_500)}` }),
      () => Object.assign(request, { body: gzipSync(request.body ?? '{}') }),
      () => Object.assign(request, { body: Buffer.from([0xff, 0xfe, 0x7b, 0x00]) }),
      () => Object.assign(request, { body: `{"a":"${'x'.repeat(1_200_000)}"}` }),
      () => Object.assign(request, { body: `${request.body ?? ''}]}` }),
    ]);
    request.kind += ', spoiled';
  }
}

const BAD_CREDENTIALS = [
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'bearer x y',
  `Bearer ${'x'.repeat(5_000)}`,
];
const BAD_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/json, text/html',
  'text/csv',
  '*/*',
];
const ODD_METHODS = [
  'PUT',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PATCH',
  'DELETE',
  'POST',
  'GET',
];

/** The path is no longer that of the operation. */
function leave(request: FuzzRequest, path: string): void {
  Object.assign(request, { path, operation: null });
}

function hostileSegment(random: Random): string {
  return random.one([
    () => '..%2f..%2fetc',
    () => '%00',
    () => encodeURIComponent(odd(random)),
    () => 'x'.repeat(700),
    () => `lead_${'7'.repeat(26)}`,
    () => '-1',
    () => '%F0%9F%92%A9',
  ]);
}

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/** What JSON cannot be parsed from is left as it is: an empty object takes its place. */
function safe(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return '{}';
  }
}
