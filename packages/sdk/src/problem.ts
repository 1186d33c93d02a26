import type { Problem, ProblemCode, ProblemsByCode } from './generated/types.ts';

/** What a problem with this code says. Codes that did not exist when this version was made have no further fields. */
export type ProblemOf<Code extends string> = Code extends keyof ProblemsByCode
  ? ProblemsByCode[Code]
  : Problem;

/** Any error of this package. */
export class ThroughlineError extends Error {
  override readonly name: string = 'ThroughlineError';
}

/** The service was not reached, or the connection broke before the response was complete. */
export class ConnectionError extends ThroughlineError {
  override readonly name = 'ConnectionError';
}

/** The service refused the request. `code` says why, for a program; `message` and `problem.detail` for a person. */
export class ApiError<Code extends string = ProblemCode | (string & {})> extends ThroughlineError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: Code;
  readonly requestId: string;
  readonly problem: ProblemOf<Code>;
  readonly headers: Headers;

  constructor(problem: ProblemOf<Code>, headers: Headers) {
    super(`${problem.code}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code as Code;
    this.requestId = problem.request_id;
    this.problem = problem;
    this.headers = headers;
  }
}

/** Whether the service refused a request with one of the codes: `error.problem` then has their fields. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError<Code> {
  return error instanceof ApiError && codes.some((code) => code === error.code);
}

/** The problem of a response, also of one that something between here and the service sent. */
export async function problemOf(response: Response, url: URL): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body && 'code' in body && 'detail' in body)
    return body as Problem;
  return {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    detail: `${url.origin} returned ${response.status}, but not as Throughline does. Check the address.`,
    code: `http_${response.status}`,
    request_id: response.headers.get('x-request-id') ?? '',
  };
}
