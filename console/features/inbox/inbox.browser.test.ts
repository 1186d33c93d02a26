import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the inbox', () => {
  const stand = useStand();
  let page: Page;
  let phone = 0;
  const capture = (name: string, more = {}) => {
    phone += 1;
    const number = `+1415555${String(1000 + phone)}`;
    const lead = { name, phone: number, service_needed: 'water_heater_repair', ...more };
    return created(stand.organization.api.post('/v1/leads', lead));
  };
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  before(async () => {
    await created(
      stand.organization.api.post('/v1/users', {
        name: 'Dmitri Volkov',
        email: 'dmitri@example.com',
        role: 'technician',
      }),
    );
    ({ page } = await stand.signedIn('dispatcher'));
  });

  it('is empty when all are answered, and says so', async () => {
    await page.getByText('All answered.').waitFor();
    await assertAccessible(page);
  });

  it('shows a new lead within a moment, with the time since it was captured', async () => {
    await capture('Dana Whitfield');
    await row('Dana Whitfield').getByText('New lead').waitFor();
    assert.match(await row('Dana Whitfield').locator('time').innerText(), /0:\d\d/);
    await assertAccessible(page);
  });

  it('holds later rows back until they are asked for', async () => {
    await capture('Carla Novotny');
    const more = page.getByRole('button', { name: '1 new' });
    await more.waitFor();
    assert.equal(await row('Carla Novotny').count(), 0);
    await more.click();
    await row('Carla Novotny').waitFor();
  });

  it('answers a lead with three keys: Enter, R, Ctrl Enter', async () => {
    const { lifecycle_number } = await capture('Sam Ortiz');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sam Ortiz' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('r');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Text to Sam Ortiz leaves in 5 seconds.').waitFor();
    // It is sent at once when the page is left.
    await page.reload();
    await page.getByRole('heading', { name: 'Sam Ortiz' }).waitFor();
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
    assert.match(body.communications[0].body, /^Hi Sam, this is Alder Heating & Air/);
  });

  it('takes a text back that has not left yet', async () => {
    const { lifecycle_number } = await capture('Mia Chen');
    await page.goto(`/n/${lifecycle_number}`);
    await page.getByRole('heading', { name: 'Mia Chen' }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('Message').fill('A text with a mistake');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Text to Mia Chen leaves in 5 seconds.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.getByLabel('Message').inputValue(), 'A text with a mistake');
    await page.reload();
    await page.getByRole('heading', { name: 'Mia Chen' }).waitFor();
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
    assert.deepEqual(body.communications, []);
  });

  it('books a visit with three keys: B, Enter, Enter', async () => {
    const { lifecycle_number } = await capture('Jon Park');
    await page.goto(`/n/${lifecycle_number}`);
    await page.getByRole('heading', { name: 'Jon Park' }).waitFor();
    await page.keyboard.press('b');
    await page.getByRole('option').first().waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText(/^Booked for/).waitFor();
    await page.getByRole('complementary').getByText('Dmitri Volkov').waitFor();
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
    assert.equal(body.appointments[0].status, 'booked');
  });

  it('marks a row as done with E, and brings it back with Ctrl Z', async () => {
    await page.goto('/');
    await row('Carla Novotny').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const first = await page.locator('[data-selected=true] a').innerText();
    await page.keyboard.press('e');
    await page.getByText(`${first}: done.`).waitFor();
    await row(first).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row(first).waitFor();
  });

  it('snoozes with H and Enter until tomorrow', async () => {
    const name = await page.locator('[data-selected=true] a').innerText();
    await page.keyboard.press('h');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await row(name).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Snoozed' }).click();
    await row(name).waitFor();
  });

  it('decides a duplicate with one key', async () => {
    const first = await capture('Ana Petrov', { address: '12 Pine St, Oakland' });
    await page.goto('/');
    await row('Ana Petrov').waitFor();
    const again = { phone: undefined, email: undefined, address: '12 Pine St, Oakland' };
    const second = await capture('Ana Petrof', { ...again, email: 'ana@example.com' });
    assert.equal(second.duplicate_of, first.lead_id, 'the two look alike');
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByRole('button', { name: '1 new' }).click();
    await row('Ana Petrof').getByText('Same person as Ana Petrov').waitFor();
    await assertAccessible(page);
    while ((await page.locator('[data-selected=true] a').innerText()) !== 'Ana Petrof') {
      await page.keyboard.press('j');
    }
    await page.keyboard.press('d');
    await page.getByText('Merged with Ana Petrov.').waitFor();
    const { body } = await stand.organization.api.get(`/v1/leads/${second.lead_id}`);
    assert.equal(body.merged_into, first.lead_id);
  });

  it('finds anyone by a part of the phone number', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('5551001');
    await page.getByRole('option', { name: /Dana Whitfield/ }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dana Whitfield' }).waitFor();
  });

  it('recognizes a caller while the phone number is typed', async () => {
    await page.keyboard.press('n');
    await page.getByLabel('Phone').fill('(415) 555-1001');
    await page.getByText('Has asked before: Dana Whitfield').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
  });
});
