import { Throughline } from '../../packages/sdk/src/index.ts';
import { learnTime } from '../time/clock.ts';

/** A page that is closed ends its requests, except those that say otherwise. */
let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/** A change that was sent is not lost when the page is left before its response. Browsers allow that for 64 kB at once. */
const MAX_KEPT = 16_000;

function isSmallChange({ method = 'GET', body }: RequestInit = {}): boolean {
  return method !== 'GET' && (body == null || (typeof body === 'string' && body.length < MAX_KEPT));
}

const listeners = new Set<(isReached: boolean) => void>();

/** Called after every request with whether it reached the service. Stops when the signal is aborted. */
export function whenReached(listener: (isReached: boolean) => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

function tellReached(isReached: boolean): void {
  for (const listener of listeners) listener(isReached);
}

async function fetchAndLearnTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, { ...init, keepalive: isLeaving || isSmallChange(init) });
    tellReached(true);
    learnTime(response);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) tellReached(false);
    throw error;
  }
}

/** The API of the service that served this page; the browser sends the session by itself. */
export const api = new Throughline({
  token: null,
  baseUrl: location.origin,
  fetch: fetchAndLearnTime,
  // A person would not know why nothing happens; with the reason they can decide when to try again.
  maxWaitMs: 5_000,
});

/** With the token of the first start, before anyone can sign in. */
export function apiWith(token: string): Throughline {
  return new Throughline({ token, baseUrl: location.origin });
}
