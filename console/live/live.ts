import type { Event, Me } from '../../packages/sdk/src/index.ts';
import { ApiError } from '../../packages/sdk/src/problem.ts';
import { api, whenReached } from '../api/client.ts';
import { inSession } from '../session/in-session.ts';
import { mayI, readSession } from '../session/session.ts';
import { takeEvent } from '../store/stores.ts';
import { takeEventInQueries, touchQueries } from '../store/use-query.ts';
import { setConnection } from './connection.ts';
import { forgetEvents, rememberEvent } from './recent-events.ts';

/** What the tab that reads the stream tells the others. */
type Message = { is: 'event'; event: Event } | { is: 'open' } | { is: 'lost' } | { is: 'question' };

const POLL_MS = 60_000;
const AGAIN_MS = 5_000;

/**
 * Keeps the pages up to date. One tab reads the stream of events and passes them on, because a browser opens only six
 * connections to a service without HTTP/2. Users who may not read events ask again every minute, and when they return.
 */
export function startLive(me: Me): () => void {
  const stop = new AbortController();
  if (!mayI(me, 'events:read')) poll(stop.signal);
  else if ('locks' in navigator) shareStream(me, stop.signal);
  else void readStream(new Place(me), () => {}, stop.signal);
  return () => {
    stop.abort();
    forgetEvents();
  };
}

/** After which event the next reader goes on. */
class Place {
  seq: number | undefined;
  readonly #me: Me;
  constructor(me: Me) {
    this.#me = me;
  }
  take(event: Event): void {
    this.seq = event.seq;
    if (isAboutSession(event, this.#me)) void readSession().catch(() => {});
    rememberEvent(event);
    takeEvent(event);
    takeEventInQueries(event);
  }
}

/** The company, the user, or how the console looks for them has changed, here or in another browser. */
function isAboutSession({ type, data }: Event, { user }: Me): boolean {
  if (type === 'organization.updated') return true;
  const isUser = type === 'user.updated' || type === 'preferences.updated';
  return isUser && data.user_id === user?.user_id;
}

function shareStream(me: Me, signal: AbortSignal): void {
  const name = `throughline-live-${me.organization.organization_id}`;
  const others = new BroadcastChannel(name);
  const place = new Place(me);
  let isReader = false;
  let isOpen = false;
  others.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.is === 'event') place.take(data.event);
    else if (data.is === 'open') setConnection({ is: 'live' });
    else if (data.is === 'lost') setConnection({ is: 'lost', since: new Date() });
    else if (isReader && isOpen) others.postMessage({ is: 'open' } satisfies Message);
  };
  const tell = (message: Message) => {
    if (message.is !== 'event') isOpen = message.is === 'open';
    others.postMessage(message);
  };
  others.postMessage({ is: 'question' } satisfies Message);
  signal.addEventListener('abort', () => others.close());
  const read = () => {
    isReader = true;
    return readStream(place, tell, signal);
  };
  // The next tab goes on when this one is closed.
  navigator.locks.request(name, { signal }, read).catch(() => {});
}

async function readStream(
  place: Place,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true;
  const onOpen = () => {
    setConnection({ is: 'live' });
    tell({ is: 'open' });
    // Without a place in the log there may have been events since a page was read.
    if (!isFirst || place.seq === undefined) touchQueries();
    isFirst = false;
  };
  const onLost = () => {
    setConnection({ is: 'lost', since: new Date() });
    tell({ is: 'lost' });
  };
  while (!signal.aborted) {
    try {
      await inSession(async () => {
        const after = place.seq === undefined ? {} : { after: place.seq };
        for await (const event of api.events.stream(after, { signal, onOpen, onLost })) {
          place.take(event);
          tell({ is: 'event', event });
        }
      });
    } catch (error) {
      if (signal.aborted) return;
      onLost();
      // The service no longer has the events after this place: the pages are read again instead.
      if (error instanceof ApiError && error.status < 500) place.seq = undefined;
      await pause(AGAIN_MS, signal);
    }
  }
}

function poll(signal: AbortSignal): void {
  const tell = (isReached: boolean) =>
    setConnection(isReached ? { is: 'live' } : { is: 'lost', since: new Date() });
  const onLine = () => tell(navigator.onLine);
  onLine();
  addEventListener('online', onLine, { signal });
  addEventListener('offline', onLine, { signal });
  // A browser with a network counts as online, also where the network leads nowhere.
  whenReached(tell, signal);
  const timer = setInterval(touchQueries, POLL_MS);
  const onReturn = () => document.visibilityState === 'visible' && touchQueries();
  addEventListener('visibilitychange', onReturn, { signal });
  addEventListener('online', touchQueries, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
