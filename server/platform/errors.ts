/** One thing that is wrong with the request: where, a stable code, and what to do. */
export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
}

interface ProblemOptions {
  errors?: FieldError[];
  /** Members of the response beyond the common ones, such as `allowed` or `alternatives`. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
  missing?: Missing;
}

/** What there is none of: the resource, and the id that was looked for; null for what is not an id of one. */
export interface Missing {
  resource: string;
  id: string | null;
}

/**
 * An error response (RFC 9457). `detail` is for the caller: what is wrong, and what to do next. `cause` is only
 * logged.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[] | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;
  readonly missing: Missing | undefined;

  constructor(status: number, code: string, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.code = code;
    this.errors = options.errors;
    this.extra = options.extra;
    this.headers = options.headers ?? {};
    this.missing = options.missing;
  }

  toJSON(requestId: string): Record<string, unknown> {
    return {
      type: `urn:throughline:problem:${this.code}`,
      title: TITLES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      code: this.code,
      request_id: requestId,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.extra,
    };
  }
}

/**
 * What a constraint of the database would refuse, found before the statement was sent. The operation's `refusals` turn
 * it into a problem.
 */
export class Refusal extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`Refused: ${reason}`);
    this.reason = reason;
  }
}

export function notFound(resource: string, id: string | null = null): Problem {
  return new Problem(
    404,
    'not_found',
    `There is no such ${resource} in your organization. Check the id, and that the token belongs to the right organization.`,
    { missing: { resource, id } },
  );
}

/** More than a person fixes at once. Without a limit, the response could be larger than the request. */
const MAX_ERRORS = 50;

export function validationFailed(errors: FieldError[], code = 'validation_failed'): Problem {
  const count = errors.length === 1 ? 'One thing is' : `${errors.length} things are`;
  const list = errors
    .slice(0, 3)
    .map((error) => error.detail)
    .join(' ');
  return new Problem(422, code, `${count} wrong with the request. ${list}`, {
    errors: errors.slice(0, MAX_ERRORS),
  });
}

/** The caller has an `own` scope, and this is not the caller's own work. */
export function ownWorkOnly(detail: string, cause?: unknown): Problem {
  return new Problem(403, 'own_work_only', detail, { cause });
}

export function organizationSuspended(): Problem {
  const detail =
    'This organization is suspended. Nothing is lost, and its work continues once it is resumed. Ask the operator of this service to resume it.';
  return new Problem(403, 'organization_suspended', detail);
}

export function conflict(code: string, detail: string, extra?: Record<string, unknown>): Problem {
  return new Problem(409, code, detail, extra ? { extra } : {});
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  500: 'Internal server error',
  503: 'Service unavailable',
};
