import { openCache, readAhead, rememberFirstScreen } from './offline/cache.ts';
import { router } from './routes.tsx';
import { lastMe, readFirstSession } from './session/session.ts';
import { whenFirstScreen } from './ui/later.tsx';

/** A page that waits longer than this for the service says so. */
const PATIENCE_MS = 500;

/**
 * Reads everything that the first screen needs at the same time: its scripts, who is signed in, and what was seen last.
 * So it is drawn once, and not piece by piece.
 */
export async function readFirstScreen(): Promise<void> {
  const { pathname } = location;
  const isForNewcomers = /^\/(setup|sign-in|invitation)$/.test(pathname);
  const parts = isForNewcomers
    ? [router.load()]
    : [router.load(), readFirstSession(), readSeenLast(pathname)];
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  // What fails here is tried again by the page, which says what went wrong.
  await Promise.race([Promise.allSettled(parts), patience]);
}

/** Nothing of it is shown before the service has said that the same user is still signed in. */
async function readSeenLast(path: string): Promise<void> {
  void whenFirstScreen.then(() => rememberFirstScreen(path));
  const me = lastMe();
  if (me === null) return;
  openCache(me);
  await readAhead(path);
}
