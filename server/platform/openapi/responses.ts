import type { Operation } from '../http/operation.ts';
import type { ProblemCatalog } from '../problem-catalog.ts';
import type { Components } from './components.ts';
import { plain, specialSchema } from './problems.ts';

const PROBLEM_JSON = 'application/problem+json';
const PROBLEM_REF = { $ref: '#/components/schemas/Problem' };

/** The responses that many operations share, by status. */
const SHARED: Record<number, { name: string; description: string; headers?: string[] }> = {
  400: { name: 'BadRequest', description: 'The body is missing or cannot be read.' },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or not valid.',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'The token lacks the scope.' },
  404: { name: 'NotFound', description: 'There is no such resource in your organization.' },
  408: { name: 'Timeout', description: 'The body stopped arriving.' },
  409: { name: 'Conflict', description: 'A request with the same key is still running.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'MediaType', description: 'The body has another media type.' },
  422: { name: 'Invalid', description: 'Something is wrong; `errors` names all of it.' },
  429: {
    name: 'RateLimited',
    description: 'Too many requests.',
    headers: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  },
  500: { name: 'Internal', description: 'Something went wrong in the service.' },
  503: {
    name: 'Unavailable',
    description: 'The service cannot take the request now.',
    headers: ['Retry-After'],
  },
};

/** What the shared responses can be, each under its status. An operation may be able to give only some of them. */
const COMMON_CODES = [
  ...['malformed_json', 'body_missing'],
  ...['unauthorized', 'scope_missing', 'not_found', 'request_timeout', 'idempotency_key_in_use'],
  ...['body_too_large', 'unsupported_media_type', 'validation_failed', 'idempotency_key_reused'],
  ...[
    'rate_limited',
    'internal_error',
    'database_busy',
    'database_unavailable',
    'storage_full',
    'stopping',
  ],
];

/** Shared responses with members of their own. */
const SPECIAL: Record<string, string> = { 403: 'ScopeProblem', 413: 'SizeProblem' };

export function sharedResponses(catalog: ProblemCatalog): Record<string, unknown> {
  const responses = Object.entries(SHARED).map(([status, { name, description, headers = [] }]) => [
    name,
    {
      description,
      'x-problem-codes': COMMON_CODES.filter((code) => String(catalog[code]?.status) === status),
      headers: headerRefs(['X-Request-Id', ...headers]),
      content: {
        [PROBLEM_JSON]: {
          schema: SPECIAL[status] ? anyProblem([SPECIAL[status]]) : PROBLEM_REF,
        },
      },
    },
  ]);
  return Object.fromEntries(responses);
}

/** Headers that responses have, described once. */
export const HEADERS = {
  'X-Request-Id': header('Id of the request, also in the log of the service.', 'string'),
  'RateLimit-Limit': header('Requests that the token may make at once.', 'integer'),
  'RateLimit-Remaining': header('Requests that are left right now.', 'integer'),
  'RateLimit-Reset': header('Seconds until all of them are available again.', 'integer'),
  'Retry-After': header('Seconds to wait before the next attempt.', 'integer'),
  'Idempotent-Replayed': header(
    '`true` if this is the stored response of an earlier request with the same key.',
    'string',
  ),
  'WWW-Authenticate': header('How to authenticate: `Bearer`.', 'string'),
};

function header(description: string, type: string) {
  return { description, schema: { type } };
}

function headerRefs(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What an operation can respond with: its successes, then its problems by status. */
export function operationResponses(
  operation: Operation,
  components: Components,
  catalog: ProblemCatalog,
): Record<string, unknown> {
  const successes = Object.entries(operation.responses).map(([status, response]) => [
    status,
    {
      description: response.description,
      ...(isKeyed(operation) && { headers: headerRefs(['Idempotent-Replayed']) }),
      content:
        'body' in response
          ? { 'application/json': { schema: bodySchema(operation, response.body, components) } }
          : { 'text/event-stream': { schema: streamSchema(response.example) } },
    },
  ]);
  const codes = problemCodes(operation);
  const statuses = [...new Set(codes.map((code) => statusOf(code, catalog)))].toSorted();
  const problems = statuses.map((status) => [
    String(status),
    problemResponse(
      status,
      operation.problems.filter((code) => statusOf(code, catalog) === status),
      catalog,
    ),
  ]);
  return Object.fromEntries([...successes, ...problems]);
}

/** The whole resource, or the few fields of it that some callers get. */
function bodySchema(operation: Operation, body: unknown, components: Components): unknown {
  const whole = components.response(body);
  if (operation.kind !== 'mutation' || operation.brief === null) return whole;
  return { anyOf: [whole, components.response(plain(operation.brief.body))] };
}

function isKeyed({ kind }: Operation): boolean {
  return kind === 'mutation' || kind === 'upload';
}

function streamSchema(example: string) {
  const description = 'Server-sent events, as in the HTML standard.';
  return { type: 'string', description, examples: [example] };
}

function problemResponse(status: number, own: readonly string[], catalog: ProblemCatalog): unknown {
  const shared = SHARED[status];
  if (shared === undefined) throw new Error(`No shared response for the status ${status}`);
  if (own.length === 0) return { $ref: `#/components/responses/${shared.name}` };
  const special = new Set(own.flatMap((code) => specialSchema(catalog[code]) ?? []));
  const lines = own.map((code) => `- \`${code}\`: ${catalog[code]?.meaning}`);
  return {
    description: `${shared.description}\n\n${lines.join('\n')}`,
    headers: headerRefs(['X-Request-Id', ...(shared.headers ?? [])]),
    content: {
      [PROBLEM_JSON]: { schema: anyProblem([...special]) },
    },
  };
}

function anyProblem(names: readonly string[]) {
  if (names.length === 0) return PROBLEM_REF;
  return {
    anyOf: [...names.map((name) => ({ $ref: `#/components/schemas/${name}` })), PROBLEM_REF],
  };
}

/** Every code that the operation can respond with: those of every operation like it, and its own. */
export function problemCodes(operation: Operation): string[] {
  const { kind } = operation;
  const hasBody = kind !== 'stream' && kind !== 'upload' && operation.body !== null;
  return [
    ...new Set([
      ...(hasBody ? ['malformed_json'] : []),
      ...(hasBody && !('isBodyOptional' in operation && operation.isBodyOptional)
        ? ['body_missing']
        : []),
      ...['unauthorized', 'scope_missing'],
      ...(namesResource(operation) ? ['not_found'] : []),
      ...(hasBody ? ['request_timeout', 'body_too_large', 'unsupported_media_type'] : []),
      'validation_failed',
      ...(isKeyed(operation) ? ['idempotency_key_in_use', 'idempotency_key_reused'] : []),
      ...['rate_limited', 'internal_error'],
      ...['database_busy', 'database_unavailable', 'storage_full', 'stopping'],
      ...operation.problems,
    ]),
  ];
}

function statusOf(code: string, catalog: ProblemCatalog): number {
  const status = catalog[code]?.status;
  if (status === undefined) throw new Error(`The problem ${code} is not in the catalog`);
  return status;
}

/** In its path, or by an id in its body or query. A list filtered by an unknown id is just empty. */
function namesResource(operation: Operation): boolean {
  const { query } = operation;
  const names = [
    ...('body' in operation ? Object.keys(operation.body?.properties ?? {}) : []),
    ...('cursor' in query.properties ? [] : Object.keys(query.properties)),
  ];
  return Object.keys(operation.params).length > 0 || names.some((name) => name.endsWith('_id'));
}
