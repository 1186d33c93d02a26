import type { Browser } from 'playwright-core';
import { type Print, percentile, type Row } from './bench.ts';
import { newPage, signIn } from './console-browser.ts';
import type { ConsoleCompany } from './console-company.ts';
import { atMost } from './console-rows.ts';
import { RECORD_CLICK, recordAbsence, TAKE_ABSENCE, TAKE_CLICK } from './page-scripts.ts';

const CHANGES = 40;
const WARM_UP = 5;
const BAR_MS = 300;

/** From a click in one browser until another one shows the change. */
export async function measureLive(
  browser: Browser,
  url: string,
  { api }: ConsoleCompany,
  print: Print,
): Promise<Row[]> {
  const [mine, theirs] = [
    await signIn(browser, url, api, 'dispatcher'),
    await signIn(browser, url, api, 'dispatcher'),
  ];
  const { page: a } = await newPage(mine, 1);
  const { page: b } = await newPage(theirs, 1);
  const times: number[] = [];
  for (const page of [a, b]) {
    await page.goto('/');
    await page.locator('main [data-row]').first().waitFor();
  }
  for (let change = 0; change < CHANGES + WARM_UP; change += 1) {
    const row = await a.locator('main [data-row]').first().getAttribute('data-row');
    await b.locator(`[data-row="${row}"]`).waitFor();
    await b.evaluate(recordAbsence(row ?? ''));
    await a.evaluate(`${RECORD_CLICK}, null`);
    await a.locator('main [data-index]').first().getByRole('button', { name: 'Done' }).click();
    const clickedAt = await a.evaluate<number>(TAKE_CLICK);
    const shownAt = await b.evaluate<number>(TAKE_ABSENCE);
    if (change >= WARM_UP) times.push(shownAt - clickedAt);
  }
  await mine.close();
  await theirs.close();
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  print(`${times.length} changes: p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms`);
  const details = { changes: times.length, max: Math.max(...times) };
  const name = 'a click until another browser shows it';
  return [
    atMost(`${name}, p50`, p50, { bar: BAR_MS, unit: 'ms', details }),
    atMost(`${name}, p95`, p95, { bar: BAR_MS, unit: 'ms', details }),
  ];
}
