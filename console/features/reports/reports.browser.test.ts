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

  it('show the leads of each person, which open as a list, and who made the first contact', async () => {
    const { page, userId } = await stand.signedIn('dispatcher');
    const { api } = stand.organization;
    const lead = await capture({ source: 'angi' });
    const { status } = await api.patch(`/v1/leads/${lead.lead_id}`, { assigned_to: userId });
    assert.equal(status, 200);
    const { token } = await created(api.post('/v1/tokens', { name: 'Phone', user_id: userId }));
    const contacted = await stand.service.as(token).post(`/v1/leads/${lead.lead_id}/contacted`);
    assert.equal(contacted.status, 200);
    await page.goto('/reports?days=7');
    const contacts = page.getByRole('region', { name: 'First contact by person' });
    await contacts.getByText('Rosa Delgado').waitFor();
    await assertAccessible(page);
    const people = page.getByRole('region', { name: 'Leads by person' });
    await people.getByRole('link', { name: /^Rosa Delgado 1 / }).click();
    await page.getByRole('heading', { name: 'Leads', exact: true }).waitFor();
    assert.equal(await page.getByLabel('Assigned to').inputValue(), userId);
    const rows = page.getByRole('table', { name: 'Leads' }).locator('tbody tr');
    await rows.filter({ hasText: 'Angi' }).waitFor();
    assert.equal(await rows.count(), 1);
    await page.getByLabel('Assigned to').selectOption('Unassigned');
    await rows.filter({ hasText: 'Angi' }).waitFor({ state: 'detached' });
  });

  it('sum the revenue of each currency by itself, by source and by person, as a table and a file too', async () => {
    const { page, userId } = await stand.signedIn('dispatcher');
    await page.goto('/reports?view=revenue');
    await page.getByText('No invoice was sent and no payment came in this period.').waitFor();
    await assertAccessible(page);
    const { api } = stand.organization;
    const { lead_id } = await capture({ source: 'referral' });
    const job = { lead_id, title: 'New roof', assigned_to: userId };
    const { job_id } = await created(api.post('/v1/jobs', job));
    for (const [currency, unit_amount] of [
      ['USD', 120_000],
      ['EUR', 5_000],
    ] as const) {
      const lines = [{ description: 'Roof', quantity: 1, unit_amount }];
      const invoice = await created(api.post('/v1/invoices', { job_id, currency, lines }));
      assert.equal((await api.post(`/v1/invoices/${invoice.invoice_id}/send`)).status, 200);
      const payment = { amount: 2_000, method: 'card' };
      await created(api.post(`/v1/invoices/${invoice.invoice_id}/payments`, payment));
    }
    const dollars = page.getByRole('region', { name: 'Revenue in USD' });
    await dollars.getByText('$1,200.00', { exact: true }).waitFor();
    await dollars.getByText(/^\$1,180\.00/).waitFor();
    await page
      .getByRole('region', { name: 'Revenue in EUR' })
      .getByText('€50.00', { exact: true })
      .waitFor();
    await page
      .getByRole('region', { name: 'Invoiced by source, USD' })
      .getByText('Referral')
      .waitFor();
    const people = page.getByRole('region', { name: 'Invoiced by person, USD' });
    await people.getByText('Rosa Delgado').waitFor();
    await assertAccessible(page);
    await people.getByRole('button', { name: 'Table' }).click();
    await people.getByRole('cell', { name: '$1,180.00' }).waitFor();
    await assertAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      people.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const content = readFileSync(await file.path(), 'utf8');
    assert.match(content, /Person,Invoiced,Received,Refunded,Still unpaid/);
    assert.match(content, /Rosa Delgado,1200,20,0,1180/);
    await dollars.getByRole('link', { name: 'Show open invoices' }).click();
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  });

  it('show how full the calendars are, and follow a new visit live', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/reports?view=utilization&from=2027-03-01&to=2027-03-05');
    await page.getByText('No one takes visits yet.').waitFor();
    await assertAccessible(page);
    const { api } = stand.organization;
    const user = { name: 'Tara Okafor', email: 'tara@example.com', role: 'technician' };
    const { user_id } = await created(api.post('/v1/users', user));
    const card = page.getByRole('region', { name: 'Utilization by person' });
    await card.getByText('0 %').waitFor();
    const { lead_id } = await capture();
    await created(
      api.post('/v1/appointments', {
        ...{ lead_id, assigned_to: user_id, duration_minutes: 270 },
        starts_at: '2027-03-02T09:00:00-08:00',
      }),
    );
    await card.getByText('10 %').waitFor();
    await card.getByText('4.5 hours of visits in 45 working hours').waitFor();
    await assertAccessible(page);
    await card.getByRole('button', { name: 'Table' }).click();
    await card.getByRole('row', { name: /Tara Okafor 45 4.5 10 %/ }).waitFor();
    await assertAccessible(page);
    assert.equal(new URL(page.url()).searchParams.get('view'), 'utilization');
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
    for (const [address, region] of [
      ['/reports', 'Speed to lead'],
      ['/reports?view=revenue', 'Revenue in USD'],
      ['/reports?view=utilization&from=2027-03-01&to=2027-03-05', 'Utilization by person'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('region', { name: region }).waitFor();
      await assertAccessible(page);
      const wide = await page.evaluate(() => document.querySelector('main')!.scrollWidth);
      assert(wide <= 360, `${address}: ${wide} px wide`);
    }
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
