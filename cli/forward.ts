import { hkdfSync } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { CliError, reasonOf } from './cli-error.ts';

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
  const url = URL.parse(text ?? '');
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new CliError(
    'bad_arguments',
    'Set the URL to send events to: --forward-to http://localhost:3000/webhooks',
    2,
  );
}

/** Posts the event as a webhook endpoint gets it. Only one attempt: the developer sees it fail. */
export async function forward(
  to: string,
  secret: string,
  { id, body }: { id: string; body: string },
): Promise<Forwarded> {
  const now = new Date();
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
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      },
      body,
    });
    await response.body?.cancel();
    return done(response.status, null);
  } catch (error) {
    return done(null, reasonOf(error));
  }
}
