import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright-core';
import { created } from '../../server/testing/created.ts';
import {
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../server/testing/harness.ts';
import { RunningClock } from '../../server/testing/test-clock.ts';
import { BROWSER_ARGS, browserOfTests } from './find-browser.ts';

/** A Monday at 8:00 in Los Angeles: the office has just opened, and the day is ahead. */
const MONDAY = '2027-03-01T16:00:00.000Z';
/** Of every user. */
export const PASSWORD = 'a long sentence that only I know';

export interface Person {
  userId: string;
  email: string;
  page: Page;
}

export interface StandOptions {
  /** Whether the test takes the connection or the service away, which the browser reports as an error. */
  goesOffline?: boolean;
  /** Whether the test makes requests fail, with 500 or 503, which the browser reports as an error. */
  failsRequests?: boolean;
}

/** A service with the console, a browser, and one company. Any error in the browser's console fails the test file. */
export class Stand {
  service!: TestService;
  organization!: TestOrganization;
  #browser!: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #errors: string[] = [];
  readonly #options: StandOptions;

  constructor(options: StandOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const executablePath = browserOfTests('windowless');
    const clock = new RunningClock(MONDAY);
    this.service = await startTestService({
      ownDatabase: true,
      because: 'running clock',
      clock,
      withConsole: true,
    });
    await this.service.startWorker();
    this.organization = await this.service.newOrganization();
    this.#browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  }

  async stop(): Promise<void> {
    for (const context of this.#contexts) await context.close();
    await this.#browser?.close();
    await this.service?.stop();
    assert.deepEqual(this.#errors, [], 'the browser reported errors');
  }

  /** A new browser without a session, as large as a laptop. */
  async newPage(viewport = { width: 1280, height: 800 }, host = '127.0.0.1'): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.service.url.replace('127.0.0.1', host),
      viewport,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.#errors.push(String(error.stack)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message, this.#options)) {
        this.#errors.push(`${message.text()} (${message.location().url})`);
      }
    });
    return page;
  }

  /** A user of the company, signed in, at the first screen. */
  signedIn(
    role: string,
    more: object = {},
    ...where: Parameters<Stand['newPage']>
  ): Promise<Person> {
    return this.signedInTo(this.organization, role, more, ...where);
  }

  /** A user of another company. */
  async signedInTo(
    { api }: Pick<TestOrganization, 'api'>,
    role: string,
    more: object = {},
    ...where: Parameters<Stand['newPage']>
  ): Promise<Person> {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { name: 'Rosa Delgado', email, role, ...more };
    const { user_id } = await created(api.post('/v1/users', body));
    const { url } = await created(api.post(`/v1/users/${user_id}/invitations`));
    const page = await this.newPage(...where);
    await page.goto(`/invitation#${String(url).split('#')[1]}`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('navigation').first().waitFor();
    return { userId: user_id, email, page };
  }
}

/** A refusal that the page explains is not an error; the browser writes one line about each. */
function isExpected(message: ConsoleMessage, { goesOffline, failsRequests }: StandOptions) {
  const text = message.text();
  // A request that was under way when the service stopped is reset.
  if (goesOffline && /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET))/.test(text)) {
    return true;
  }
  // The scripts of the screens are loaded by the service worker, whose errors have no other name.
  const isScript = new URL(message.location().url, 'http://page').pathname.startsWith('/assets/');
  if (goesOffline && isScript && text.endsWith('net::ERR_FAILED')) return true;
  // A screen that is loaded for later, while there is no service.
  if (goesOffline && text.startsWith('TypeError: Failed to fetch dynamically imported module'))
    return true;
  const [, status = ''] = RESPONDED.exec(text) ?? [];
  if (failsRequests && (status === '500' || status === '503')) return true;
  return ['401', '403', '404', '409', '422', '429'].includes(status);
}

const RESPONDED = /Failed to load resource: the server responded with a status of (\d+)/;

/** For the tests of one file. */
export function useStand(options: StandOptions = {}): Stand {
  const stand = new Stand(options);
  before(() => stand.start());
  after(() => stand.stop());
  return stand;
}
