import { problems } from '../../api-document.ts';
import { messageOf } from '../../platform/failure.ts';
import { isObject } from '../../platform/is-object.ts';
import { assertDescribed } from '../api-client.ts';
import type { FuzzRequest } from './request.ts';
import type { FuzzResponse } from './send.ts';

/** The server says that it has enough to do. Everything else from 500 on is a mistake. */
const DELIBERATE = new Set([
  'source_busy',
  'server_at_capacity',
  'too_many_uploads',
  'database_busy',
]);

/** What is wrong with a response, or null. `foreign` are the texts and ids of another organization. */
export function judge(
  request: FuzzRequest,
  response: FuzzResponse,
  foreign: readonly string[],
): string | null {
  const { status, text } = response;
  const body = parse(response);
  const code = isObject(body) ? String(body.code) : '';
  if (status >= 500 && !DELIBERATE.has(code)) return `${status}: ${text.slice(0, 500)}`;
  const sent = `${request.path} ${request.body ?? ''}`;
  const leaked = foreign.find((one) => text.includes(one) && !sent.includes(one));
  if (leaked !== undefined) return `it shows ${leaked} of another organization`;
  return wrongProblem(request, response, body) ?? undescribed(request, response, body);
}

function parse({ headers, text }: FuzzResponse): unknown {
  if (!/json/.test(headers['content-type'] ?? '') || text === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Every error of the API is a problem of the catalog, with its status. Pages and feeds have errors for people. */
function wrongProblem({ raw }: FuzzRequest, response: FuzzResponse, body: unknown): string | null {
  const { status, headers } = response;
  if (raw || status < 400 || !isObject(body)) return null;
  const { code, detail } = body;
  if (!headers['content-type']?.startsWith('application/problem+json')) {
    return `an error of the type ${headers['content-type']}`;
  }
  const known = typeof code === 'string' ? problems[code] : undefined;
  if (known === undefined) return `the unknown code ${code}`;
  if (known.status !== status) return `${code} with the status ${status}`;
  if (typeof detail !== 'string' || detail.length < 10) return 'no detail';
  return body.request_id === headers['x-request-id'] ? null : 'no request_id';
}

function undescribed(request: FuzzRequest, response: FuzzResponse, body: unknown): string | null {
  const { method, path, operation } = request;
  if (operation === null || method === 'HEAD' || method === 'OPTIONS') return null;
  // A broken body for an operation that takes none is refused before the operation is looked at.
  if (operation.body === null && isObject(body) && body.code === 'malformed_json') return null;
  try {
    const type = response.headers['content-type'] ?? '';
    assertDescribed(method, path, response.status, type, body);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
