import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before } from 'node:test';
import { COST } from '../features/sign-in/password.ts';
import { startAnotherApp } from './another-app.ts';
import type { ApiResponse } from './api-client.ts';
import { PASSWORD } from './builders.ts';
import { created } from './created.ts';
import { shared } from './fixtures.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { passASecond } from './pass-time.ts';

/**
 * Persons who sign in, each from a network address of their own, as a proxy passes it on. Their passwords are stored with
 * less work than those of real people, because the tests check hundreds.
 */
export function signInStand(service: TestService, options: { publicUrl?: string } = {}) {
  const realCost = { ...COST };
  before(() => Object.assign(COST, { memory: 64, passes: 1 }));
  after(() => Object.assign(COST, realCost));
  const app = shared(() => startAnotherApp(service, { trustProxy: 1, ...options }));

  /** Tries are counted by network address. */
  const newAddress = () =>
    `2001:db8::${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;
  const postFrom = (address: string, path: string, body?: unknown, headers = {}) =>
    app.as(null).post(path, body, { headers: { 'x-forwarded-for': address, ...headers } });
  const post = (path: string, body?: unknown, headers = {}) =>
    postFrom(newAddress(), path, body, headers);
  const newEmail = () => `${crypto.randomUUID()}@example.com`;

  async function invite({ api }: TestOrganization, role = 'dispatcher', email = newEmail()) {
    const user = await created(api.post('/v1/users', { name: 'Rosa Delgado', email, role }));
    const invitation = await created(api.post(`/v1/users/${user.user_id}/invitations`));
    return { email, userId: user.user_id as string, key: keyIn(invitation.url), invitation };
  }

  const accept = (key: string, password = PASSWORD) =>
    post('/v1/invitations/accept', { key, password });
  const signIn = (email: string, password = PASSWORD, more = {}) =>
    post('/v1/sessions', { email, password, ...more });

  /** A user with an account, and the cookie of the session. */
  async function member(organization: TestOrganization, role = 'dispatcher', email = newEmail()) {
    const invited = await invite(organization, role, email);
    const accepted = await accept(invited.key);
    assert.equal(accepted.status, 201, JSON.stringify(accepted.body));
    return { ...invited, session: accepted.body, browser: browserWith(accepted) };
  }

  /** A page of the console: it sends the cookie, and its origin with everything that changes something. */
  function browserWith(response: ApiResponse) {
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const headers = { cookie, origin: options.publicUrl ?? app.url };
    return {
      cookie,
      get: (path: string) => app.as(null).get(path, { headers: { cookie } }),
      post: (path: string, body?: object) => app.as(null).post(path, body, { headers }),
      patch: (path: string, body?: object) => app.as(null).patch(path, body, { headers }),
      delete: (path: string) => app.as(null).delete(path, { headers }),
    };
  }

  const statusOf = async (browser: Browser) => (await browser.get('/v1/me')).status;
  /** The next time that the process looks the session up. */
  async function assertEnded(browser: Browser): Promise<void> {
    passASecond();
    assert.equal(await statusOf(browser), 401);
  }

  return {
    ...{ app, newAddress, newEmail, post, postFrom },
    ...{ invite, accept, member, signIn, browserWith, statusOf, assertEnded },
  };
}

type Browser = { get(path: string): Promise<ApiResponse> };

/** After the #, which browsers do not send. */
export function keyIn(url: string): string {
  return url.split('#')[1] ?? '';
}
