import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { newLinkFor } from '../../../server/testing/link-visitor.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('what a bar of a report has counted', () => {
  const stand = useStand();
  let page: Page;
  let phone = 3_000;
  let rosa = '';
  const post = (path: string, body?: object) => created(stand.organization.api.post(path, body));
  const capture = (more: object = {}) => {
    phone += 1;
    const lead = { name: `Caller ${phone}`, phone: `+1415555${phone}`, service_needed: 'roof' };
    return post('/v1/leads', { ...lead, ...more });
  };
  const search = () => Object.fromEntries(new URL(page.url()).searchParams);
  const rows = () => page.getByRole('list', { name: 'Invoices' }).getByRole('link');

  before(async () => {
    ({ page } = await stand.signedIn('dispatcher', { name: 'Ana Petrov' }));
    const user = { name: 'Rosa Delgado', email: 'rosa@example.com', role: 'technician' };
    rosa = (await post('/v1/users', user)).user_id;
    const bill = async (source: string, assigned_to: string | null, ...amounts: number[]) => {
      const { lead_id } = await capture({ source });
      const { job_id } = await post('/v1/jobs', { lead_id, title: `Roof ${source}`, assigned_to });
      for (const unit_amount of amounts) {
        const lines = [{ description: 'Roof', quantity: 1, unit_amount }];
        const { invoice_id } = await post('/v1/invoices', { job_id, lines });
        const sent = await stand.organization.api.post(`/v1/invoices/${invoice_id}/send`);
        assert.equal(sent.status, 200);
      }
    };
    await bill('referral', rosa, 120_000, 30_000);
    await bill('angi', null, 50_000);
  });

  it('are the invoices of a source, with the same sum', async () => {
    await page.goto('/reports?view=revenue&days=7');
    const card = page.getByRole('region', { name: 'Invoiced by source, USD' });
    await card.getByRole('link', { name: /^Referral \$1,500\.00/ }).click();
    await page.getByText('Sent Feb 23, 2027 to Mar 1, 2027, in USD, source Referral').waitFor();
    await page.getByText('$1,500.00').waitFor();
    assert.equal(await rows().count(), 2);
    assert.deepEqual(search(), {
      from: '2027-02-23',
      to: '2027-03-01',
      currency: 'USD',
      source: 'referral',
    });
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Show all invoices' }).click();
    await page.getByRole('radio', { name: 'Open' }).or(page.getByText('Overdue')).first().waitFor();
    assert.deepEqual(search(), {});
  });

  it('are the invoices of a person, and of no one', async () => {
    const card = page.getByRole('region', { name: 'Invoiced by person, USD' });
    for (const [name, which, count] of [
      [/^Rosa Delgado \$1,500\.00/, /jobs of Rosa Delgado$/, 2],
      [/^Unassigned \$500\.00/, /unassigned jobs$/, 1],
    ] as const) {
      await page.goto('/reports?view=revenue&days=7');
      await card.getByRole('link', { name }).click();
      await page.getByText(which).waitFor();
      await rows().first().waitFor();
      assert.equal(await rows().count(), count);
    }
  });

  it('are the invoices of a period, reached with the keyboard too', async () => {
    await page.goto('/reports?view=revenue&days=7');
    const chart = page.getByRole('region', { name: 'Revenue in USD' });
    const column = chart.getByRole('link', { name: /^Mar 1: \$2,000\.00 invoiced.* sent$/ });
    await column.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Sent Mar 1, 2027, in USD').waitFor();
    await page.locator('[aria-current=page]', { hasText: 'Invoices' }).waitFor();
    await page.getByText('$2,000.00').waitFor();
    assert.equal(await rows().count(), 3);
    assert.deepEqual(search(), { from: '2027-03-01', to: '2027-03-01', currency: 'USD' });
  });

  it('are the invoices with the payments of a period', async () => {
    const { api } = stand.organization;
    const [{ invoice_id }] = (await api.get('/v1/invoices?source=angi')).body.data;
    const paid = await api.post(`/v1/invoices/${invoice_id}/payments`, {
      amount: 20_000,
      method: 'cash',
    });
    assert.equal(paid.status, 201);
    await page.goto('/reports?view=revenue&days=7');
    const chart = page.getByRole('region', { name: 'Revenue in USD' });
    await chart.getByRole('link', { name: /^Mar 1: .*\$200\.00 received.* payments$/ }).click();
    await page.getByText('With a payment on Mar 1, 2027, in USD').waitFor();
    await rows().first().waitFor();
    assert.equal(await rows().count(), 1);
    const days = { from: '2027-03-01', to: '2027-03-01' };
    assert.deepEqual(search(), { ...days, by: 'paid', currency: 'USD' });
    await assertAccessible(page);
  });

  it('are the leads of a period, also of one that has ended', async () => {
    await page.goto('/reports?days=7');
    const card = page.getByRole('region', { name: 'Leads and jobs sold over time' });
    await card.getByRole('link', { name: /^Mar 1: 2 leads/ }).click();
    await page.getByText('2 leads', { exact: true }).waitFor();
    assert.deepEqual(search(), { since: '2027-03-01', deleted: 'true' });
    await page.goto('/leads?since=2027-02-22&until=2027-02-28');
    await page.getByText('No leads match these filters.').waitFor();
    const cameIn = page.getByLabel('Came in');
    assert.match(await cameIn.locator('option:checked').innerText(), /Feb 22.* to .*Feb 28/);
    await cameIn.selectOption('Today');
    await page.getByText('2 leads', { exact: true }).waitFor();
    assert.deepEqual(search(), { since: '2027-03-01' });
  });

  it('is the speed to lead of each period, drawn and as a table', async () => {
    await page.goto('/reports?days=7');
    const card = page.getByRole('region', { name: 'First contact over time' });
    await card.getByRole('link', { name: /^Mar 1: no contact yet, 0 of 2 leads/ }).waitFor();
    const { lead_id } = await capture();
    const contacted = await stand.organization.api.post(`/v1/leads/${lead_id}/contacted`);
    assert.equal(contacted.status, 200);
    await card.getByRole('link', { name: /^Mar 1: median 0:\d\d, 1 of 3 leads/ }).waitFor();
    await assertAccessible(page);
    await card.getByRole('button', { name: 'Table' }).click();
    await card.getByRole('columnheader', { name: '9 of 10 within' }).waitFor();
    await card.getByRole('row', { name: /^2027-03-01 2027-03-01 3 1 / }).waitFor();
    await assertAccessible(page);
  });

  it('are the visits of a person, and of a period, without canceled ones', async () => {
    const { lead_id } = await capture({ name: 'Carla Novotny' });
    const book = (day: string, hour: string) =>
      post('/v1/appointments', {
        ...{ lead_id, assigned_to: rosa, duration_minutes: 90 },
        starts_at: `2027-03-${day}T${hour}:00:00-08:00`,
      });
    await book('02', '09');
    await book('03', '09');
    const { appointment_id } = await book('02', '13');
    await stand.organization.api.post(`/v1/appointments/${appointment_id}/cancel`);
    await page.goto('/reports?view=utilization&from=2027-03-01&to=2027-03-05');
    const card = page.getByRole('region', { name: 'Utilization by person' });
    await card.getByRole('link', { name: /^Rosa Delgado 7 % 3 h/ }).click();
    await page.getByText('2 visits', { exact: true }).waitFor();
    assert.deepEqual(search(), { from: '2027-03-01', to: '2027-03-05', assigned: rosa });
    const table = page.getByRole('table', { name: 'Visits' });
    await table.getByText('1.5 hours').first().waitFor();
    await assertAccessible(page);
    await page.goto('/reports?view=utilization&from=2027-03-01&to=2027-03-05');
    await page.getByRole('link', { name: /^Mar 2: 1\.5 hours of visits in/ }).click();
    await page.getByText('1 visit', { exact: true }).waitFor();
    await page.getByLabel('To').fill('2027-03-03');
    await page.getByText('2 visits', { exact: true }).waitFor();
    await page.getByLabel('Person').selectOption('Ana Petrov');
    await page.getByText('No visits in these days.').waitFor();
    await assertAccessible(page);
  });

  it('are only the visits with a review, or only those without', async () => {
    const { api } = stand.organization;
    const listed = await api.get('/v1/appointments?from=2027-03-01&to=2027-03-05');
    const [{ appointment_id }] = listed.body.data;
    const done = await api.post(`/v1/appointments/${appointment_id}/complete`);
    assert.equal(done.status, 200, JSON.stringify(done.body));
    const visitor = await newLinkFor(api, 'visit', appointment_id);
    await visitor.post('review', { rating: '4', comment: '' });
    await page.goto('/visits?from=2027-03-01&to=2027-03-05');
    await page.getByText('2 visits', { exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Visits' });
    for (const [option, reviewed, status] of [
      ['With a review', 'true', 'Completed'],
      ['Without a review', 'false', 'Booked'],
    ] as const) {
      await page.getByLabel('Review').selectOption(option);
      await page.getByText('1 visit', { exact: true }).waitFor();
      await table.getByText(status, { exact: true }).waitFor();
      assert.deepEqual(search(), { from: '2027-03-01', to: '2027-03-05', reviewed });
    }
    await assertAccessible(page);
    await page.getByLabel('Review').selectOption('With or without');
    await page.getByText('2 visits', { exact: true }).waitFor();
  });

  it('is reached from the calendar as a list, too', async () => {
    await page.goto('/calendar');
    await page.getByRole('link', { name: 'As a list' }).click();
    await page.getByText('2 visits', { exact: true }).waitFor();
  });
});
