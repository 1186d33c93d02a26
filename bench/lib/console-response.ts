import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { median, type Print, percentile, type Row } from './bench.ts';
import { newPage } from './console-browser.ts';
import { atMost } from './console-rows.ts';
import {
  IDLE,
  LARGEST_PAINT,
  NEXT_FRAME,
  RECORD_INTERACTIONS,
  TAKE_INTERACTIONS,
} from './page-scripts.ts';

const SLOWDOWN = 4;
const LCP_MS = 1_500;
const INP_MS = 100;
const VISITS = 5;
/** After this long nothing more is drawn. */
const SETTLED_MS = 5_000;
const WINDOW_MS = 2_000;

/** How soon a known page is there again, on a slow processor. */
export async function measureVisit(context: BrowserContext, print: Print): Promise<Row> {
  const times: number[] = [];
  // The first one is the visit after which the others are later ones.
  for (let visit = 0; visit <= VISITS; visit += 1) {
    const { page } = await newPage(context, SLOWDOWN);
    // A new window has processes of its own, which are started first.
    await sleep(WINDOW_MS);
    await page.goto('/');
    // Not asked for meanwhile: every question takes time from the page.
    await sleep(SETTLED_MS);
    await page.locator('main [data-index]').first().waitFor();
    if (visit > 0) times.push(await page.evaluate<number>(LARGEST_PAINT));
    await page.close();
  }
  print(`largest paint: ${times.map((one) => Math.round(one)).join(', ')} ms`);
  return atMost('second visit at a quarter of the speed: largest paint', median(times), {
    bar: LCP_MS,
    unit: 'ms',
    details: { times },
  });
}

/** Until the page has painted and nothing is under way. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(IDLE);
}

interface Interaction {
  name: string;
  duration: number;
}

/** What people do all day, with keys. */
export async function measureInteractions(
  context: BrowserContext,
  date: string,
  print: Print,
): Promise<Row> {
  const { page } = await newPage(context, SLOWDOWN);
  await page.addInitScript(RECORD_INTERACTIONS);
  const all: (Interaction & { what: string })[] = [];
  const step = async (what: string, work: () => Promise<void>) => {
    await work();
    await settled(page);
    const found = await takeInteractions(page);
    const worst = Math.max(0, ...found.map(({ duration }) => duration));
    print(`${what}: ${found.length} interactions, ${worst} ms`);
    all.push(...found.map((one) => ({ ...one, what })));
  };
  await page.goto('/');
  await page.locator('main [data-index]').first().waitFor();
  await settled(page);
  await takeInteractions(page);
  await step('palette', () => usePalette(page));
  await step('inbox', () => press(page, [...repeat('j', 15), ...repeat('k', 5)]));
  await step('number', () => openNumber(page));
  await page.goto('/dispatch');
  await page.getByLabel('Date', { exact: true }).fill(date);
  await page.locator('[data-lane] [data-id]').nth(250).waitFor({ state: 'attached' });
  await settled(page);
  await takeInteractions(page);
  await step('board', () => moveVisit(page));
  await page.close();
  const slowest = all.toSorted((a, b) => b.duration - a.duration);
  const durations = slowest.map(({ duration }) => duration);
  return atMost('interactions at a quarter of the speed: INP', inpOf(durations), {
    bar: INP_MS,
    unit: 'ms',
    details: {
      interactions: durations.length,
      p50: percentile(durations, 0.5),
      slowest: slowest.slice(0, 5),
    },
  });
}

/** As it is defined: the longest interaction, and of every fifty, one longer one does not count. */
function inpOf(longestFirst: readonly number[]): number {
  return longestFirst[Math.floor(longestFirst.length / 50)] ?? 0;
}

async function usePalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox').last();
  await field.waitFor();
  for (const letter of 'person 42') await press(page, [letter]);
  await page.getByRole('option').first().waitFor();
  await press(page, ['ArrowDown', 'ArrowDown', 'Escape']);
}

async function openNumber(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Write' }).or(page.getByRole('tablist')).first().waitFor();
  await press(page, ['r', ...'Hello']);
}

/** Picks a card up, moves it to where nothing is in the way, and puts it back. */
async function moveVisit(page: Page): Promise<void> {
  await page.locator('[data-lane] [data-id]').first().focus();
  await press(page, [' ', ...repeat('ArrowRight', 8), ...repeat('ArrowDown', 4), 'Escape']);
  await press(page, ['ArrowRight', 'ArrowDown', 'ArrowDown']);
  await press(page, [' ', ...repeat('ArrowRight', 3), 'Enter']);
}

/** One key after the other, each when the page has drawn the last. */
async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate(NEXT_FRAME);
  }
}

function repeat(key: string, times: number): string[] {
  return Array.from({ length: times }, () => key);
}

/** The longest event of each interaction since the last call. */
async function takeInteractions(page: Page): Promise<Interaction[]> {
  const { events } = await page.evaluate<Recorded>(TAKE_INTERACTIONS);
  const byId = Map.groupBy(events, ({ id }) => id);
  return [...byId.values()].map((group) =>
    group.reduce((a, b) => (b.duration > a.duration ? b : a)),
  );
}

interface Recorded {
  events: (Interaction & { id: number })[];
  count: number;
}
