import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGNATURE_PNG } from '../../../server/testing/files.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

const SECTIONS = [
  ...['Organization', 'Hours', 'People', 'Teams'],
  ...['Services', 'Areas', 'Capacity', 'Price list', 'Payments'],
  ...['Channels', 'Templates', 'Forms', 'Booking pages', 'Sources', 'Ad spend', 'Opt-outs'],
  ...['API tokens', 'Data', 'My account'],
];

describe('the settings', () => {
  const stand = useStand();
  const organization = async () => (await stand.organization.api.get('/v1/organization')).body;

  it('open with the keys g s, and every section is accessible', async () => {
    const { page } = await stand.signedIn('owner');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    const nav = page.getByRole('navigation', { name: 'Settings' });
    for (const name of SECTIONS) {
      await nav.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading …' }).first().waitFor({ state: 'hidden' });
      await assertAccessible(page);
    }
  });

  it('fit a phone', async () => {
    const { page } = await stand.signedIn('owner', {}, { width: 360, height: 740 });
    for (const path of ['organization', 'hours', 'people', 'tokens', 'data', 'account']) {
      await page.goto(`/settings/${path}`);
      await page.locator('#main').getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading …' }).first().waitFor({ state: 'hidden' });
      const overflow: number = await page.evaluate(
        'document.getElementById("main").scrollWidth - document.getElementById("main").clientWidth',
      );
      assert.equal(overflow, 0, path);
      await page.locator('[aria-current=page]', { hasText: /\w/ }).first().waitFor();
    }
  });

  it('save the company, show it at once, and undo it', async () => {
    const { page } = await stand.signedIn('owner');
    const { name } = await organization();
    await page.goto('/settings/organization');
    const company = page.getByRole('region', { name: 'Company' });
    await company.getByLabel('Name').fill('Birch Plumbing');
    const zone = company.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('kolk');
    await page.getByRole('option', { name: 'Kolkata (Asia)' }).click();
    await company.getByRole('combobox', { name: 'Country' }).fill('portug');
    await page.keyboard.press('Enter');
    await company.getByLabel('Currency').fill('eur');
    await company.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('navigation', { name: 'Throughline' })
      .getByText('Birch Plumbing')
      .waitFor();
    const saved = await organization();
    // The service may store it under its old name.
    assert.match(saved.time_zone, /^Asia\/(Kolkata|Calcutta)$/);
    assert.equal(saved.country, 'PT');
    assert.equal(saved.currency, 'EUR');

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('navigation', { name: 'Throughline' }).getByText(name).waitFor();
    assert.equal(await company.getByLabel('Name').inputValue(), name);
    const undone = await organization();
    assert.deepEqual([undone.country, undone.currency], ['US', 'USD']);
  });

  it('show what is wrong at its field, and keep what was typed', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/organization');
    const card = page.getByRole('region', { name: 'Appointments' });
    const buffer = card.getByLabel('Buffer between visits, in minutes');
    await buffer.fill('999');
    await card.getByLabel('Arrival window').selectOption('2 hours');
    await card.getByRole('button', { name: 'Save' }).click();
    await buffer.and(page.locator('[aria-invalid=true]')).waitFor();
    assert.equal(await buffer.inputValue(), '999');
    await buffer.and(page.locator(':focus')).waitFor();
    await buffer.fill('15');
    await card.getByLabel('Customers can move and cancel their visits').uncheck();
    await card.getByLabel('Until … hours before the visit').fill('48');
    await card.getByLabel('Count the way between visits').check();
    await card.getByLabel('Speed in km/h').fill('35');
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { scheduling } = await organization();
    assert.deepEqual(scheduling.arrival_window, { duration: 'PT2H', aligned: true });
    assert.equal(scheduling.buffer_minutes, 15);
    assert.deepEqual(scheduling.travel, { speed_kmh: 35, base_minutes: 5 });
    assert.deepEqual(scheduling.customer_changes, { allowed: false, until_hours_before: 48 });
  });

  it('put the address, the logo and the color of the company on its documents', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/organization');
    const card = page.getByRole('region', { name: 'Documents and pages' });
    await card.getByLabel('Address').fill('12 Alder St, Portland, OR 97205');
    await card.getByLabel('Tax number').fill('93-1234567');
    const color = card.getByRole('textbox', { name: 'Brand color', exact: true });
    await color.fill('blue');
    await card.getByRole('button', { name: 'Save' }).click();
    await color.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await color.fill('#0b5cad');
    await card.getByText('Accept the estimate').waitFor();
    const logo = {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(SIGNATURE_PNG, 'base64'),
    };
    await card
      .getByLabel('Choose a logo')
      .and(page.locator('input'))
      .setInputFiles({ ...logo, mimeType: 'image/gif' });
    await card.getByText('Choose a PNG or JPEG picture of at most 1 MB.').waitFor();
    await card.getByLabel('Choose a logo').and(page.locator('input')).setInputFiles(logo);
    await card.getByRole('img', { name: 'Logo' }).waitFor();
    await assertAccessible(page);
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { address, tax_id, brand_color, logo_file_id } = await organization();
    assert.deepEqual(
      [address, tax_id, brand_color],
      ['12 Alder St, Portland, OR 97205', '93-1234567', '#0b5cad'],
    );
    assert.match(logo_file_id, /^file_/);
  });

  it('ask before sending is paused', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/organization');
    await page.evaluate(`window.opened = new Set();
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role=dialog] h2')) opened.add(textContent);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });`);
    await page.getByRole('button', { name: 'Pause sending' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause sending' });
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Pause sending' }).click();
    await page.getByText(/Paused since/).waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await page.evaluate('[...opened]'), ['Pause sending']);
    await page.getByRole('button', { name: 'Resume sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).click();
    await page.getByText('Texts and emails are sent.').waitFor();
    assert.equal((await organization()).sending_paused_at, null);
  });

  it('are read-only where a role may not change them, and absent where it may not look', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/organization');
    await page.getByText('An owner can change them.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await page.getByLabel('Name', { exact: true }).isDisabled(), true);
    assert.equal(await page.getByRole('link', { name: 'API tokens' }).count(), 0);
    await page.goto('/settings/tokens');
    await page.getByText('You do not have access to this page.').waitFor();
    await assertAccessible(page);
  });
});
