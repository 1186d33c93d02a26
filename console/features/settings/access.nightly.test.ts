import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiClient } from '../../../server/testing/api-client.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

const PASSWORD = 'a long sentence that only I know';
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('tokens, data and the own account', () => {
  const stand = useStand();

  it('create a token that is shown once and works, and revoke it after a question', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/tokens');
    await page.getByRole('button', { name: 'New token' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.getByLabel('Name').fill('Website');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').or(dialog.locator('[class*=error]')).first().waitFor();
    await dialog.getByRole('checkbox', { name: 'Read Reports' }).check();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('dialog', { name: 'Token Website' });
    const secret = await shown.getByRole('textbox', { name: 'Token' }).inputValue();
    await assertAccessible(page);
    await shown.getByRole('button', { name: 'Done' }).click();
    const program = new ApiClient(stand.service.url, secret);
    assert.deepEqual((await program.get('/v1/token')).body.scopes, ['reports:read']);

    await page.getByRole('button', { name: 'Revoke Website' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Website no longer works.').waitFor();
    await page.getByRole('button', { name: 'Revoke Website' }).waitFor({ state: 'detached' });
    await page.getByLabel('Show revoked and expired tokens').check();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
  });

  it('change the password, and sign other browsers out', async () => {
    const { page, email } = await stand.signedIn('dispatcher');
    const other = await stand.newPage();
    const signIn = async (password: string) => {
      await other.goto('/');
      await other.getByLabel('Email address').fill(email);
      await other.getByLabel('Password').fill(password);
      await other.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn(PASSWORD);
    await other.getByRole('navigation').first().waitFor();

    await page.getByRole('button', { name: 'Rosa Delgado' }).click();
    await page.getByRole('menuitem', { name: 'My account' }).click();
    const sessions = page.getByRole('list', { name: 'Where you are signed in' });
    await sessions.getByText('This browser').waitFor();
    await sessions.getByRole('button', { name: /^Sign out/ }).waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else' });
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await sessions.getByRole('button', { name: /^Sign out/ }).waitFor({ state: 'detached' });

    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('New password').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('New password').fill('another sentence that only I know');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await other.context().clearCookies();
    await signIn('another sentence that only I know');
    await other.getByRole('navigation').first().waitFor();
  });

  it('change the own phone number and picture, which colleagues see', async () => {
    const { page, userId } = await stand.signedIn('dispatcher');
    await page.goto('/settings/account');
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByLabel('Phone').fill('12');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByLabel('Phone').and(page.locator('[aria-invalid=true]')).waitFor();
    await profile.getByLabel('Phone').fill('(415) 555-0134');
    const picture = { name: 'me.png', mimeType: 'image/png', buffer: ONE_PIXEL };
    await profile.getByLabel('Picture', { exact: true }).setInputFiles(picture);
    await profile.getByRole('button', { name: 'Remove the picture' }).waitFor();
    await profile.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await assertAccessible(page);

    const { body } = await stand.organization.api.get(`/v1/users/${userId}`);
    assert.equal(body.phone, '+14155550134');
    await page.goto('/settings/people');
    const people = page.getByRole('list', { name: 'People' });
    await people.getByText('+14155550134').waitFor();
    await people.locator(`img[src="/v1/files/${body.avatar_file_id}/content"]`).waitFor();
    await assertAccessible(page);
  });

  it('take the look along to another browser', async () => {
    const { page, email } = await stand.signedIn('dispatcher');
    await page.goto('/settings/account');
    const saved = page.waitForResponse((response) => response.url().endsWith('/v1/me/preferences'));
    await page.getByRole('radio', { name: 'Low' }).check();
    assert.equal((await saved).status(), 200);

    const other = await stand.newPage();
    await other.goto('/settings/account');
    await other.getByLabel('Email address').fill(email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.locator('html[data-density=compact]').waitFor();
    // Now that both are open, each follows the other.
    await other.getByRole('radio', { name: 'Dark' }).check();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('radio', { name: 'Dark' }).and(page.locator(':checked')).waitFor();
  });

  it('show live what the owner changes about the user and the company', async () => {
    const { page, userId } = await stand.signedIn('dispatcher', { name: 'Ana Petrov' });
    const { api } = stand.organization;
    await page.getByRole('button', { name: 'Ana Petrov' }).waitFor();
    await api.patch(`/v1/users/${userId}`, { name: 'Ana Petrov-Reyes' });
    await page.getByRole('button', { name: 'Ana Petrov-Reyes' }).waitFor();
    const before = (await api.get('/v1/organization')).body.name;
    await api.patch('/v1/organization', { name: 'Birch Plumbing' });
    await page.getByText('Birch Plumbing').waitFor();
    await api.patch('/v1/organization', { name: before });
    await page.getByText(before, { exact: true }).first().waitFor();
  });

  it('remember the theme and whether letters are shortcuts', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/account');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.getByRole('checkbox', { name: 'Single letters are shortcuts' }).uncheck();
    await page.reload();
    await page.getByRole('radio', { name: 'Dark' }).and(page.locator(':checked')).waitFor();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('radio', { name: 'As the system' }).check();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), undefined);
  });

  it('ask before a shorter retention, and download all data', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/data');
    await page.getByLabel('Texts, emails and notes').fill('365');
    await page
      .getByRole('region', { name: 'Retention' })
      .getByRole('button', { name: 'Save' })
      .click();
    const ask = page.getByRole('dialog', { name: 'Replace older content?' });
    await assertAccessible(page);
    await ask.getByRole('button', { name: 'Save and replace' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await stand.organization.api.get('/v1/organization/retention');
    assert.equal(body.messages_days, 365);

    await page.getByRole('button', { name: 'Start an export' }).click();
    const list = page.getByRole('list', { name: 'Exports' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('link', { name: /^Download/ }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^throughline-2027-03-0\d\.ndjson$/);
    await list.getByText('Complete').waitFor();
    await assertAccessible(page);
  });
});
