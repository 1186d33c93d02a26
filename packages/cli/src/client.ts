import { Core } from '../../sdk/src/core.ts';
import { ApiError, ConnectionError } from '../../sdk/src/problem.ts';
import type { Credentials } from './credentials.ts';
import { CliError, EXIT, reasonOf } from './errors.ts';
import { flagOf } from './table.ts';
import { isObject } from './values.ts';

export function clientOf({ url, token }: Credentials): Core {
  return new Core({ baseUrl: url, token });
}

/** What the service said, or that it was not reached, as an error with its exit code. */
export function failureOf(error: unknown, { url, from }: Credentials): unknown {
  if (error instanceof ApiError) return refusalOf(error, from);
  if (!(error instanceof ConnectionError)) return error;
  return new CliError(
    'unreachable',
    `No response from ${url} (${reasonOf(error)}). Start the service with npm start, or set its address with --url.`,
  );
}

const KNOWN = new Set(['type', 'title', 'status', 'detail', 'code', 'request_id', 'errors']);

function refusalOf({ status, code, requestId, problem }: ApiError, from: string): CliError {
  const fields: Readonly<Record<string, unknown>> = { ...problem };
  const errors = Array.isArray(fields.errors) ? fields.errors.filter(isObject) : [];
  // The sentence of a single error says it already.
  const listed = errors.filter((one) => !problem.detail.includes(String(one.detail)));
  const extra = Object.entries(fields).filter(([name]) => !KNOWN.has(name));
  const isToken = status === 401 || status === 403;
  const lines = [
    ...listed.map((one) => `  ${placeOf(String(one.pointer ?? ''))}${String(one.detail ?? '')}`),
    ...extra.map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    ...(isToken ? [`The token is from ${from}.`] : []),
    `${code}${requestId ? `, request ${requestId}` : ''}`,
  ];
  return new CliError(
    code,
    status === 401 ? `The token was refused. ${problem.detail}` : problem.detail,
    exitCodeOf(status),
    {
      lines,
      more: {
        status,
        ...(requestId && { request_id: requestId }),
        ...(errors.length > 0 && { errors }),
        ...Object.fromEntries(extra),
        ...(isToken && { token_from: from }),
      },
    },
  );
}

/** Where a field of the body or the query is set here. */
function placeOf(pointer: string): string {
  const names = pointer.split('/').filter((name) => name !== '');
  return names.length > 0 ? `--${flagOf(names.join('.'))}: ` : '';
}

export function exitCodeOf(status: number): number {
  switch (status) {
    case 400:
      return EXIT.calledWrongly;
    case 401:
    case 403:
      return EXIT.notAllowed;
    case 404:
      return EXIT.notFound;
    case 409:
    case 422:
      return EXIT.refused;
    case 429:
    case 503:
      return EXIT.busy;
    default:
      return EXIT.failed;
  }
}
