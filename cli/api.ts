import { CliError } from './cli-error.ts';
import type { Settings } from './settings.ts';

export interface Event {
  id: string;
  seq: number;
  type: string;
  timestamp: string;
  lifecycle_number: string | null;
  data: Record<string, unknown>;
}

/** Asks the service; anything but a success is an error in its own words. */
export async function call<Body>(
  settings: Settings,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const response = await send(settings, path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: body ? { 'content-type': 'application/json' } : {},
  });
  return (await response.json()) as Body;
}

export async function send(
  { url, token }: Settings,
  path: string,
  request: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const response = await fetch(url + path, { ...request, headers }).catch((error) => {
    const reason = (error.cause as { code?: string } | undefined)?.code ?? error.message;
    throw new CliError(
      'unreachable',
      `Nothing answers at ${url} (${reason}). Start the service with npm start, or say where it is with --url.`,
    );
  });
  if (!response.ok) throw await refusal(response, url);
  return response;
}

async function refusal(response: Response, url: string): Promise<Refused> {
  const problem = (await response.json().catch(() => null)) as {
    code?: string;
    detail?: string;
  } | null;
  const detail = problem?.detail ?? `${url} answered ${response.status}; is it Throughline?`;
  return new Refused(response.status, problem?.code ?? `http_${response.status}`, detail);
}

export class Refused extends CliError {
  readonly status: number;

  constructor(status: number, code: string, detail: string) {
    super(code, status === 401 ? `The token was refused. ${detail}` : detail);
    this.status = status;
  }
}
