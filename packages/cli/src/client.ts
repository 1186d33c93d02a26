import { Core } from '../../sdk/src/core.ts';
import { ApiError, ConnectionError } from '../../sdk/src/problem.ts';
import type { Credentials } from './credentials.ts';
import { CliError, EXIT, reasonOf } from './errors.ts';
import { flagOf } from './table.ts';
import { sheet } from './tables.ts';
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
  const { summary, listed } = told(problem.detail, errors);
  const extra = Object.entries(fields).filter(([name]) => !KNOWN.has(name));
  const isToken = status === 401 || status === 403;
  const lines = [
    ...listed.map((one) => `  ${placeOf(String(one.pointer ?? ''))}${String(one.detail ?? '')}`),
    ...(extra.length > 0 ? sheet(Object.fromEntries(extra), '  ').split('\n') : []),
    ...(isToken ? [`The token is from ${from}.`] : []),
    `${code}${requestId ? `, request ${requestId}` : ''}`,
  ];
  return new CliError(
    code,
    status === 401 ? `The token was refused. ${summary}` : summary,
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

/** Several errors are a list with the place of each. The sentence of a single one says everything already. */
function told(detail: string, errors: readonly Record<string, unknown>[]) {
  const rest = errors.filter((one) => !detail.includes(String(one.detail)));
  const [summary = ''] = detail.split(String(errors[0]?.detail), 1);
  const isList = errors.length > 1 && rest.length === 0 && summary.trim() !== '';
  return isList ? { summary: summary.trim(), listed: errors } : { summary: detail, listed: rest };
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
