import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: readonly { html: string }[];
}

/** No rule of axe is broken: on the page as it is, in light and in dark. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Not a script of the page, so its policy does not apply.
    await page.evaluate(AXE);
    const violations: readonly Violation[] = await page.evaluate(
      'axe.run().then(({ violations }) => violations)',
    );
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
    assert.deepEqual(found, [], `${page.url()} (${colorScheme})`);
  }
  await page.emulateMedia({ colorScheme: null });
}
