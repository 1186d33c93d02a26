import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the settings of limits and prices', () => {
  const stand = useStand();
  const read = async (path: string) => (await stand.organization.api.get(path)).body;

  it('limit the visits of a service in an area on a weekday or a date', async () => {
    const { api } = stand.organization;
    const service = { code: 'ac_repair', name: 'AC repair', duration_minutes: 60 };
    await created(api.post('/v1/services', service));
    const area = await created(api.post('/v1/areas', { name: 'West', postal_codes: ['972*'] }));
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/capacity');
    await page.getByRole('button', { name: 'New limit' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New limit' });
    await dialog.getByLabel('Service').selectOption('AC repair');
    await dialog.getByLabel('Area').selectOption('West');
    await dialog.getByLabel('Day', { exact: true }).selectOption('One date');
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    const date = dialog.getByLabel('Date', { exact: true });
    await date.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await dialog.getByLabel('Day', { exact: true }).selectOption('Saturday');
    await save.click();
    const most = dialog.getByLabel('Most visits per day');
    await most.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await most.fill('4');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Capacity' });
    await list.getByText('AC repair · West · Saturday').waitFor();
    const [rule] = (await read('/v1/capacity-rules')).data;
    assert.deepEqual(
      [rule.service, rule.area_id, rule.weekday, rule.date, rule.max_visits],
      ['ac_repair', area.area_id, 'saturday', null, 4],
    );

    await list.getByRole('button', { name: 'Edit' }).click();
    const change = page.getByRole('dialog', { name: 'Change the limit' });
    await change.getByLabel('Most visits per day').fill('6');
    await change.getByRole('button', { name: 'Save' }).click();
    await list.getByText('At most 6 visits per day').waitFor();
    await page.keyboard.press('Control+z');
    await list.getByText('At most 4 visits per day').waitFor();
    await list.getByRole('button', { name: 'Deactivate' }).click();
    await list.getByText('Inactive').waitFor();
    await page.keyboard.press('Control+z');
    await list.getByText('Inactive').waitFor({ state: 'detached' });
  });

  it('keep a list of prices, of which only those who change it see the cost', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/prices');
    await page.getByRole('button', { name: 'New price' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New price' });
    await dialog.getByLabel('Name').fill('50 gallon water heater');
    await dialog.getByLabel('Kind').selectOption('Part');
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    const price = dialog.getByLabel('Price per unit');
    await price.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await price.fill('1,200');
    await dialog.getByLabel('Your cost per unit').fill('810.50');
    const tax = dialog.getByLabel('Tax in percent');
    await tax.fill('101');
    await save.click();
    await tax.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await tax.fill('8.25');
    await assertAccessible(page);
    await save.click();
    const list = page.getByRole('list', { name: 'Price list' });
    await list.getByText('$1,200.00 · 8.25 % tax · cost $810.50 · gallon_water_heater').waitFor();
    await page.getByRole('button', { name: 'New price' }).click();
    await dialog.getByLabel('Name').fill('Gallon water heater');
    await price.fill('1');
    await save.click();
    await dialog.getByText('There is already a price with this code.').waitFor();
    await page.keyboard.press('Escape');

    await list.getByRole('button', { name: 'Edit' }).click();
    const change = page.getByRole('dialog', { name: 'Price of 50 gallon water heater' });
    await change.getByLabel('Price per unit').fill('1250');
    await change.getByLabel('Unit', { exact: true }).fill('piece');
    await change.getByRole('button', { name: 'Save' }).click();
    await list.getByText('$1,250.00 per piece').waitFor();
    const item = await read('/v1/price-items/gallon_water_heater');
    assert.deepEqual([item.unit_amount, item.cost, item.tax_rate], [125_000, 81_050, 8.25]);

    const { page: other } = await stand.signedIn('technician');
    await other.goto('/settings/prices');
    await other.getByText('$1,250.00 per piece · 8.25 % tax · gallon_water_heater').waitFor();
    assert.equal(await other.getByRole('button', { name: 'Edit' }).count(), 0);
    await page.keyboard.press('Control+z');
    await list.getByText('$1,200.00 ·').waitFor();
    await assertAccessible(page);
  });

  it('connect Stripe, show the address for its webhooks, and say how else to pay', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/payments');
    const online = page.getByRole('region', { name: 'Online payments' });
    await online.getByRole('button', { name: 'Connect Stripe' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Stripe' });
    await dialog.getByLabel('Secret key').fill('my key');
    await dialog.getByLabel('Signing secret').fill('whsec_ofTheTests');
    await page.keyboard.press('Enter');
    const key = dialog.getByLabel('Secret key').and(page.locator('[aria-invalid=true]:focus'));
    await key.fill('rk_test_ofTheTests');
    await page.keyboard.press('Enter');
    const connected = page.getByRole('dialog', { name: 'Stripe is connected.' });
    const address = await connected
      .getByLabel('Address for webhooks', { exact: true })
      .inputValue();
    const [provider] = (await read('/v1/payment-providers')).data;
    assert.equal(address, provider.webhook_url);
    await connected.getByRole('button', { name: 'Done' }).click();
    await online.getByText('Test, no real money').waitFor();
    assert.equal(await online.getByRole('button', { name: 'Connect Stripe' }).count(), 0);
    await online.getByRole('button', { name: 'Turn off' }).click();
    await online.getByRole('button', { name: 'Connect Stripe' }).waitFor();
    await page.keyboard.press('Control+z');
    await online.getByText('Active', { exact: true }).waitFor();
    await online.getByRole('button', { name: 'Change the keys' }).click();
    const change = page.getByRole('dialog', { name: 'Change the keys' });
    await change.getByLabel('Secret key').fill('rk_live_ofTheTests');
    await page.keyboard.press('Enter');
    await online.getByText('Live', { exact: true }).waitFor();

    const other = page.getByRole('region', { name: 'Other ways to pay' });
    await other.getByLabel('How invoices can be paid').fill('By check to Alder.');
    await other.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    assert.equal((await read('/v1/organization')).payment_instructions, 'By check to Alder.');
  });
});
