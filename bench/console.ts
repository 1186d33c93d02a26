import type { Print, Row } from './lib/bench.ts';
import { consoleReady, openBrowser, signIn } from './lib/console-browser.ts';
import { createCompany } from './lib/console-company.ts';
import { measureDrag } from './lib/console-drag.ts';
import { measureLists } from './lib/console-lists.ts';
import { measureLive } from './lib/console-live.ts';
import { measureInteractions, measureVisit } from './lib/console-response.ts';
import { measureSizes } from './lib/console-sizes.ts';
import { startTestBed } from './lib/test-bed.ts';

/** The budgets of the console, in a real browser: sizes, speed on a slow processor, long lists, live updates. */
export async function consoleBudgets(print: Print): Promise<Row[]> {
  const browser = await openBrowser();
  if (browser === null) {
    print('not measured: no browser is installed, and THROUGHLINE_BROWSER is not set');
    return [];
  }
  try {
    await using testBed = await startTestBed({ LOG_LEVEL: 'fatal' });
    const company = await createCompany(testBed, print);
    await consoleReady(testBed.url);
    const context = await signIn(browser, testBed.url, company.api);
    const { data } = await company.api.leads.list({ limit: 1 });
    const rows = await measureSizes(context, data[0]?.lifecycle_number ?? '');
    rows.push(await measureVisit(context, print));
    rows.push(await measureInteractions(context, company.date, print));
    rows.push(...(await measureDrag(context, company.date, print)));
    rows.push(...(await measureLists(context, print)));
    rows.push(...(await measureLive(browser, testBed.url, company, print)));
    await context.close();
    return rows;
  } finally {
    await browser.close();
  }
}
