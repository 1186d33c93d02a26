import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible } from '../../../testing/accessible.ts';
import { useStand } from '../../../testing/stand.ts';

describe('the settings of ad spend', () => {
  const stand = useStand();

  it('take the amount of a day, another one instead, and the file of an advertiser', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/spend');
    await page.getByRole('button', { name: 'Enter spend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Spend of a day' });
    const save = dialog.getByRole('button', { name: 'Save' });
    const amount = dialog.getByLabel('Amount');
    await save.click();
    await amount.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await amount.fill('125.50');
    await save.click();
    const source = dialog.getByLabel('Source');
    await source.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await source.fill('google_ads');
    await assertAccessible(page);
    await save.click();
    const list = page.getByRole('list', { name: 'Ad spend' });
    await list.getByText('Mar 1, 2027 · $125.50').waitFor();
    await list.getByRole('button', { name: 'Change google_ads, Mar 1, 2027' }).click();
    await amount.fill('130');
    await save.click();
    await list.getByText('Mar 1, 2027 · $130.00').waitFor();
    await page.keyboard.press('Control+z');
    await list.getByText('Mar 1, 2027 · $125.50').waitFor();

    await page.getByRole('button', { name: 'Import a file' }).click();
    const upload = page.getByRole('dialog', { name: 'Import a file' });
    const start = upload.getByRole('button', { name: 'Import' });
    const file = upload.getByLabel('File');
    const csv = (text: string) => {
      return { name: 'spend.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    };
    await file.setInputFiles(csv('source,date,cost\nangi,yesterday,80\n'));
    await start.click();
    await upload.getByRole('alert').waitFor();
    await file.setInputFiles(csv('source,date,cost\nangi,2027-02-28,80\nyelp,2027-02-28,9.99\n'));
    await start.click();
    await page.getByText('2 days have changed.').waitFor();
    await list.getByText('Feb 28, 2027 · $9.99').waitFor();
    const { body } = await stand.organization.api.get('/v1/spend');
    assert.deepEqual(
      body.data.map((one: { amount: number }) => one.amount),
      [12_550, 999, 8_000],
    );
    await assertAccessible(page);
  });
});
