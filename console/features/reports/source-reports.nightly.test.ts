import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the report about sources', () => {
  const stand = useStand();

  it('shows what each source brought and cost, after spend was entered and imported', async () => {
    const { api } = stand.organization;
    const newLead = (name: string, phone: string) =>
      created(
        api.post('/v1/leads', { name, phone, service_needed: 'ac_repair', source: 'google_ads' }),
      );
    const { lead_id } = await newLead('Carla Novotny', '+14155554301');
    const { job_id } = await created(api.post('/v1/jobs', { lead_id, title: 'New roof' }));
    const lines = [{ description: 'Roof', quantity: 1, unit_amount: 50_000 }];
    const { invoice_id } = await created(api.post('/v1/invoices', { job_id, lines }));
    await api.post(`/v1/invoices/${invoice_id}/send`);
    const payment = { amount: 50_000, method: 'card' };
    await created(api.post(`/v1/invoices/${invoice_id}/payments`, payment));
    // Carla again: a returning customer.
    await newLead('Carla Novotny', '+14155554301');

    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/reports?view=sources');
    const counts = page.getByRole('region', { name: 'What each source brought' });
    await page.getByLabel('Period').waitFor();
    assert.equal(await page.getByLabel('Columns').count(), 0, 'there are none per week');
    await counts.getByRole('link', { name: /^Google ads 2 1 sold/ }).waitFor();
    await page.getByRole('button', { name: 'Enter spend' }).click();
    const enter = page.getByRole('dialog', { name: 'Spend of a day' });
    await enter.getByLabel('Source').fill('google_ads');
    await enter.getByLabel('Amount').fill('much');
    await enter.getByRole('button', { name: 'Save' }).click();
    await enter.getByText('Enter an amount, such as 125.50.').waitFor();
    await assertAccessible(page);
    await enter.getByLabel('Amount').fill('100');
    await enter.getByRole('button', { name: 'Save' }).click();
    const money = page.getByRole('region', { name: 'What each source earned and cost, USD' });
    await money.getByText('5× of $100.00 spent').waitFor();

    await page.getByRole('button', { name: 'Import a file' }).click();
    const upload = page.getByRole('dialog', { name: 'Import a file' });
    const choose = (content: string) =>
      upload.getByLabel('File').setInputFiles({
        name: 'spend.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(content),
      });
    await choose('source,date,cost\nradio,yesterday,25.00\n');
    await upload.getByRole('button', { name: 'Import' }).click();
    await upload.getByText('Line 2: the date must look like 2027-03-01.').waitFor();
    await assertAccessible(page);
    await choose('source,date,cost\nradio,2027-03-01,25.00\ngoogle_ads,2027-02-28,150\n');
    await upload.getByRole('button', { name: 'Import' }).click();
    await page.getByText('2 days have changed.').waitFor();
    await money.getByText('2× of $250.00 spent').waitFor();

    await money.getByRole('button', { name: 'Table' }).click();
    await counts.getByRole('button', { name: 'Table' }).click();
    const row = (part: typeof money, name: string) =>
      part.getByRole('row').filter({ hasText: name }).getByRole('cell').allTextContents();
    assert.deepEqual(await row(money, 'google_ads'), [
      ...['google_ads', '$500.00', '$250.00', '$125.00', '–', '$250.00', '2'],
    ]);
    assert.deepEqual((await row(money, 'Total')).slice(0, 3), ['Total', '$500.00', '$275.00']);
    const cells = money.getByRole('row').filter({ hasText: 'google_ads' }).getByRole('cell');
    const sides = await cells.evaluateAll((all) =>
      all.slice(0, 2).map((cell) => getComputedStyle(cell).textAlign),
    );
    assert.deepEqual(sides, ['start', 'right'], 'a name begins at its side, a number ends there');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Returning customers' }).click();
    assert.deepEqual(await row(counts, 'google_ads'), ['google_ads', '1', '1', '0', '0']);
    assert.deepEqual(await row(money, 'google_ads'), ['google_ads', '$0.00']);

    await page.setViewportSize({ width: 360, height: 740 });
    const tooWide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('main'))`;
    assert.equal(await page.evaluate(tooWide), 0);
    await assertAccessible(page);

    const { page: viewer } = await stand.signedIn('viewer');
    await viewer.goto('/reports?view=sources');
    await viewer.getByRole('region', { name: 'What each source brought' }).waitFor();
    assert.equal(await viewer.getByRole('button', { name: 'Enter spend' }).count(), 0);
  });
});
