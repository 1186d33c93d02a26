import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { startTestService, type TestService } from '../../server/testing/harness.ts';
import { BROWSER_ARGS, browserOfTests } from './find-browser.ts';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}

describe('the console on a phone', () => {
  let service: TestService;
  let context: BrowserContext;
  let page: Page;
  let profile = '';

  before(async () => {
    service = await startTestService({ ownDatabase: true, because: 'console', withConsole: true });
    // Nothing can be installed from a private window, which the other tests use.
    profile = mkdtempSync(join(tmpdir(), 'throughline-profile-'));
    const executablePath = browserOfTests('whole');
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: BROWSER_ARGS,
      baseURL: service.url,
    });
    page = await context.newPage();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  after(async () => {
    await context?.close();
    await service?.stop();
    rmSync(profile, { recursive: true, force: true });
  });

  it('can be installed', async () => {
    await page.evaluate('navigator.serviceWorker.ready');
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors, []);
    const { errors, url } = await devtools.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    assert.equal(url, `${service.url}/manifest.webmanifest`);
  });

  it('has icons of the sizes that it names, for every system', async () => {
    const manifest = await (await fetch(`${service.url}/manifest.webmanifest`)).json();
    const icons: readonly Icon[] = manifest.icons;
    const images = icons.filter(({ type }) => type === 'image/png');
    assert.deepEqual(
      images.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
      ['192x192 any', '512x512 any', '512x512 maskable'],
    );
    const touch = { src: '/apple-touch-icon.png', sizes: '180x180' };
    for (const { src, sizes } of [...images, touch]) {
      const response = await fetch(service.url + src);
      assert.equal(response.headers.get('content-type'), 'image/png', src);
      const seen = await page.evaluate(`new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve(image.naturalWidth + 'x' + image.naturalHeight);
        image.onerror = reject;
        image.src = '${src}';
      })`);
      assert.equal(seen, sizes, src);
    }
    assert.equal(await page.locator('link[rel=apple-touch-icon]').getAttribute('href'), touch.src);
  });

  it('is controlled by the service worker from the second visit on', async () => {
    await page.reload();
    const controller = await page.evaluate('navigator.serviceWorker.controller.scriptURL');
    assert.equal(controller, `${service.url}/service-worker.js`);
  });
});
