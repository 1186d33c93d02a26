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

const SCHEMES = ['light', 'dark'] as const;
export type ColorScheme = (typeof SCHEMES)[number];

interface Looked {
  /** One part of the page; by default the page as it is. */
  part?: string | undefined;
  schemes?: readonly ColorScheme[] | undefined;
}

/**
 * No rule of axe is broken: on the page as it is, or in one part of it, in light and in dark. An open menu is such a
 * part: the page below it is hidden from screen readers while it is open, which axe takes for a mistake.
 */
export async function assertAccessible(page: Page, part?: string): Promise<void> {
  assert.deepEqual(await violationsIn(page, { part }), [], page.url());
}

export async function violationsIn(
  page: Page,
  { part, schemes = SCHEMES }: Looked = {},
): Promise<string[]> {
  // Not a script of the page, so its policy does not apply.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const context = part === undefined ? 'document' : JSON.stringify(part);
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // Details of what is right would only take time.
    const violations: readonly Violation[] = await page.evaluate(
      `axe.run(${context}, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    );
    for (const { id, help, nodes } of violations) {
      found.push(`${colorScheme}: ${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
