import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { Print, Row } from './bench.ts';
import { LAPTOP, newPage } from './console-browser.ts';
import { ROWS } from './console-company.ts';
import { atMost } from './console-rows.ts';
import { LIST_STATE, scrollTo } from './page-scripts.ts';

const MAX_ROWS = 60;
const MONITOR = { width: 1920, height: 1200 };
const PLACES = 40;
const PATIENCE_MS = 600_000;

interface List {
  name: string;
  path: string;
  /** After which the list is the long one. */
  open?(page: Page): Promise<void>;
  /** What it has at least when it was read to its end. */
  size: number;
}

const LISTS: readonly List[] = [
  { name: 'inbox', path: '/', size: ROWS },
  { name: 'leads', path: '/leads', size: 2 * ROWS },
  { name: 'customers', path: '/customers', size: ROWS },
  {
    name: 'invoices',
    path: '/invoices',
    size: ROWS,
    open: (page) => page.getByRole('button', { name: 'All', exact: true }).click(),
  },
  // It shows the last two hundred.
  { name: 'event log', path: '/developers/events', size: 200 },
];

/** Lists that are read to their end by scrolling: the most rows that are in the page at any place. */
export async function measureLists(context: BrowserContext, print: Print): Promise<Row[]> {
  const rows: Row[] = [];
  for (const list of LISTS) {
    const { page } = await newPage(context, 1);
    const startedAt = performance.now();
    const found = await readList(page, list);
    const seconds = (performance.now() - startedAt) / 1_000;
    print(
      `${list.name}: ${found.size} rows, at most ${found.most} in the page, ${seconds.toFixed(1)} s`,
    );
    const size = found.size.toLocaleString('en');
    rows.push(
      atMost(`${list.name} with ${size} rows: rows in the page`, found.most, {
        bar: MAX_ROWS,
        unit: 'rows',
        details: { seconds },
      }),
    );
    await page.close();
  }
  return rows;
}

async function readList(page: Page, list: List): Promise<{ most: number; size: number }> {
  await page.setViewportSize(LAPTOP);
  await page.goto(list.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await list.open?.(page);
  await page.locator('main [data-index]').first().waitFor();
  let most = 0;
  const look = async (share: number) => {
    await page.evaluate(scrollTo(share));
    const state = await page.evaluate<{ rows: number; size: number }>(LIST_STATE);
    most = Math.max(most, state.rows);
    return state.size;
  };
  const endsAt = Date.now() + PATIENCE_MS;
  let size = await look(1);
  while (!(size >= list.size)) {
    if (Date.now() > endsAt) throw new Error(`${list.name} ended at ${size} rows.`);
    await sleep(10);
    size = await look(1);
  }
  for (const viewport of [LAPTOP, MONITOR]) {
    await page.setViewportSize(viewport);
    for (let place = 0; place <= PLACES; place += 1) await look(place / PLACES);
  }
  return { most, size };
}
