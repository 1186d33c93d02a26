import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { freshLead } from '../../server/testing/leads.ts';
import { assertAccessible } from '../testing/accessible.ts';
import { useStand } from '../testing/stand.ts';

const PASSWORD = 'a long sentence that only I know';

describe('saved views', () => {
  const stand = useStand();

  async function save(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name of the view').fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`The view ${name} is saved.`).waitFor();
  }
  async function open(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }

  it('of leads are saved, opened in another browser, and deleted', async () => {
    const { api } = stand.organization;
    await api.post('/v1/leads', freshLead({ name: 'Dana Whitfield', source: 'web_form' }));
    const { page, email } = await stand.signedIn('dispatcher');
    await page.goto('/leads?source=web_form&outcome=open');
    await page.getByRole('link', { name: 'Dana Whitfield' }).waitFor();
    await save(page, 'Open web leads');
    await assertAccessible(page);

    const other = await stand.newPage();
    await other.goto('/leads');
    await other.getByLabel('Email address').fill(email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await open(other, 'Open web leads');
    await other.waitForURL((url) => url.searchParams.get('source') === 'web_form');
    assert.equal(new URL(other.url()).searchParams.get('outcome'), 'open');

    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('menuitem', { name: 'Delete a view' }).click();
    await assertAccessible(other);
    await other.getByRole('button', { name: 'Delete Open web leads' }).click();
    await other.getByText('The view Open web leads is deleted.').waitFor();
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('menuitem', { name: 'Save this view' }).waitFor();
    assert.equal(await other.getByRole('menuitem', { name: 'Open web leads' }).count(), 0);
  });

  it('of customers and jobs keep what was searched for', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/customers');
    await page.getByRole('searchbox').fill('whitfield');
    await page.getByText('whitfield').first().waitFor();
    await save(page, 'Whitfields');
    await page.reload();
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    await open(page, 'Whitfields');
    await page.locator('input[type=search]').and(page.locator('[value=whitfield]')).waitFor();

    await page.goto('/jobs');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('mine');
    await save(page, 'My jobs');
    await page.reload();
    await open(page, 'My jobs');
    const whose = page.getByRole('combobox', { name: 'Show' });
    await whose.and(page.locator(':has(option[value=mine]:checked)')).waitFor();
  });

  it('of invoices open the same list', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/invoices');
    await page.getByRole('button', { name: 'Drafts' }).click();
    await save(page, 'To send');
    await page.reload();
    await open(page, 'To send');
    await page.getByRole('button', { name: 'Drafts', pressed: true }).waitFor();
  });
});
