import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('estimates', () => {
  const stand = useStand();

  it('are written with options and prices, sent, revised, and accepted as a job with a deposit', async () => {
    const { api } = stand.organization;
    const heater = { code: 'heater_50', name: 'Heater, 50 gallons', kind: 'part', tax_rate: 10 };
    await created(api.post('/v1/price-items', { ...heater, unit_amount: 100_000 }));
    const lead = await created(
      api.post('/v1/leads', {
        name: 'Carla Novotny',
        phone: '+14155554201',
        service_needed: 'water_heater',
      }),
    );
    const elm = { line1: '5 Elm St', city: 'Reno', region: 'NV', postal_code: '89501' };
    await created(
      api.post('/v1/properties', { lead_id: lead.lead_id, address: { ...elm, country: 'US' } }),
    );
    const { page } = await stand.signedIn('dispatcher');
    const other = await stand.signedIn('viewer');
    await other.page.goto(`/n/${lead.lifecycle_number}`);
    const list = other.page.getByRole('region', { name: 'Estimates' });
    await list.getByText('No estimates yet.').waitFor();
    assert.equal(await list.getByRole('button').count(), 0, 'a viewer cannot make one');

    await page.goto(`/n/${lead.lifecycle_number}`);
    await page.getByRole('heading', { name: 'Carla Novotny' }).waitFor();
    await page.keyboard.press('q');
    const form = page.getByRole('dialog', { name: 'New estimate for Carla Novotny' });
    await form.getByLabel('What is offered').fill('Replace the water heater');
    const good = form.getByRole('group', { name: 'Option 1' });
    await good.getByRole('combobox', { name: 'Add from the price list' }).fill('heat');
    await page.keyboard.press('Enter');
    assert.equal(await good.getByLabel('Description').inputValue(), 'Heater, 50 gallons');
    assert.equal(await good.getByLabel('Price', { exact: true }).inputValue(), '1000.00');
    await good.getByText('$1,100.00').waitFor();
    await good.getByRole('button', { name: 'Add a line' }).click();
    const haul = good.getByRole('group', { name: 'Line 2' });
    await haul.getByLabel('The customer can leave it out').check();
    await haul.getByLabel('Price').fill('fifty');
    await haul.getByLabel('Tax %').fill('');
    await form.getByRole('button', { name: 'Save the draft' }).click();
    await haul.getByText('Enter what the line is for.').waitFor();
    await haul.getByText('Enter an amount, such as 129.00.').waitFor();
    await assertAccessible(page);
    await haul.getByLabel('Description').fill('Haul away the old one');
    await haul.getByLabel('Price').fill('50');
    await form.getByRole('button', { name: 'Add an option' }).click();
    const better = form.getByRole('group', { name: 'Option 2' });
    assert.equal(await better.getByLabel('Name of the option').inputValue(), 'Better');
    await better.getByLabel('Recommended').check();
    const first = better.getByRole('group', { name: 'Line 1' });
    await first.getByLabel('Price').fill('1,500');
    await better.getByLabel('Name of the option').fill('Good');
    await form.getByLabel('Deposit').selectOption('percent');
    await form.getByLabel('Percent', { exact: true }).fill('30');
    await form.getByLabel('Terms').fill('The rest on completion.');
    await form.getByRole('button', { name: 'Save the draft' }).click();
    await better.getByText('Another option has this name.').waitFor();
    await better.getByLabel('Name of the option').fill('Better');
    await form.getByRole('button', { name: 'Save the draft' }).click();

    await page.getByRole('heading', { name: 'Estimate EST-000001' }).waitFor();
    await list.getByRole('link', { name: 'EST-000001 Replace the water heater' }).waitFor();
    await list.getByText('$1,100.00 to $1,650.00').waitFor();
    await page.getByRole('region', { name: 'Better' }).getByText('$495.00').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit estimate EST-000001' });
    assert.equal(await edit.getByLabel('Percent', { exact: true }).inputValue(), '30');
    await edit.getByLabel('What is offered').fill('Replace the heater');
    await edit.getByLabel('Property').selectOption({ label: '5 Elm St, Reno, NV 89501' });
    await edit.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('Replace the heater').waitFor();
    await page.getByRole('definition').getByText('5 Elm St, Reno, NV 89501').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const send = page.getByRole('dialog', { name: 'Send estimate EST-000001' });
    await send.getByRole('button', { name: 'Send' }).click();
    await list.getByText('Sent', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
    await page.getByRole('link', { name: 'Estimates', exact: true }).click();
    const open = page.getByRole('list', { name: 'Estimates' }).getByRole('link');
    await open.filter({ hasText: 'Carla Novotny' }).waitFor();
    await page.getByRole('button', { name: 'Expiring' }).click();
    await page.getByText('No open estimate ends within a week.').waitFor();
    await page.getByRole('button', { name: 'Not answered' }).click();
    await open.filter({ hasText: 'Replace the heater' }).click();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Decline' }).click();
    const decline = page.getByRole('dialog', { name: 'Decline estimate EST-000001' });
    await decline.getByRole('button', { name: 'Decline' }).click();
    await decline.getByLabel('Reason').and(page.locator('[aria-invalid=true]')).waitFor();
    await decline.getByLabel('Reason').fill('Too expensive');
    await decline.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('definition').getByText('Too expensive').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    // What was sold as an item of the price list stays, on its own.
    assert.equal((await api.patch('/v1/price-items/heater_50', { active: false })).status, 200);
    await page.getByRole('menuitem', { name: 'Revise' }).click();
    const revise = page.getByRole('dialog', { name: 'Revise estimate EST-000001' });
    const reduced = revise.getByRole('group', { name: 'Option 2' });
    await reduced.getByRole('group', { name: 'Line 1' }).getByLabel('Price').fill('1400');
    await revise.getByRole('button', { name: 'Save the new version' }).click();
    await page.getByRole('heading', { name: 'Estimate EST-000001, version 2' }).waitFor();
    await list.getByText('Replaced').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await send.getByRole('button', { name: 'Send' }).click();

    await page.getByRole('button', { name: 'Accept' }).click();
    const accept = page.getByRole('dialog', { name: 'Accept estimate EST-000001' });
    assert(await accept.getByLabel('Better, $1,540.00').isChecked(), 'the recommended one');
    await accept.getByLabel('Haul away the old one, $50.00').check();
    await accept.getByText('$1,590.00').waitFor();
    await accept.getByText('$477.00').waitFor();
    await accept.getByRole('button', { name: 'Accept' }).click();
    await accept.locator('[aria-invalid=true]').waitFor();
    await accept.getByLabel(/^Full name/).fill('Carla Novotny');
    const pad = accept.getByRole('img', { name: 'Signature' });
    await pad.scrollIntoViewIfNeeded();
    const sign = async () => {
      const { x, y } = (await pad.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 20, y + 40);
      await page.mouse.down();
      await page.mouse.move(x + 120, y + 20, { steps: 4 });
      await page.mouse.up();
    };
    await sign();
    await accept.getByRole('button', { name: 'Clear the signature' }).click();
    await sign();
    await accept.getByRole('button', { name: 'Clear the signature' }).waitFor();
    await assertAccessible(page);
    await accept.getByRole('button', { name: 'Accept' }).click();
    const accepted = page.getByRole('region', { name: 'Accepted' });
    await accepted.getByRole('link', { name: /\$477\.00/ }).waitFor();
    await accepted.getByRole('button', { name: 'Verify the signature' }).click();
    await accepted.getByText('Unchanged since it was signed.').waitFor();
    const { body: signed } = await api.get('/v1/estimates?status=accepted');
    assert.equal(signed.data[0].acceptance.signature_kind, 'drawn');
    await assertAccessible(page);
    const pdf = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href');
    const response = await page.request.get(pdf ?? '');
    assert.equal(response.headers()['content-type'], 'application/pdf');

    await accepted.getByRole('link', { name: 'Replace the heater' }).click();
    await page.getByRole('heading', { name: 'Replace the heater', level: 1 }).waitFor();
    const ofJob = page.getByRole('region', { name: 'Estimates' });
    await ofJob.getByText('$1,590.00 · Version 2').waitFor();
    await page.getByRole('button', { name: 'New invoice' }).click();
    const invoice = page.getByRole('dialog', { name: 'New invoice: Replace the heater' });
    await invoice.getByText(/^What is left of the deposit on INV-\d+ is subtracted/).waitFor();
    await page.keyboard.press('Escape');
    await invoice.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 360, height: 740 });
    await ofJob.getByRole('link').first().click();
    await page.getByRole('region', { name: 'Accepted' }).waitFor();
    const tooWide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('main'))`;
    await eventually(async () => (await page.evaluate(tooWide)) === 0);
  });
});
