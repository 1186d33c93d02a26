import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('properties and machines', () => {
  const stand = useStand();

  it('are added and changed on the page of a number, say what is covered, and are named on jobs and visits', async () => {
    const { api } = stand.organization;
    const { lead_id, lifecycle_number } = await created(
      api.post('/v1/leads', {
        name: 'Carla Novotny',
        phone: '+14155554401',
        service_needed: 'water_heater',
        address: '1418 Alder Street Portland',
      }),
    );
    const technician = { name: 'Dmitri Volkov', email: 'dmitri@example.com', role: 'technician' };
    await created(api.post('/v1/users', technician));
    const landlord = { name: 'Lena Ford', phone: '+14155554402', service_needed: 'hvac' };
    const owner = await created(api.post('/v1/leads', landlord));
    await created(api.post('/v1/jobs', { lead_id: owner.lead_id, title: 'New roof' }));
    const { page } = await stand.signedIn('dispatcher');
    const { page: viewer } = await stand.signedIn('viewer', {}, { width: 360, height: 740 });
    await viewer.goto(`/n/${lifecycle_number}`);
    const seen = viewer.getByRole('region', { name: 'Properties' });
    await seen.getByText(/^No property is entered/).waitFor();
    assert.equal(await seen.getByRole('button').count(), 0, 'a viewer cannot add one');

    await page.goto(`/n/${lifecycle_number}`);
    const places = page.getByRole('region', { name: 'Properties' });
    await places.getByRole('button', { name: 'Add a property' }).click();
    const add = page.getByRole('dialog', { name: 'New property of Carla Novotny' });
    await add.getByText('Known so far: 1418 Alder Street Portland').waitFor();
    await add.getByLabel('Street and number').fill('1418 Alder St');
    await add.getByLabel('City').fill('Portland');
    await add.getByLabel('State or region').fill('OR');
    await add.getByRole('button', { name: 'Save' }).click();
    await add.getByLabel('Postal code').and(page.locator('[aria-invalid=true]')).waitFor();
    await assertAccessible(page);
    await add.getByLabel('Postal code').fill('97205');
    await add.getByLabel('How to get in').fill('Gate code 4411.');
    await add.getByRole('button', { name: 'Save' }).click();
    await places.getByText('1418 Alder St, Portland, OR 97205').waitFor();
    await seen.getByText('Gate code 4411.').waitFor();
    await places.getByRole('button', { name: 'Edit 1418 Alder St' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit 1418 Alder St' });
    await edit.getByLabel('Unit').fill('Apt 2');
    await edit.getByLabel('Tax % of work here').fill('lots');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('Enter a number from 0 to 100, such as 8.25.').waitFor();
    await edit.getByLabel('Tax % of work here').fill('8.25');
    await edit.getByLabel('Place on the map').fill('over there');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText(/^There are no coordinates in this/).waitFor();
    await edit
      .getByLabel('Place on the map')
      .fill('https://maps.example.com/@45.5202,-122.6742,17z');
    await edit.getByRole('combobox', { name: 'Who pays' }).fill('lena');
    await edit.getByRole('option', { name: /^Lena Ford/ }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await places.getByText('1418 Alder St, Apt 2, Portland, OR 97205').waitFor();
    await seen.getByText('On the map: 45.5202, -122.6742').waitFor();
    await seen.getByRole('link', { name: 'Lena Ford' }).waitFor();

    await places.getByRole('button', { name: 'Add a machine to 1418 Alder St' }).click();
    const machine = page.getByRole('dialog', { name: 'New machine in 1418 Alder St' });
    await machine.getByRole('button', { name: 'Save' }).click();
    await machine.getByLabel('What it is').and(page.locator('[aria-invalid=true]')).waitFor();
    await machine.getByLabel('What it is').fill('Water heater');
    await machine.getByLabel('Maker').fill('Rheem');
    await machine.getByLabel('Warranty on parts until').fill('2037-03-01');
    await machine.getByRole('button', { name: 'Save' }).click();
    await seen.getByText('Still covered until Mar 1, 2037').waitFor();
    await assertAccessible(page);

    const job = { lead_id, title: 'Replace the anode', warranty_months: 0 };
    const { job_id } = await created(api.post('/v1/jobs', job));
    await page.goto(`/jobs/${job_id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const change = page.getByRole('dialog', { name: 'Edit the job' });
    await change.getByLabel('Property').selectOption({ index: 1 });
    await change.getByLabel('Machine').selectOption({ label: 'Water heater Rheem' });
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('definition').getByText('Water heater Rheem').waitFor();
    await page.getByRole('definition').getByText('1418 Alder St, Apt 2').waitFor();
    await page.getByRole('button', { name: 'New invoice' }).click();
    const invoice = page.getByRole('dialog', { name: /^New invoice/ });
    const chosen = await invoice.getByLabel('Property').locator('option:checked').innerText();
    assert.match(chosen, /^1418 Alder St/, 'that of the job');
    await invoice.getByLabel('Property').selectOption('None');
    await invoice.getByLabel('Description').fill('Anode');
    await invoice.getByLabel('Price').fill('50');
    await invoice.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByRole('heading', { name: /^Invoice / }).waitFor();
    const { body: written } = await api.get(`/v1/invoices?job_id=${job_id}`);
    assert.equal(written.data[0].property_id, null);
    await page.getByRole('button', { name: 'Edit' }).click();
    const again = page.getByRole('dialog', { name: /^Edit invoice/ });
    await again.getByLabel('Property').selectOption({ index: 1 });
    await again.getByRole('button', { name: 'Save the draft' }).click();
    await page
      .getByRole('definition')
      .getByText(/^1418 Alder St/)
      .waitFor();

    await page.goto(`/n/${lifecycle_number}`);
    await places.getByRole('button', { name: 'Water heater Rheem', exact: true }).click();
    const details = page.getByRole('dialog', { name: 'Water heater Rheem' });
    await details.getByText('Still covered until Mar 1, 2037').waitFor();
    await details.getByRole('link', { name: 'Job, Mar 1, 2027' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Book a visit' }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const booking = page.getByRole('dialog', { name: 'Book a visit' });
    await booking.getByLabel('Property').selectOption({ index: 1 });
    await booking.getByRole('button', { name: 'Book a visit' }).click();
    const visits = page.getByRole('region', { name: 'Visits' });
    await visits.getByText(/1418 Alder St/).waitFor();

    const tooWide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('main'))`;
    assert.equal(await viewer.evaluate(tooWide), 0);
    await seen.getByRole('button', { name: 'Water heater Rheem' }).click();
    await assertAccessible(viewer);
  });
});
