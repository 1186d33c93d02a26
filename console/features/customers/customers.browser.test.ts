import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

const FILE = `Name,Phone,Favorite color
"Whitfield, Dana",+14155550134,blue
Eli Park,12,red
Fay Ito,+14155550136,green
`;

describe('customers', () => {
  const stand = useStand();
  const customer = async (name: string, phone: string, address: string) => {
    const { api } = stand.organization;
    const body = { name, phone, address, service_needed: 'roof_repair' };
    const lead = await created(api.post('/v1/leads', body));
    const { status } = await api.post(`/v1/leads/${lead.lead_id}/convert`);
    assert.ok(status < 300);
    return lead.lifecycle_number as string;
  };

  it('are none at first, and the page says how they come and offers the import', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.getByText('There are no customers yet.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Import leads' }).last().click();
    await page.getByRole('dialog', { name: 'Import leads from a file' }).waitFor();
    await assertAccessible(page);
  });

  it('show the next visit and what is owed, live', async () => {
    const { page, userId } = await stand.signedIn('dispatcher');
    const number = await customer('Olive Owing', '+14155550199', '7 Elm St');
    await page.goto('/customers');
    const row = page.getByRole('link', { name: /Olive Owing/ });
    await row.waitFor();
    const { api } = stand.organization;
    const { lead } = (await api.get(`/v1/lifecycles/${number}`)).body;
    await created(
      api.post('/v1/appointments', {
        ...{ lead_id: lead.lead_id, assigned_to: userId },
        starts_at: '2027-03-02T09:00:00-08:00',
      }),
    );
    await row.getByText('Tue, Mar 2, 9:00 AM, Rosa Delgado').waitFor();
    const job = await created(api.post('/v1/jobs', { lead_id: lead.lead_id, title: 'Gutter' }));
    const lines = [{ description: 'Gutter', quantity: 1, unit_amount: 45_000 }];
    const invoice = await created(api.post('/v1/invoices', { job_id: job.job_id, lines }));
    assert.equal((await api.post(`/v1/invoices/${invoice.invoice_id}/send`)).status, 200);
    await row.getByText('$450.00').waitFor();
    await assertAccessible(page);
    await page.goto('/leads');
    const leadRow = page.getByRole('row', { name: /Olive Owing/ });
    await leadRow.getByText('Tue, Mar 2, 9:00 AM, Rosa Delgado').waitFor();
    await leadRow.getByText('$450.00').waitFor();
  });

  it('are found while typing, and open the page of their number with keys alone', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const number = await customer('Carla Novotny', '+14155550171', '12 Alder St');
    await customer('Ben Ashby', '+14155550172', '99 Birch Rd');
    await page.goto('/customers');
    await page.getByRole('link', { name: /Ben Ashby/ }).waitFor();
    await assertAccessible(page);

    await page.getByLabel('Find customers').fill('novot');
    await page.getByText('1 customer', { exact: true }).waitFor();
    await page.getByLabel('Find customers').fill('0172');
    await page.getByRole('link', { name: /Ben Ashby/ }).waitFor();
    await page.getByLabel('Find customers').fill('nothing like this');
    await page.getByText('No customer matches “nothing like this”.').waitFor();
    await page.getByLabel('Find customers').fill('alder');
    await page.getByText('1 customer', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Customers' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Carla Novotny' }).waitFor();
    assert.match(page.url(), new RegExp(`/n/${number}$`));
  });

  it('appear for everyone who has the list open', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/customers');
    await page.getByRole('link', { name: /Carla Novotny/ }).waitFor();
    await customer('Dora Live', '+14155550173', '5 Cedar Ct');
    await page.getByRole('link', { name: /Dora Live/ }).waitFor();
  });

  it('fit on a phone', async () => {
    const { page } = await stand.signedIn('dispatcher', {}, { width: 360, height: 740 });
    await page.goto('/customers');
    await page.getByRole('link', { name: /Carla Novotny/ }).waitFor();
    assert.equal(await overflow(page), 0, 'nothing is cut off at the right');
    await assertAccessible(page);
  });

  it('are not shown to a user without the right, who reads who can give it', async () => {
    const { page } = await stand.signedIn('technician');
    await page.goto('/imports');
    await page.getByText('You do not have access to this page.').waitFor();
  });
});

describe('an import', () => {
  const stand = useStand();

  it('shows how the file will be read, reports by line, and gives the rejected rows back', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/imports');
    await page.getByText('No file was imported yet.').waitFor();
    await page.getByRole('button', { name: 'Import leads' }).first().click();
    await page.setInputFiles('input[type=file]', {
      name: 'fair.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(FILE),
    });
    const dialog = page.getByRole('dialog', { name: 'Import leads from a file' });
    await dialog.getByRole('row', { name: /Favorite color Not imported/ }).waitFor();
    await assertAccessible(page);
    await dialog.getByLabel('What is needed').fill('Roof repair');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();

    await page.getByRole('heading', { name: 'Rejected rows' }).waitFor();
    await page.getByRole('row', { name: /^3 The phone number .* Eli Park/ }).waitFor();
    await assertAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download rejected rows (CSV)' }).click(),
    ]);
    const content = await readFile(await download.path(), 'utf8');
    assert.match(content, /^\uFEFFName,Phone,Favorite color,line,problem\r\nEli Park,12,red,3,/);

    const { body } = await stand.organization.api.get('/v1/leads?q=Whitfield');
    assert.equal(body.data[0].service_needed, 'roof_repair');
    await page.goto('/imports');
    await page.getByRole('link', { name: /Completed New leads 2 Rejected 1/ }).waitFor();
    await assertAccessible(page);
  });

  it('is refused before the upload if no one in the file can be reached', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/imports');
    await page.getByRole('button', { name: 'Import leads' }).first().click();
    await page.setInputFiles('input[type=file]', {
      name: 'names.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,City\nDana,Oakland\n'),
    });
    await page.getByText('No column with phone numbers or email addresses was found.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled());
  });
});

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.getElementById('main');
    return main ? main.scrollWidth - main.clientWidth : -1;
  });
}
