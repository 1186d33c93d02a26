import type { DescribedOperation } from './document.ts';

/** One request of a run, ready to be sent. */
export interface FuzzRequest {
  /** What it tries. */
  kind: string;
  /** Null for what is not in the document: pages, feeds, callbacks, and requests to nowhere. */
  operation: DescribedOperation | null;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** How many times it is sent at once. */
  copies: number;
  /** Sent unchanged on a socket, instead of all of the above. */
  raw: Buffer | null;
}

/** The request as a person can repeat it. */
export function describe({ method, path, headers, body, raw, kind }: FuzzRequest): string {
  if (raw) return `${kind}: ${JSON.stringify(raw.toString('latin1').slice(0, 600))}`;
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 100)}`);
  const text = typeof body === 'string' ? body : (body?.toString('latin1') ?? '');
  return `${kind}: ${method} ${path.slice(0, 400)} [${shown.join(', ')}] ${text.slice(0, 800)}`;
}
