import type { Page } from 'playwright-core';

/** Opens a screen, and waits until everything that it reads is there. Before, a page may still ask who is signed in. */
export async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('navigation', { name: 'Throughline' }).waitFor();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'detached' });
  await page.getByLabel('Loading …').first().waitFor({ state: 'detached' });
}
