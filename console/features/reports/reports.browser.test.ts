import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the reports', () => {
  const stand = useStand();
  let phone = 2_000;
  const capture = (more: object = {}) => {
    phone += 1;
    return created(
      stand.organization.api.post('/v1/leads', {
        name: `Caller ${phone}`,
        phone: `+1415555${phone}`,
        service_needed: 'roof_repair',
        source: 'web_form',
        ...more,
      }),
    );
  };

  it('say what to do while there are no leads, and follow new ones live', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByText('No leads came in this period.').waitFor();
    await assertAccessible(page);
    await capture();
    await page.getByRole('link', { name: /^Leads 1 100 %/ }).waitFor();
  });

  it('show each chart as a table and as a file too', async () => {
    await capture({ source: 'phone' });
    const { page } = await stand.signedIn('viewer');
    await page.goto('/reports?days=7');
    const card = page.getByRole('region', { name: 'Where leads come from' });
    await card.getByText('Phone').waitFor();
    await assertAccessible(page);
    await card.getByRole('button', { name: 'Table' }).click();
    await card.getByRole('cell', { name: 'Web form' }).waitFor();
    await assertAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const content = readFileSync(await file.path(), 'utf8');
    assert.match(content, /Source,Leads,Qualified/);
    assert.match(content, /Phone,1,/);
    assert.match(file.suggestedFilename(), /^sources .+\.csv$/);
  });

  it('open the leads that a bar counts, with its filters in the address', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/reports');
    const card = page.getByRole('region', { name: 'Where leads come from' });
    await card.getByRole('link', { name: /^Phone 1/ }).click();
    await page.getByRole('heading', { name: 'Leads', exact: true }).waitFor();
    await page.getByRole('table', { name: 'Leads' }).getByText('Phone').first().waitFor();
    assert.equal(await page.getByRole('table', { name: 'Leads' }).locator('tbody tr').count(), 1);
    const address = new URL(page.url());
    assert.equal(address.searchParams.get('source'), 'phone');
    assert.match(address.searchParams.get('since') ?? '', /^2027-01-31$/);
    await assertAccessible(page);
  });

  it('keep the period in the address, and say what is wrong with it', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/reports');
    await page.getByLabel('Period', { exact: true }).selectOption('Other dates');
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByText('A report can cover at most 400 days.').first().waitFor();
    await page.getByLabel('From', { exact: true }).fill('2027-02-01');
    await page.getByRole('region', { name: 'Speed to lead' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('from'), '2027-02-01');
    await page.reload();
    await page.getByRole('region', { name: 'Speed to lead' }).waitFor();
    assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '2027-02-01');
  });

  it('are not offered to a technician, and say who can give access', async () => {
    const { page } = await stand.signedIn('technician');
    assert.equal(await page.getByRole('link', { name: 'Reports' }).count(), 0);
    await page.goto('/reports');
    await page.getByText('You do not have access to this page.').waitFor();
    await assertAccessible(page);
  });

  it('fit on a phone', async () => {
    const { page } = await stand.signedIn('dispatcher', {}, { width: 360, height: 780 });
    await page.goto('/reports');
    await page.getByRole('region', { name: 'Speed to lead' }).waitFor();
    await assertAccessible(page);
    const wide = await page.evaluate(() => document.querySelector('main')!.scrollWidth);
    assert(wide <= 360, `${wide} px wide`);
  });
});

describe('the list of leads', () => {
  const stand = useStand();
  const lead = (name: string, more: object) =>
    created(
      stand.organization.api.post('/v1/leads', {
        name,
        service_needed: 'roof_repair',
        source: 'web_form',
        ...more,
      }),
    );

  it('is filtered, kept in the address, and live', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.getByText('There are no leads yet.').waitFor();
    await lead('Dana Whitfield', { phone: '+14155550101' });
    await page.getByRole('link', { name: 'Dana Whitfield' }).waitFor();
    await lead('Carlos Ruiz', { phone: '+14155550102', source: 'angi' });
    await page.getByRole('link', { name: 'Carlos Ruiz' }).waitFor();
    await page.getByLabel('Source').fill('angi');
    await page.getByLabel('Source').press('Enter');
    await page.getByRole('link', { name: 'Dana Whitfield' }).waitFor({ state: 'detached' });
    await page.getByLabel('Outcome').selectOption('Won');
    await page.getByText('No leads match these filters.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('2 leads').waitFor();
    await page.getByRole('link', { name: 'Carlos Ruiz' }).click();
    await page.getByRole('heading', { name: 'Carlos Ruiz' }).waitFor();
  });
});
