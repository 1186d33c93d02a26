import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { LANGUAGES } from '../../server/domain/languages.ts';
import { startTestService, type TestService } from '../../server/testing/harness.ts';
import { PublicPages } from '../../server/testing/public-pages.ts';
import { StripeStand } from '../../server/testing/stripe-stand.ts';
import { BROWSER_ARGS, browserOfTests } from './find-browser.ts';
import { SmallPageReader } from './small-page-reader.ts';

describe('the pages without a token in a browser, in every state', () => {
  let service: TestService;
  let stripe: StripeStand;
  let pages: PublicPages;
  let browser: Browser;
  let reader: SmallPageReader;

  before(async () => {
    service = await startTestService({ ownDatabase: true, because: 'browser' });
    await service.startWorker();
    stripe = await StripeStand.start(() => service.clock.now());
    pages = await PublicPages.make(service, stripe);
    const executablePath = browserOfTests('windowless');
    browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
    reader = await SmallPageReader.open(browser);
  });

  after(async () => {
    await browser?.close();
    await pages?.stop();
    await service?.stop();
    await stripe?.stop();
  });

  for (const language of LANGUAGES) {
    it(`can be read by everyone at 360 pixels, in ${language}`, async () => {
      await pages.speak(language);
      for (const page of pages.pages) {
        const { status, text } = await pages.open(page);
        assert.equal(status, page.status, page.name);
        assert(text.includes(`<html lang="${language}">`), `${page.name} is not in ${language}`);
        // Colors do not depend on the language.
        await reader.check(page.name, text, language === 'en' ? undefined : ['light']);
      }
    });
  }
});
