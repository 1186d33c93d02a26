import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { scheduling } = await organization();
    assert.deepEqual(scheduling.arrival_window, { duration: 'PT2H', aligned: true });
    assert.equal(scheduling.buffer_minutes, 15);
    assert.deepEqual(scheduling.customer_changes, { allowed: false, until_hours_before: 48 });
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
