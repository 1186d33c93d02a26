import { useSyncExternalStore } from 'react';
import type { Me, Preferences } from '../../packages/sdk/src/index.ts';
import { ConnectionError, isProblem } from '../../packages/sdk/src/problem.ts';
import { holds } from '../../server/platform/auth/scopes.ts';
import { api } from '../api/client.ts';

/**
 * Who is signed in: not known yet, no one, or a user. A session that has ended is signed in again over the page, which
 * stays as it is.
 */
export type SessionState =
  | { is: 'unknown' }
  | { is: 'signed out' }
  | { is: 'signed in' | 'ended'; me: Me };

let state: SessionState = { is: 'unknown' };
const listeners = new Set<() => void>();

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/** The user of this page; only below a page that needs one. */
export function useMe(): Me {
  const session = useSession();
  if (!('me' in session)) throw new Error('This part of the page needs a user.');
  return session.me;
}

export function mayI(me: Me, scope: string): boolean {
  return holds(me.scopes, scope);
}

/** Who was signed in last: a phone without signal opens My day with it. The service checks every request anyway. */
const LAST = 'throughline.me';

export function lastMe(): Me | null {
  const stored = localStorage.getItem(LAST);
  return stored === null ? null : JSON.parse(stored);
}

let first: Promise<void> | null = null;

/** Asks once, as early as possible: while the screen is still being loaded. */
export function readFirstSession(): Promise<void> {
  first ??= readSession().catch((error) => {
    first = null;
    throw error;
  });
  return first;
}

/** Asks the service; a connection error is thrown, because it says nothing about the session. */
export async function readSession(): Promise<void> {
  try {
    const me = await api.me.get();
    // Another person's data must not stay on the page.
    if ('me' in state && state.me.user?.user_id !== me.user?.user_id) location.reload();
    keep(me);
  } catch (error) {
    if (openWithoutSignal(error)) return;
    if (!isProblem(error, 'unauthorized', 'organization_suspended')) throw error;
    if ('me' in state) return;
    localStorage.removeItem(LAST);
    change({ is: 'signed out' });
  }
}

function keep(me: Me): void {
  localStorage.setItem(LAST, JSON.stringify(me));
  change({ is: 'signed in', me });
}

/** Whether requests are sent as this user, and not as another one who has signed in since. */
export function isSignedIn({ user, organization }: Me): boolean {
  if (state.is !== 'signed in') return false;
  const { me } = state;
  return (
    me.user?.user_id === user?.user_id &&
    me.organization.organization_id === organization.organization_id
  );
}

/** Of the user who is signed in; null for none. */
export function preferencesNow(): Preferences | null {
  return 'me' in state ? state.me.preferences : null;
}

/** Of the user who is signed in, after a change. */
export function keepPreferences(preferences: Preferences): void {
  if (state.is === 'signed in') keep({ ...state.me, preferences });
}

/** Without signal, the page of the last user is opened, and the service is asked as soon as it can be. */
function openWithoutSignal(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || state.is !== 'unknown') return false;
  const me = lastMe();
  if (me === null) return false;
  addEventListener('online', () => void readSession().catch(() => {}), { once: true });
  change({ is: 'signed in', me });
  return true;
}

export function sessionEnded(): void {
  if (state.is === 'signed in') change({ is: 'ended', me: state.me });
}

/** Resolves when the user has signed in again. */
export function signedInAgain(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (state.is !== 'signed in') return;
    stop();
    resolve();
  };
  const stop = subscribe(check);
  check();
  return promise;
}

export async function signOut(): Promise<void> {
  if (!('me' in state)) return;
  const { session_id } = state.me;
  if (session_id !== null) await api.sessions.delete(session_id);
  localStorage.removeItem(LAST);
  change({ is: 'signed out' });
}
