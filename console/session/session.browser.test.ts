import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible } from '../testing/accessible.ts';
import { useStand } from '../testing/stand.ts';

describe('the console', () => {
  const stand = useStand();

  it('sets the company up with the first token, and opens the inbox', async () => {
    const page = await stand.newPage();
    await page.goto(`/setup#${stand.organization.token}`);
    await page.getByLabel('Your name').waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the token does not stay in the address');
    await assertAccessible(page);

    await page.getByLabel('Your name').fill('Ana Petrov');
    await page.getByLabel('Email address').fill('ana@');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create my account' }).click();
    const email = page.getByLabel('Email address');
    await email.and(page.locator('[aria-invalid=true]')).waitFor();
    assert.equal(await email.inputValue(), 'ana@', 'what was typed stays');

    await email.fill('ana@example.com');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('denver');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Country' }).fill('canad');
    await page.getByRole('option', { name: 'Canada' }).click();
    await page.getByLabel('Password').fill('a long sentence that only I know');
    await page.getByRole('button', { name: 'Create my account' }).click();

    await page.getByRole('heading', { name: 'When do you work?' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('gridcell', { name: 'Saturday 9:00 AM' }).click();
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await page.getByRole('heading', { name: 'Who works with you?' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Dmitri Volkov');
    await page.getByLabel('Email address').fill('dmitri@example.com');
    await page.getByRole('button', { name: 'Add and create a link' }).click();
    const link = page.getByRole('textbox', { name: 'Link for Dmitri Volkov' });
    assert.match(await link.inputValue(), /\/invitation#/);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Open the inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    const { body } = await stand.organization.api.get('/v1/organization');
    assert.equal(body.working_hours.weekly.at(-1).day, 'saturday');
    assert.equal(body.time_zone, 'America/Denver');
    assert.equal(body.country, 'CA');
  });

  it('signs out, and in again with the password', async () => {
    const { page, email } = await stand.signedIn('dispatcher');
    await page.getByRole('button', { name: 'Rosa Delgado' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Throughline' }).waitFor();
    await assertAccessible(page);

    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('a long sentence that only I know');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  it('keeps the focus on the name of the user when the menu of it arrives', async () => {
    const { email } = await stand.signedIn('dispatcher');
    const page = await stand.newPage();
    const asked = Promise.withResolvers<void>();
    await page.route(/user-menu-items/, async (route) => {
      await asked.promise;
      await route.continue();
    });
    await page.goto('/');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill('a long sentence that only I know');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const name = page.getByRole('button', { name: 'Rosa Delgado' });
    await name.focus();
    asked.resolve();
    await name.and(page.locator('[aria-expanded]')).waitFor();
    assert(await name.evaluate((element) => element === element.ownerDocument.activeElement));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  });

  it('asks to sign in over the page when the session has ended, and loses nothing that was typed', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.keyboard.press('n');
    await page.getByLabel('Name', { exact: true }).fill('Dana Whitfield');
    await page.getByLabel('Phone').fill('+14155550134');
    await page.getByLabel('What is needed').fill('Roof repair');
    await page.context().clearCookies();
    // The lookup of the caller may notice it first: then the sign-in is already over the button.
    await page.getByText('Save the lead').dispatchEvent('click');
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await again.getByLabel('Password').fill('a long sentence that only I know');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Dana Whitfield' }).waitFor();
  });

  it('says what a wrong address is', async () => {
    const page = await stand.newPage();
    await page.goto('/nothing-here');
    await page.getByText('There is nothing at this address.').waitFor();
  });
});
