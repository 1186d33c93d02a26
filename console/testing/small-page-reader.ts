import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { type ColorScheme, violationsIn } from './accessible.ts';

export const PHONE = { width: 360, height: 740 };
const MAX_BYTES = 50_000;

/** Reads the pages of visitors. Axe needs scripts, so it looks at a copy of each page in a tab that has them. */
export class SmallPageReader {
  readonly #tab: Page;

  private constructor(tab: Page) {
    this.#tab = tab;
  }

  static async open(browser: Browser): Promise<SmallPageReader> {
    const context = await browser.newContext({ viewport: PHONE });
    const tab = await context.newPage();
    // The copy is only looked at: no logo is loaded, and no page of a payment provider.
    await tab.route('**', (route) => route.abort());
    return new SmallPageReader(tab);
  }

  /** Nothing of axe is broken, nothing is wider than the phone, and the page is small. */
  async check(name: string, html: string, schemes?: readonly ColorScheme[]): Promise<void> {
    // Without what runs, which could change the copy.
    await this.#tab.setContent(html.replaceAll(/<script>.*?<\/script>/gs, ''));
    assert.deepEqual(await violationsIn(this.#tab, { schemes }), [], name);
    const width = await this.#tab.evaluate('document.documentElement.scrollWidth');
    assert(Number(width) <= PHONE.width, `${name} is ${width} pixels wide`);
    const bytes = Buffer.byteLength(html);
    assert(bytes <= MAX_BYTES, `${name} has ${bytes} bytes`);
  }
}
