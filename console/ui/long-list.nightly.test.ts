import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../server/testing/created.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { assertAccessible } from '../testing/accessible.ts';
import { useStand } from '../testing/stand.ts';

const COUNT = 300;
const MOST = 60;
const PATIENCE_MS = 60_000;

describe('a list of hundreds of rows', () => {
  const stand = useStand();
  let page: Page;
  before(async () => {
    const { api } = stand.organization;
    const lines = Array.from(
      { length: COUNT },
      (_, n) => `Person ${n},+1415555${2000 + n},roofing`,
    );
    const raw = ['name,phone,service_needed', ...lines].join('\n');
    const headers = { 'content-type': 'text/csv' };
    const response = await api.post('/v1/imports', undefined, { raw, headers });
    const path = `/v1/imports/${response.body.import_id}`;
    await eventually(async () => (await api.get(path)).body.status === 'completed', PATIENCE_MS);
    ({ page } = await stand.signedIn('dispatcher'));
  });
  const rows = () => page.locator('main [data-index]');
  const scroll = (share: number) =>
    page.evaluate((to) => {
      const main = document.getElementById('main');
      main?.scrollTo(0, to * main.scrollHeight);
    }, share);
  const rowCount = async () => Number(await page.getByRole('table').getAttribute('aria-rowcount'));

  it('reads the next pages while the user scrolls, and has only the rows in view in the page', async () => {
    await page.goto('/leads');
    await rows().first().waitFor();
    assert.equal(await rowCount(), -1, 'the number of all rows is not known yet');
    await eventually(async () => {
      await scroll(1);
      assert((await rows().count()) <= MOST);
      return (await rowCount()) === COUNT + 1;
    }, PATIENCE_MS);
    for (const share of [0, 0.3, 0.7, 1]) {
      await scroll(share);
      assert((await rows().count()) <= MOST);
    }
    await page.getByRole('link', { name: 'Person 0', exact: true }).waitFor();
    await assertAccessible(page);
  });

  it('keeps the row with the focus, wherever the user scrolls', async () => {
    await scroll(0);
    const first = page.getByRole('link', { name: `Person ${COUNT - 1}` });
    await first.focus();
    await scroll(1);
    await page.getByRole('link', { name: 'Person 0', exact: true }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), `Person ${COUNT - 1}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Person ${COUNT - 1}` }).waitFor();
  });

  it('adds a row at the top without reading all pages again', async () => {
    await page.goto('/leads');
    await rows().first().waitFor();
    await eventually(async () => {
      await scroll(1);
      return (await rowCount()) === COUNT + 1;
    }, PATIENCE_MS);
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/v1/leads?')) requests += 1;
    });
    const lead = { name: 'Dana New', phone: '+14155559999', service_needed: 'roofing' };
    await created(stand.organization.api.post('/v1/leads', lead));
    await eventually(async () => (await rowCount()) === COUNT + 2);
    await scroll(0);
    await page.getByRole('link', { name: 'Dana New' }).waitFor();
    assert(requests <= 2, `${requests} requests`);
  });

  it('moves through the inbox with J beyond what was in the page at first', async () => {
    await page.goto('/');
    await rows().first().waitFor();
    const selected = page.locator('[data-selected=true]');
    const item = page.getByRole('listitem').filter({ has: selected });
    // At the end of what was read, J waits for the next page.
    await eventually(async () => {
      await page.keyboard.press('j');
      return (await item.getAttribute('aria-posinset')) === '71';
    }, PATIENCE_MS);
    await selected.getByText('Person 230').waitFor();
    assert((await rows().count()) <= MOST);
    await assertAccessible(page);
  });
});
