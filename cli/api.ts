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

/** Asks the service for a body of that form; anything but a success is an error in its own words. */
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
  const answer: unknown = await response.json().catch(() => null);
  if (isBody(answer)) return answer;
  throw new CliError('unexpected_response', isItThroughline(settings.url, response.status));
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
      `Nothing answers at ${url} (${reasonOf(error)}). Start the service with npm start, or say where it is with --url.`,
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
    typeof detail === 'string' ? detail : isItThroughline(url, response.status),
  );
}

function isItThroughline(url: string, status: number): string {
  return `${url} answered ${status}; is it Throughline?`;
}

export class Refused extends CliError {
  readonly status: number;

  constructor(status: number, code: string, detail: string) {
    super(code, status === 401 ? `The token was refused. ${detail}` : detail);
    this.status = status;
  }
}
