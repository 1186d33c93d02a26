import { isObject } from '../server/platform/is-object.ts';
import { CliError, reasonOf } from './cli-error.ts';
import type { Settings } from './settings.ts';

export interface Event {
  id: string;
  seq: number;
  type: string;
  timestamp: string;
  lifecycle_number: string | null;
  data: Record<string, unknown>;
}

export function isEvent(value: unknown): value is Event {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.seq === 'number' &&
    typeof value.type === 'string' &&
    typeof value.timestamp === 'string' &&
    (value.lifecycle_number === null || typeof value.lifecycle_number === 'string') &&
    isObject(value.data)
  );
}

/** Calls the API and checks the form of the response body; any other outcome is a CliError. */
export async function call<Body>(
  settings: Settings,
  isBody: (value: unknown) => value is Body,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const response = await send(settings, path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: body ? { 'content-type': 'application/json' } : {},
  });
  const received: unknown = await response.json().catch(() => null);
  if (isBody(received)) return received;
  throw new CliError('unexpected_response', notThroughline(settings.url, response.status));
}

export async function send(
  { url, token }: Settings,
  path: string,
  request: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const response = await fetch(url + path, { ...request, headers }).catch((error) => {
    throw new CliError(
      'unreachable',
      `No response from ${url} (${reasonOf(error)}). Start the service with npm start, or set its address with --url.`,
    );
  });
  if (!response.ok) throw await refusal(response, url);
  return response;
}

async function refusal(response: Response, url: string): Promise<Refused> {
  const problem: unknown = await response.json().catch(() => null);
  const { code, detail } = isObject(problem) ? problem : {};
  return new Refused(
    response.status,
    typeof code === 'string' ? code : `http_${response.status}`,
    typeof detail === 'string' ? detail : notThroughline(url, response.status),
  );
}

function notThroughline(url: string, status: number): string {
  return `${url} returned ${status}. Check that it is a Throughline service.`;
}

export class Refused extends CliError {
  readonly status: number;

  constructor(status: number, code: string, detail: string) {
    super(code, status === 401 ? `The token was refused. ${detail}` : detail);
    this.status = status;
  }
}
