import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the quarantine', () => {
  const stand = useStand();

  it('shows what could not become a lead, which is corrected, released or discarded', async () => {
    const { api } = stand.organization;
    const mapping = { name: '/who', service_needed: '/what' };
    const source = { name: 'Partner portal', kind: 'json', source: 'partner', mapping };
    const { source_key } = await created(api.post('/v1/sources', source));
    const arrive = async (body: object) => {
      const url = `${stand.service.url}/in/${source_key}`;
      const { status } = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
      assert.equal(status, 200);
    };
    const { page } = await stand.signedIn('dispatcher');
    await page.getByRole('button', { name: 'Quarantine' }).click();
    await page.getByText(/^Nothing is in quarantine\./).waitFor();
    await assertAccessible(page);

    await arrive({ who: 'Dana Whitfield', what: 'ac_repair', lucky_number: 7 });
    const rows = page.getByRole('list', { name: 'What could not become a lead' });
    const dana = rows.getByRole('listitem').filter({ hasText: 'Dana Whitfield' });
    await dana.getByText(/Partner portal/).waitFor();
    await page.getByRole('button', { name: 'Quarantine 1' }).waitFor();
    await arrive({ spam: true });
    const spam = rows.getByRole('listitem').filter({ hasText: 'No name' });
    await spam.waitFor();
    await assertAccessible(page);

    await dana.getByRole('button', { name: 'Create a lead' }).click();
    const release = page.getByRole('dialog', {
      name: 'Create a lead from what Partner portal sent',
    });
    await release.getByText('"lucky_number": 7').waitFor();
    assert.equal(await release.getByLabel('Needs').inputValue(), 'Ac repair');
    await release.getByLabel('Phone').fill('12');
    await release.getByRole('button', { name: 'Create a lead' }).click();
    await release.getByLabel('Phone').and(page.locator('[aria-invalid=true]')).waitFor();
    await assertAccessible(page);
    await release.getByLabel('Phone').fill('(415) 555-0134');
    await release.getByLabel('Language').selectOption('Spanish');
    await release.getByLabel('Texts').selectOption('Allowed');
    await release.getByRole('button', { name: 'Create a lead' }).click();
    await page.getByText(/^Lead \d+-\d is created\.$/).waitFor();
    await dana.waitFor({ state: 'detached' });
    const { body: found } = await api.get('/v1/leads');
    const [{ language, consent }] = found.data;
    assert.deepEqual([language, consent.sms.status], ['es', 'granted']);
    // The tab has an address.
    await page.reload();

    await spam.getByRole('button', { name: 'Discard' }).click();
    const discard = page.getByRole('dialog', { name: 'Discard what Partner portal sent' });
    await discard.getByRole('button', { name: 'Discard' }).click();
    await discard.getByLabel('Reason').and(page.locator('[aria-invalid=true]')).waitFor();
    await discard.getByLabel('Reason').fill('Spam');
    await discard.getByRole('button', { name: 'Discard' }).click();
    await page.getByText(/^Nothing is in quarantine\./).waitFor();

    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByRole('link', { name: 'Dana Whitfield' }).waitFor();

    await arrive({ who: 'Sam Ortiz' });
    const { page: viewer } = await stand.signedIn('viewer', {}, { width: 360, height: 740 });
    await viewer.getByRole('button', { name: 'Quarantine 1' }).click();
    await viewer.getByRole('button', { name: 'Look at it' }).click();
    await viewer.getByText('"who": "Sam Ortiz"').waitFor();
    assert.equal(await viewer.getByRole('button', { name: 'Discard' }).count(), 0);
    await assertAccessible(viewer);
  });
});
