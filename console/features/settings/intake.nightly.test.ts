import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the settings of how leads arrive', () => {
  const stand = useStand();
  const read = async (path: string) => (await stand.organization.api.get(path)).body;

  it('create a booking page, with its link and its code to copy', async () => {
    for (const [code, name, online] of [
      ['ac_repair', 'AC repair', true],
      ['furnace_repair', 'Furnace repair', true],
      ['drains', 'Drains', false],
    ]) {
      const service = { code, name, online, duration_minutes: 60 };
      await created(stand.organization.api.post('/v1/services', service));
    }
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/booking-pages');
    await page.getByRole('link', { name: 'New booking page' }).first().click();
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('Color').fill('blue');
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    const choose = page.getByLabel('Add a service');
    await choose.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    const color = page.getByLabel('Color').and(page.locator('[aria-invalid=true]'));
    await color.fill('#0b5cad');
    for (const name of ['Drains', 'AC repair', 'Furnace repair']) await choose.selectOption(name);
    const chosen = page.getByRole('list', { name: 'Services of the page' });
    await chosen.getByText('Visitors do not see it: it cannot be booked online.').waitFor();
    await page.getByRole('button', { name: 'Remove Drains' }).click();
    await page.getByRole('button', { name: 'Move Furnace repair up' }).click();
    await page.getByLabel('French').uncheck();
    await save.click();
    await page.getByText('Booking page Website is saved.').waitFor();
    const [stored] = (await read('/v1/booking-pages')).data;
    assert.deepEqual(stored.services, ['furnace_repair', 'ac_repair']);
    assert.deepEqual(stored.languages, ['en', 'es', 'de', 'pt']);
    assert.equal(await page.getByRole('textbox', { name: 'Link' }).inputValue(), stored.url);
    const html = await page.getByRole('textbox', { name: /HTML that shows/ }).inputValue();
    assert.match(html, /<iframe/);
    await assertAccessible(page);
    const visitor = await stand.newPage();
    const link = page.getByRole('link', { name: 'Open the page' });
    await visitor.goto((await link.getAttribute('href')) ?? '');
    await visitor.getByRole('heading', { name: 'Book a visit' }).waitFor();

    await page.getByLabel('Heading').fill('Book us');
    await page.getByRole('button', { name: 'Remove AC repair' }).click();
    await save.click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await chosen.getByText('AC repair').waitFor();
    await eventually(
      async () => (await page.getByLabel('Heading').inputValue()) === 'Book a visit',
    );
    await page.getByLabel('Online', { exact: true }).uncheck();
    await save.click();
    await link.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '← Booking pages' }).click();
    await page.getByText('Book a visit · Furnace repair, AC repair').waitFor();
    await page.getByText('Not online').waitFor();
  });

  it('give a program an address, try what it sends, and show what arrived', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/sources');
    await page.getByRole('link', { name: 'New source' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Partner website');
    await page.getByLabel('What is sent to it').selectOption('JSON of a program');
    await page.getByLabel('Service of leads without one').selectOption('AC repair');
    await page.getByLabel('Phone').fill('/contact/phone');
    const name = page.getByLabel('Name of the person');
    await name.fill('{{ lead.first }}');
    const more = page.getByLabel('More values');
    await more.fill('metadata.budget');
    await page.getByLabel('Where the secret is').selectOption('In a header');
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await more.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await more.fill('metadata.budget = /budget');
    await save.click();
    const leadSource = page.getByLabel('Source of the leads');
    await leadSource.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await leadSource.fill('partner');
    await save.click();
    await name.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await name.fill('{{ payload.first }} {{ payload.last }}');
    await page.getByLabel('Secret', { exact: true }).fill('a-secret-of-the-partner');
    await save.click();
    await page.getByText('Source Partner website is saved.').waitFor();
    await assertAccessible(page);
    // The page ends where its content ends: it cannot be scrolled until nothing is shown.
    const beyond = 'document.documentElement.scrollHeight - document.documentElement.clientHeight';
    assert.equal(await page.evaluate(beyond), 0);
    const [source] = (await read('/v1/sources')).data;
    assert.equal(source.verification.method, 'header');
    assert.equal(source.mapping['metadata.budget'], '/budget');
    const address = page.getByRole('textbox', { name: 'Address for leads' });
    assert.equal(await address.inputValue(), source.url);

    const payload = page.getByLabel('What would be sent');
    const show = page.getByRole('button', { name: 'Show the lead' });
    await show.click();
    await payload.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await payload.fill('{ "first": "Dana" }');
    await show.click();
    const tried = page.getByRole('region', { name: 'Try it' });
    await tried.getByText('Quarantine').waitFor();

    const headers = { 'x-api-key': 'a-secret-of-the-partner' };
    const sent = { first: 'Dana', last: 'Whitfield', contact: { phone: '415-555-0134' } };
    const body = JSON.stringify(sent);
    assert.equal((await fetch(source.url, { method: 'POST', headers, body })).status, 200);
    const arrived = page.getByRole('list', { name: 'What arrived' });
    await arrived.getByText('Dana Whitfield').waitFor();
    await arrived.getByRole('link', { name: /^Lead \d/ }).waitFor();
    await arrived.getByRole('button', { name: /^Show what arrived/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Arrived / });
    await dialog.getByText(body).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Try it again' }).click();
    await tried.getByText('"name": "Dana Whitfield"').waitFor();
    assert.equal(await payload.inputValue(), body);

    await page.getByLabel('Phone').fill('/phone');
    await save.click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    assert.equal((await read(`/v1/sources/${source.source_id}`)).mapping.phone, '/phone');
    await page.keyboard.press('Control+z');
    await eventually(
      async () => (await page.getByLabel('Phone').inputValue()) === '/contact/phone',
    );
    await page.getByLabel('Accept leads without a secret').check();
    await page.getByLabel('Where the secret is').selectOption('Where the sender usually has it');
    await save.click();
    await page.getByLabel('Accept leads without a secret').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '← Sources' }).click();
    await page.getByRole('list', { name: 'Sources' }).getByText('No secret').waitFor();
    await assertAccessible(page);
  });
});
