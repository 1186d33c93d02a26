import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../../testing/accessible.ts';
import { useStand } from '../../../testing/stand.ts';

describe('the painted hours', () => {
  const stand = useStand();
  const stored = async () =>
    (await stand.organization.api.get('/v1/organization')).body.working_hours;
  const open = async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/hours');
    await page.getByRole('grid', { name: 'Week' }).waitFor();
    return page;
  };
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The hours are saved.').waitFor();
  };

  it('are painted with the pointer, over several days at once, and undone', async () => {
    const page = await open();
    const from = page.getByRole('gridcell', { name: 'Saturday 9:00 AM' });
    await from.hover();
    await page.mouse.down();
    await page.getByRole('gridcell', { name: 'Sunday 11:30 AM' }).hover();
    await page.mouse.up();
    await page.getByText('Saturday – Sunday, 9:00 AM to 12:00 PM: works').waitFor();
    assert.equal(await page.getByLabel('Sunday, from').inputValue(), '09:00');
    await assertAccessible(page);
    await save(page);
    const { weekly } = await stored();
    assert.deepEqual(weekly.slice(-2), [
      { day: 'saturday', start: '09:00', end: '12:00' },
      { day: 'sunday', start: '09:00', end: '12:00' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Sunday, from').waitFor({ state: 'detached' });
    assert.equal((await stored()).weekly.length, 5);
  });

  it('are painted with the keyboard alone: a break', async () => {
    const page = await open();
    await page.getByRole('gridcell', { name: 'Monday 8:00 AM' }).focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('Monday, 12:00 PM to 1:00 PM: does not work').waitFor();
    await save(page);
    assert.deepEqual((await stored()).weekly.slice(0, 2), [
      { day: 'monday', start: '08:00', end: '12:00' },
      { day: 'monday', start: '13:00', end: '17:00' },
    ]);
  });

  it('are typed to the minute, and the grid follows; what overlaps is said at once', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add hours on Saturday' }).click();
    await page.getByLabel('Saturday, from').fill('07:45');
    await page.getByLabel('Saturday, until').fill('10:00');
    const cell = page.getByRole('gridcell', { name: 'Saturday 7:30 AM' });
    await cell.and(page.locator('[data-cover=part]')).waitFor();
    await page.getByRole('button', { name: 'Add hours on Saturday' }).click();
    await page.getByLabel('Saturday, from').last().fill('09:00');
    await page.getByText(/overlap those on saturday/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Fix the hours that are marked, then save.').waitFor();
    await page.getByRole('button', { name: 'Remove the hours on Saturday from 09:00' }).click();
    await save(page);
    assert.deepEqual((await stored()).weekly.at(-1), {
      day: 'saturday',
      start: '07:45',
      end: '10:00',
    });
  });

  it('have dates of their own', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add a date' }).click();
    await page.getByLabel('Date', { exact: true }).fill('2027-12-24');
    await page.getByRole('button', { name: /Add hours on .*Dec 24/ }).click();
    await save(page);
    assert.deepEqual((await stored()).exceptions, [
      { date: '2027-12-24', intervals: [{ start: '08:00', end: '17:00' }] },
    ]);
  });
});
