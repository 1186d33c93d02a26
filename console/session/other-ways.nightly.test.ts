import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../server/testing/created.ts';
import { assertAccessible } from '../testing/accessible.ts';
import { addAuthenticator } from '../testing/authenticator.ts';
import { useStand } from '../testing/stand.ts';

describe('signing in without a password', () => {
  const stand = useStand();

  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: 'Rosa Delgado' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Throughline' }).waitFor();
  };

  it('is possible with a passkey, which is added and removed in the account', async () => {
    const { page } = await stand.signedIn('dispatcher', {}, undefined, 'localhost');
    await addAuthenticator(page);
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    await assertAccessible(page);
    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Rosa Delgado' }).waitFor();
    await page.goto('/settings/account');
    await page.getByRole('button', { name: /^Remove Chrom/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByText('The passkey is removed.').waitFor();
  });

  it('is possible with a link, once', async () => {
    const { page, userId } = await stand.signedIn('dispatcher');
    await signOut(page);
    const link = await created(stand.organization.api.post(`/v1/users/${userId}/sign-in-links`));
    const path = `/sign-in#${String(link.url).split('#')[1]}`;
    await page.goto(path);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();

    const other = await stand.newPage();
    await other.goto(path);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('alert').waitFor();
  });

  it('says the same about every address that asks for a link', async () => {
    const page = await stand.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: 'Email me a link instead' }).click();
    await page.getByLabel('Your email address').fill('no-one@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    const said = page.getByText('If no-one@example.com has an account, a link is on its way.');
    await said.waitFor();
    await assertAccessible(page);
    assert(await said.isVisible());
  });
});
