import { isOwn } from '../auth/scopes.ts';
import { isKeyed, supportsDryRun } from '../http/dry-run.ts';
import type { DescribedOperation as Operation } from '../http/operation.ts';
import type { ProblemCatalog } from '../problem-catalog.ts';
import type { Components } from './components.ts';
import { plain, specialSchema } from './problems.ts';

const PROBLEM_JSON = 'application/problem+json';
const PROBLEM_REF = { $ref: '#/components/schemas/Problem' };

interface Shared {
  name: string;
  description: string;
  headers?: string[];
  /** The schemas of its problems that have members of their own. */
  problems?: string[];
}

/** The responses that many operations share, by status. */
const SHARED: Record<number, Shared> = {
  400: { name: 'BadRequest', description: 'The body is missing or cannot be read.' },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or not valid.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The token lacks the scope.',
    problems: ['ScopeProblem'],
  },
  404: { name: 'NotFound', description: 'There is no such resource in your organization.' },
  409: { name: 'Conflict', description: 'A request with the same key is still running.' },
  422: { name: 'Invalid', description: 'Something is wrong; `errors` names all of it.' },
  429: {
    name: 'RateLimited',
    description: 'Too many requests.',
    headers: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  },
};

/** For every other status: the body did not arrive or is too large, or the service cannot handle it now. */
const OTHERS: Shared = {
  name: 'Other',
  description:
    'The body did not arrive, is too large or has another media type (408, 413, 415), or the service cannot handle the request (500, 503).',
  headers: ['Retry-After'],
  problems: ['SizeProblem'],
};

/** What the shared responses can be, each under its status. An operation may be able to give only some of them. */
const COMMON_CODES = [
  ...['malformed_json', 'body_missing'],
  ...[
    'unauthorized',
    'organization_suspended',
    'origin_mismatch',
    'scope_missing',
    'own_work_only',
    'not_found',
    'request_timeout',
    'idempotency_key_in_use',
  ],
  ...['body_too_large', 'unsupported_media_type', 'validation_failed', 'idempotency_key_reused'],
  'dry_run_not_supported',
  ...[
    'rate_limited',
    'internal_error',
    'database_busy',
    'database_unavailable',
    'storage_full',
    'stopping',
  ],
];

export function sharedResponses(catalog: ProblemCatalog): Record<string, unknown> {
  const responses = [...Object.values(SHARED), OTHERS].map((shared) => [
    shared.name,
    {
      description: shared.description,
      'x-problem-codes': COMMON_CODES.filter(
        (code) => sharedOf(statusOf(code, catalog)) === shared,
      ),
      headers: headerRefs(['X-Request-Id', ...(shared.headers ?? [])]),
      content: {
        [PROBLEM_JSON]: {
          schema: shared.problems ? anyProblem(shared.problems) : PROBLEM_REF,
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
  'Dry-Run': header('`true` if nothing was stored: the response of a dry run.', 'string'),
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
      ...(isKeyed(operation) && { headers: headerRefs(headersOf(operation)) }),
      content:
        'body' in response
          ? { 'application/json': { schema: bodySchema(operation, response.body, components) } }
          : textContent(response),
    },
  ]);
  const codes = problemCodes(operation);
  const statuses = [...new Set(codes.map((code) => statusOf(code, catalog)))].toSorted();
  const problems = statuses.map((status) => {
    const own = operation.problems.filter((code) => statusOf(code, catalog) === status);
    const isOther = own.length === 0 && sharedOf(status) === OTHERS;
    return [isOther ? 'default' : String(status), problemResponse(status, own, catalog)];
  });
  return Object.fromEntries([...successes, ...unchanged(operation), ...problems]);
}

function unchanged(operation: Operation): [string, unknown][] {
  const hasEtag = operation.kind === 'read' && operation.hasEtag;
  if (!hasEtag && !(operation.kind === 'download' && operation.isStored)) return [];
  return [
    ['304', { description: 'Unchanged: `If-None-Match` has the `ETag` of the last response.' }],
  ];
}

function headersOf(operation: Operation): string[] {
  return ['Idempotent-Replayed', ...(supportsDryRun(operation) ? ['Dry-Run'] : [])];
}

/** The whole resource, or the few fields of it that some callers get. */
function bodySchema(operation: Operation, body: unknown, components: Components): unknown {
  const whole = components.response(body);
  if (operation.kind !== 'mutation' || operation.brief === null) return whole;
  return { anyOf: [whole, components.response(plain(operation.brief.body))] };
}

/** A stream of events, or a file. */
function textContent(response: {
  example: string;
  mediaType?: string;
  otherTypes?: readonly string[];
}) {
  const { example, mediaType, otherTypes = [] } = response;
  const description =
    mediaType === undefined ? 'Server-sent events, as in the HTML standard.' : 'The file.';
  const isJson = mediaType === 'application/json';
  const schema = isJson
    ? { type: 'object', description, examples: [JSON.parse(example)] }
    : { type: 'string', description, examples: [example] };
  const types = [mediaType ?? 'text/event-stream', ...otherTypes];
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function problemResponse(status: number, own: readonly string[], catalog: ProblemCatalog): unknown {
  const shared = sharedOf(status);
  if (own.length === 0) return { $ref: `#/components/responses/${shared.name}` };
  const special = new Set(own.flatMap((code) => specialSchema(catalog[code]) ?? []));
  const lines = own.map((code) => `- \`${code}\`: ${catalog[code]?.meaning}`);
  return {
    description: `${shared.description}\n\n${lines.join('\n')}`,
    ...(shared.headers && { headers: headerRefs(shared.headers) }),
    content: {
      [PROBLEM_JSON]: { schema: anyProblem([...special]) },
    },
  };
}

function sharedOf(status: number): Shared {
  return SHARED[status] ?? OTHERS;
}

function anyProblem(names: readonly string[]) {
  if (names.length === 0) return PROBLEM_REF;
  return {
    anyOf: [...names.map((name) => ({ $ref: `#/components/schemas/${name}` })), PROBLEM_REF],
  };
}

const OF_TOKENS = ['unauthorized', 'organization_suspended', 'origin_mismatch', 'scope_missing'];

/** Every code that the operation can respond with: those of every operation like it, and its own. */
export function problemCodes(operation: Operation): string[] {
  const hasBody = 'body' in operation && operation.body !== null;
  return [
    ...new Set([
      ...(hasBody ? ['malformed_json'] : []),
      ...(hasBody && !('isBodyOptional' in operation && operation.isBodyOptional)
        ? ['body_missing']
        : []),
      ...(operation.kind === 'public' ? ['origin_mismatch'] : OF_TOKENS),
      ...(operation.scopes.some(isOwn) ? ['own_work_only'] : []),
      ...(namesResource(operation) ? ['not_found'] : []),
      ...(hasBody ? ['request_timeout', 'body_too_large', 'unsupported_media_type'] : []),
      'validation_failed',
      ...(isKeyed(operation) ? ['idempotency_key_in_use', 'idempotency_key_reused'] : []),
      ...(isKeyed(operation) && !supportsDryRun(operation) ? ['dry_run_not_supported'] : []),
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
