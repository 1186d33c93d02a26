import { createHmac, hkdfSync } from 'node:crypto';
import { calledWrongly, reasonOf } from './errors.ts';

const TIMEOUT_MS = 15_000;

export interface Forwarded {
  /** Null if there was no response. */
  status: number | null;
  error: string | null;
  duration_ms: number;
}

/**
 * The secret that `listen` signs with: derived from the token by a one-way function, so that it is the same in
 * every run and reveals nothing about the token.
 */
export function testSecret(token: string): string {
  const bytes = hkdfSync('sha256', token, '', 'throughline listen', 32);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}

export function readForwardTo(text: string | undefined): string {
  if (text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    return new URL(text).href;
  }
  throw calledWrongly('Set the URL to send events to: --forward-to http://localhost:3000/webhooks');
}

/** Posts the event as a webhook endpoint gets it. Only one attempt: the developer sees it fail. */
export async function forward(
  to: string,
  secret: string,
  { id, body }: { id: string; body: string },
): Promise<Forwarded> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const startedAt = performance.now();
  const done = (status: number | null, error: string | null): Forwarded => ({
    status,
    error,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(to, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'throughline-listen',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature(secret, `${id}.${timestamp}.${body}`),
      },
      body,
    });
    await response.body?.cancel();
    return done(response.status, null);
  } catch (error) {
    return done(null, reasonOf(error));
  }
}

/** As Standard Webhooks defines it. */
function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
