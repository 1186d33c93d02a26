import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { OPERATOR_TOKEN } from '../../../server/testing/harness.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

const BUTTON = { name: 'Look around with a demo company' };
/** Half a minute, on a machine that does nothing else. */
const BUILD_MS = 600_000;

describe('the demo company', () => {
  const stand = useStand();

  it('is offered only with the token of the first start', async () => {
    const page = await stand.newPage();
    await page.goto(`/setup#${stand.organization.token}`);
    // The name comes with what the token can do.
    await page.getByLabel('Company').and(page.locator('[value="Alder Heating & Air"]')).waitFor();
    assert.equal(await page.getByRole('button', BUTTON).count(), 0);
  });

  it('is built once for two browsers and a page that is loaded again, and opens its inbox', async () => {
    const [page, other] = [await stand.newPage(), await stand.newPage()];
    await page.goto(`/setup#${OPERATOR_TOKEN}`);
    const button = page.getByRole('button', BUTTON);
    await button.waitFor();
    await assertAccessible(page);
    await button.dblclick();
    await page.getByRole('progressbar', { name: 'Building the demo company' }).waitFor();
    await assertAccessible(page);

    await other.goto(`/setup#${OPERATOR_TOKEN}`);
    await other.getByRole('button', BUTTON).click();
    await page.getByText('% done').waitFor();
    await page.getByText(/^(?!0 )\d+ % done/).waitFor({ timeout: BUILD_MS });
    await page.reload();
    await page.getByRole('progressbar').waitFor();

    for (const one of [page, other]) {
      await one.getByRole('heading', { name: 'Inbox' }).waitFor({ timeout: BUILD_MS });
      await one.getByRole('button', { name: 'Marguerite Alder' }).waitFor();
    }
    assert.equal(await page.evaluate('sessionStorage.length'), 0, 'the token is not kept');
    const { rows } = await stand.service.owner.query('select from organizations where is_demo');
    assert.equal(rows.length, 1);

    // A month of work is there.
    await page.goto('/jobs');
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.goto('/leads');
    await page.getByRole('row').nth(5).waitFor();
  });

  it('is opened again with the same token, without building another', async () => {
    const page = await stand.newPage();
    await page.goto(`/setup#${OPERATOR_TOKEN}`);
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    const { rows } = await stand.service.owner.query('select from organizations where is_demo');
    assert.equal(rows.length, 1);
  });

  it('lets two browsers in that open it at the same moment', async () => {
    const [page, other] = [await stand.newPage(), await stand.newPage()];
    const { promise: otherIsIn, resolve: letGo } = Promise.withResolvers<void>();
    const use = '**/v1/sign-in-links/use';
    const held = async (route: Route) => {
      await otherIsIn;
      await route.continue();
    };
    await page.route(use, held, { times: 1 });
    await page.goto(`/setup#${OPERATOR_TOKEN}`);
    const hasLink = page.waitForRequest(use);
    await page.getByRole('button', BUTTON).click();
    await hasLink;
    await other.goto(`/setup#${OPERATOR_TOKEN}`);
    await other.getByRole('button', BUTTON).click();
    await other.getByRole('heading', { name: 'Inbox' }).waitFor();
    letGo();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });
});
