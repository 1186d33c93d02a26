import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import type { Row } from './bench.ts';
import { atMost } from './console-rows.ts';
import { LOADED_FILES } from './page-scripts.ts';

const SHELL_KB = 165;
const ROUTE_KB = 60;
const SCREENS = [
  '/dispatch',
  '/calendar',
  '/leads',
  '/customers',
  '/imports',
  '/jobs',
  '/invoices',
  '/claims',
  '/playbooks',
  '/playbooks/new',
  '/playbooks/runs',
  '/reports',
  '/developers',
  '/developers/events',
  '/developers/tasks',
  '/settings',
  '/settings/people',
  '/settings/hours',
  '/settings/templates',
  '/settings/channels',
  '/my-day',
];

/** What the first screen loads, and what each other screen loads on top. */
export async function measureSizes(context: BrowserContext, number: string): Promise<Row[]> {
  const shell = await filesOf(context, '/');
  const first = await gzippedSizes(context, shell);
  const routes: { path: string; bytes: number }[] = [];
  for (const path of [...SCREENS, `/n/${number}`]) {
    const more = (await filesOf(context, path)).filter((file) => !shell.includes(file));
    routes.push({ path, bytes: sum(await gzippedSizes(context, more)) });
  }
  const largest = routes.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  return [
    atMost('first screen, scripts and styles, gzip', sum(first) / 1_000, {
      bar: SHELL_KB,
      unit: 'KB',
      details: Object.fromEntries(shell.map((file, index) => [file, first[index]])),
    }),
    atMost(`largest other screen (${largest.path}), gzip`, largest.bytes / 1_000, {
      bar: ROUTE_KB,
      unit: 'KB',
      details: Object.fromEntries(routes.map(({ path, bytes }) => [path, bytes])),
    }),
  ];
}

async function filesOf(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const names = await page.evaluate<string[]>(LOADED_FILES);
  await page.close();
  return [...new Set(names.filter((name) => /^\/assets\/.*\.(js|css)$/.test(name)))];
}

function gzippedSizes(context: BrowserContext, files: readonly string[]): Promise<number[]> {
  return Promise.all(
    files.map(async (file) => {
      const content = await (await context.request.get(file)).body();
      return gzipSync(content, { level: 9 }).length;
    }),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
