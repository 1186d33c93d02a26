import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { created } from '../../server/testing/created.ts';
import {
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../server/testing/harness.ts';
import { freshLead } from '../../server/testing/leads.ts';
import { newLinkFor } from '../../server/testing/link-visitor.ts';
import { newUser } from '../../server/testing/office.ts';
import { RunningClock } from '../../server/testing/test-clock.ts';
import { BROWSER_ARGS, browserOfTests } from './find-browser.ts';
import { PHONE, SmallPageReader } from './small-page-reader.ts';

/** A Monday at 7:00 in Los Angeles, where the company is. */
const MONDAY = '2027-03-01T15:00:00.000Z';
const KEYS = { kind: 'stripe', secret_key: 'sk_test_none', webhook_secret: 'whsec_none' };
const LINES = [
  { description: 'Boiler with everything that it needs', quantity: 1, unit_amount: 120_000 },
  { description: 'Thermostat', quantity: 1, unit_amount: 20_000, optional: true },
];

/** How many points of the drawing are dark, in each half of it. */
const INK = `(() => {
  const canvas = document.querySelector('canvas');
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const count = { left: 0, right: 0 };
  for (let point = 0; point < width * height; point += 1) {
    if (data[point * 4] < 128) count[point % width < width / 2 ? 'left' : 'right'] += 1;
  }
  return count;
})()`;

describe('the pages of a customer in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let company: TestOrganization;
  let api: TestOrganization['api'];
  let page: Page;
  let reader: SmallPageReader;

  before(async () => {
    const executablePath = browserOfTests('windowless');
    service = await startTestService({
      ownDatabase: true,
      because: 'running clock',
      clock: new RunningClock(MONDAY),
    });
    company = await service.newOrganization();
    ({ api } = company);
    await api.patch('/v1/organization', { brand_color: '#ffcc00' });
    browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
    reader = await SmallPageReader.open(browser);
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    page = await context.newPage();
  });

  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const check = async () => reader.check(page.url(), await page.content());

  it('can be read and used by everyone, without scripts, at 360 pixels', async () => {
    const { lead_id } = await created(api.post('/v1/leads', freshLead({ name: 'Dana' })));
    const assigned_to = await newUser(api, { name: 'Rosa Delgado' });
    const booking = { lead_id, assigned_to, starts_at: '2027-03-03T09:00:00-08:00' };
    const visit = await created(api.post('/v1/appointments', booking));
    await page.goto((await newLinkFor(api, 'visit', visit.appointment_id)).url);
    await check();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Your visit is confirmed.').waitFor();
    await page.getByRole('link', { name: 'Choose another time' }).click();
    await check();
    await page.getByRole('radio').last().check();
    await page.getByRole('button', { name: 'Move the visit' }).click();
    await page.getByText('Your visit has a new time.').waitFor();
    const visitUrl = page.url();
    await api.post(`/v1/appointments/${visit.appointment_id}/complete`);
    await page.goto(visitUrl);
    await check();
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.locator('.summary:focus').getByText('Choose how many stars you give.').waitFor();
    await check();
    await page.getByLabel('4 stars').check();
    await page.getByLabel('What was good').fill('Rosa was on time.');
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByText('Thank you for your review.').waitFor();
    assert(await page.getByLabel('4 stars').isChecked());
    await check();

    const options = [
      { name: 'Good', lines: LINES },
      { name: 'Better', recommended: true, lines: LINES },
    ];
    const offer = { lead_id, title: 'New boiler', options, terms: 'Half in advance.' };
    const { estimate_id } = await created(api.post('/v1/estimates', offer));
    await api.post(`/v1/estimates/${estimate_id}/send`);
    await page.goto((await newLinkFor(api, 'estimate', estimate_id)).url);
    await check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This is exactly what you approve.').waitFor();
    await check();
    await page.getByRole('button', { name: 'Approve and sign' }).click();
    await page.getByText('Please check your answers').waitFor();
    await check();
    await page.getByLabel('Your full name').fill('Dana Whitfield');
    await page.getByRole('button', { name: 'Approve and sign' }).click();
    await page.getByText('Approved by Dana Whitfield').waitFor();
    await check();

    const estimate = (await api.get(`/v1/estimates/${estimate_id}`)).body;
    const { job_id } = estimate.acceptance;
    const bill = { job_id, currency: 'USD', lines: LINES.map(({ optional: _, ...line }) => line) };
    const { invoice_id } = await created(api.post('/v1/invoices', bill));
    await api.post(`/v1/invoices/${invoice_id}/send`);
    await page.goto((await newLinkFor(api, 'invoice', invoice_id)).url);
    await check();

    // Without a card: the page of the provider leads back here.
    await created(api.post('/v1/payment-providers', KEYS));
    const { checkout_id } = await created(api.post(`/v1/invoices/${invoice_id}/checkout`));
    const { organization_id } = (await api.get('/v1/organization')).body;
    const key = `${organization_id.split('_')[1]}-${checkout_id.split('_')[1]}`;
    for (const result of ['done', 'canceled']) {
      await page.goto(`${service.url}/paid/${key}?payment=${result}`);
      await check();
    }
    await page.getByText('Nothing was paid').waitFor();

    await page.goto((await newLinkFor(api, 'profile', estimate.customer_id)).url);
    await check();
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ihre Daten sind gespeichert.').waitFor();
    await check();
    await page.goto(`${service.url}/c/nothing`);
    await check();
  });

  it('can be signed with a drawing where scripts run, which is in the signed document', async () => {
    const { lead_id } = await created(api.post('/v1/leads', freshLead({ name: 'Dana' })));
    const offer = { lead_id, title: 'New boiler', options: [{ name: 'Good', lines: LINES }] };
    const signed = async (draw: (tab: Page) => Promise<void>, javaScriptEnabled: boolean) => {
      const { estimate_id } = await created(api.post('/v1/estimates', offer));
      await api.post(`/v1/estimates/${estimate_id}/send`);
      const context = await browser.newContext({ javaScriptEnabled, viewport: PHONE });
      const tab = await context.newPage();
      await tab.goto((await newLinkFor(api, 'estimate', estimate_id)).url);
      await tab.getByRole('button', { name: 'Continue' }).click();
      await draw(tab);
      await tab.getByLabel('Your full name').fill('Dana Whitfield');
      await tab.getByRole('button', { name: 'Approve and sign' }).click();
      await tab.getByText('Approved by Dana Whitfield').waitFor();
      await context.close();
      const { acceptance } = (await api.get(`/v1/estimates/${estimate_id}`)).body;
      const { token } = company;
      const response = await fetch(`${service.url}/v1/estimates/${estimate_id}/document.pdf`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
      return { kind: acceptance.signature_kind, pdf };
    };

    const drawn = await signed(async (tab) => {
      const canvas = tab.getByRole('img', { name: 'Draw your signature' });
      await reader.check('the page with the drawing', await tab.content());
      const stroke = async (...parts: [x: number, y: number][]) => {
        await canvas.scrollIntoViewIfNeeded();
        const box = (await canvas.boundingBox()) ?? assert.fail('nothing to draw on');
        assert(box.x >= 0 && box.x + box.width <= PHONE.width, JSON.stringify(box));
        const [first, ...others] = parts.map(
          ([x, y]) => [box.x + x * box.width, box.y + y * box.height] as const,
        );
        assert(first);
        await tab.mouse.move(...first);
        await tab.mouse.down();
        for (const point of others) await tab.mouse.move(...point, { steps: 5 });
        await tab.mouse.up();
      };
      const field = tab.locator('input[name=drawing]');
      const ink = () => tab.evaluate<{ left: number; right: number }>(INK);
      assert.deepEqual(await ink(), { left: 0, right: 0 });
      await stroke([0.1, 0.2], [0.3, 0.8], [0.4, 0.2]);
      const once = await ink();
      assert(once.left > 200 && once.right === 0, JSON.stringify(once));
      assert.match(await field.inputValue(), /^data:image\/png;base64,/);
      await tab.getByRole('button', { name: 'Clear the drawing' }).click();
      assert.deepEqual([await ink(), await field.inputValue()], [{ left: 0, right: 0 }, '']);
      await stroke([0.1, 0.2], [0.3, 0.8]);
      await stroke([0.6, 0.2], [0.9, 0.8]);
      const twice = await ink();
      assert(twice.left > 100 && twice.right > 100, JSON.stringify(twice));
      // A forgotten name does not cost the drawing.
      await tab.getByRole('button', { name: 'Approve and sign' }).click();
      assert(await tab.locator('#name:invalid:focus').isVisible());
      assert.deepEqual(await ink(), twice);
    }, true);
    assert.equal(drawn.kind, 'drawn');
    assert.match(drawn.pdf, /\/Subtype \/Image[^>]*\/Width 600\b/s);

    // Without scripts there is nothing to draw on, and the name signs.
    const typed = await signed(async (tab) => {
      assert.equal(await tab.locator('canvas').count(), 0);
      assert.equal(await tab.getByText('Draw your signature').count(), 0);
    }, false);
    assert.equal(typed.kind, 'typed');
    assert.doesNotMatch(typed.pdf, /\/Subtype \/Image/);
  });
});
