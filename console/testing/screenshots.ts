import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { startDemoService } from './demo-service.ts';
import { BROWSER_ARGS, findBrowsers } from './find-browser.ts';
import { PICTURES, type Picture } from './pictures.ts';
import { show } from './show.ts';

/**
 * npm run screenshots: pictures of the console with the company of the demo, for `docs/console/`. The time in them is
 * always the same, so that a picture changes only if its screen does.
 */
const DIRECTORY = join(import.meta.dirname, '../../docs/console');
const PASSWORD = 'a long sentence that only I know';
const LAPTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

async function main(): Promise<void> {
  const executablePath = findBrowsers()?.whole ?? null;
  if (executablePath === null) {
    throw new Error('Install Chromium, or set THROUGHLINE_BROWSER to the program of a browser.');
  }
  const temporary = mkdtempSync(join(tmpdir(), 'throughline-screenshots-'));
  const demo = await startDemoService(temporary);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    mkdirSync(DIRECTORY, { recursive: true });
    const open = async (options: BrowserContextOptions) => {
      const look = { locale: 'en-US', reducedMotion: 'reduce', ...options } as const;
      const context = await browser.newContext({ baseURL: demo.url, ...look });
      return context.newPage();
    };
    const signIn = async (name: string, options: BrowserContextOptions) => {
      const page = await open(options);
      await page.goto(`/invitation#${await demo.invite(name)}`);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('navigation').first().waitFor();
      return page;
    };
    const owner = await signIn('Marguerite Alder', { viewport: LAPTOP });
    const { name } = await demo.technicianWithVisits();
    const technician = await signIn(name, { viewport: PHONE, hasTouch: true, isMobile: true });
    const pages = { owner, technician, stranger: await open({ viewport: LAPTOP }) };
    for (const picture of PICTURES) {
      await take(pages[picture.by ?? 'owner'], picture, await picture.address(demo));
    }
  } finally {
    await browser.close();
    await demo.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function take(page: Page, picture: Picture, address: string): Promise<void> {
  const { name, isAlsoDark, prepare, height: shownHeight } = picture;
  if (picture.by === 'stranger') {
    await page.goto(address);
    await page.getByLabel('Password').waitFor();
  } else {
    await show(page, address);
  }
  await prepare?.(page);
  for (const colorScheme of isAlsoDark ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate('document.fonts.ready');
    const file = colorScheme === 'dark' ? `${name}-dark.png` : `${name}.png`;
    const { width, height } = page.viewportSize() ?? LAPTOP;
    const clip = { x: 0, y: 0, width, height: shownHeight ?? height };
    await page.screenshot({ path: join(DIRECTORY, file), clip });
    console.log(file);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

await main();
