import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { BROWSER_ARGS, findBrowsers } from '../../console/testing/find-browser.ts';
import type { Throughline } from '../../packages/sdk/src/index.ts';

const PASSWORD = 'a long sentence that only I know';
const READY_MS = 60_000;

/** As large as a laptop; lists are also measured on a large monitor. */
export const LAPTOP = { width: 1280, height: 800 };

/** Null if none is installed. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findBrowsers()?.whole ?? null;
  if (executablePath === null) return null;
  return chromium.launch({ executablePath, args: BROWSER_ARGS });
}

/** The console is built at the first start, after the API is ready. */
export async function consoleReady(url: string): Promise<void> {
  const endsAt = Date.now() + READY_MS;
  while (!(await (await fetch(url)).text()).includes('/assets/')) {
    if (Date.now() > endsAt) throw new Error('The console was not built.');
    await sleep(200);
  }
}

/** A browser of its own, signed in as a new user of the company, at the first screen. */
export async function signIn(
  browser: Browser,
  baseURL: string,
  api: Throughline,
  role: 'owner' | 'dispatcher' = 'owner',
): Promise<BrowserContext> {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  const { user_id } = await api.users.create({ name: 'Rosa Delgado', email, role });
  const { url } = await api.users.invitations.create(user_id);
  const context = await browser.newContext({ baseURL, viewport: LAPTOP, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`/invitation#${url.split('#')[1]}`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.close();
  return context;
}

/** A page on a processor that is this many times slower. */
export async function newPage(
  context: BrowserContext,
  slowdown: number,
): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp };
}
