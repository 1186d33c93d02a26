import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { freshLead } from '../../../server/testing/leads.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the settings of work', () => {
  const stand = useStand();
  const read = async (path: string) => (await stand.organization.api.get(path)).body;

  it('define a service that leads ask for, and change it live', async () => {
    await created(
      stand.organization.api.post('/v1/leads', freshLead({ service_needed: 'drain_cleaning' })),
    );
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/services');
    await page.getByText('drain_cleaning · 1 lead').waitFor();
    await page.getByRole('link', { name: 'Define Drain cleaning' }).click();
    assert.equal(await page.getByLabel('Code').inputValue(), 'drain_cleaning');
    await page.getByLabel('Spanish').fill('Limpieza de desagües');
    await page.getByLabel('Length, in minutes').fill('2');
    await page.getByLabel('Customers read').selectOption('From …');
    await page.getByLabel('Customers can book it online').check();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question 1', { exact: true }).fill('Which drain?');
    await page.getByLabel('Answered by').selectOption('One of a list');
    await page.getByLabel('Possible answers').fill('Kitchen\nBath');
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    const amount = page.getByLabel('Amount in USD');
    await amount.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await amount.fill('89');
    await save.click();
    const length = page.getByLabel('Length, in minutes');
    await length.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await length.fill('90');
    await assertAccessible(page);
    await save.click();
    await page.getByText('Service Drain cleaning is saved.').waitFor();
    const service = await read('/v1/services/drain_cleaning');
    assert.equal(service.names.es, 'Limpieza de desagües');
    assert.deepEqual(service.price_hint, { kind: 'from', amount: 8_900, currency: 'USD' });
    assert.deepEqual(service.questions[0].choices, ['Kitchen', 'Bath']);

    await page.getByLabel('Question 1', { exact: true }).fill('Which drain is it?');
    await page.getByLabel('Name', { exact: true }).fill('Drains');
    await save.click();
    await page.getByText('Service Drains is saved.').waitFor();
    const [question] = (await read('/v1/services/drain_cleaning')).questions;
    assert.deepEqual([question.key, question.label], ['which_drain', 'Which drain is it?']);
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'Drain cleaning', level: 1 }).waitFor();
    await eventually(async () => {
      return (await page.getByLabel('Question 1', { exact: true }).inputValue()) === 'Which drain?';
    });

    await page.getByRole('link', { name: '← Services' }).click();
    await page.getByText('From $89.00').waitFor();
    await stand.organization.api.patch('/v1/services/drain_cleaning', { duration_minutes: 75 });
    await page.getByText('drain_cleaning · 75 minutes').waitFor();
    await page.getByRole('link', { name: 'New service' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Drain cleaning');
    await save.click();
    await page.getByText('There is already a service with this code.').waitFor();
    await page.getByLabel('Code').fill('drains');
    await page.getByLabel('Name', { exact: true }).fill('Drain repair');
    await save.click();
    await page.getByText('Service Drain repair is saved.').waitFor();
    assert.equal((await read('/v1/services/drains')).duration_minutes, 60);
  });

  it('say where the company works, and who works there', async () => {
    const { page, userId } = await stand.signedIn('dispatcher', { name: 'Ana Torres' });
    await page.goto('/settings/areas');
    await page.getByText('No areas yet: visits are taken everywhere.').waitFor();
    await page.getByRole('link', { name: 'New area' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Portland, west');
    const save = page.getByRole('button', { name: 'Save' });
    const codes = page.getByLabel('Postal codes');
    await save.click();
    await codes.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await codes.fill('97035, 972*\n!');
    const polygon = page.getByLabel('Polygon');
    await polygon.fill('{ "type": ');
    await page.getByLabel('Latitude').fill('45.5');
    await save.click();
    await polygon.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await polygon.fill(GEOJSON);
    await save.click();
    await codes.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    const longitude = page.getByLabel('Longitude');
    await longitude.and(page.locator('[aria-invalid=true]')).waitFor();
    await codes.fill('97035, 972*');
    await longitude.fill('-122.6');
    await page.getByLabel('Distance in km').fill('25');
    await page.getByLabel('Ana Torres').check();
    await assertAccessible(page);
    await save.click();
    await page.getByText('Area Portland, west is saved.').waitFor();
    const [area] = (await read('/v1/areas')).data;
    assert.deepEqual(area.postal_codes, ['97035', '972*']);
    assert.deepEqual(area.circle, { latitude: 45.5, longitude: -122.6, radius_km: 25 });
    assert.equal(area.polygon.coordinates[0].length, 4);
    assert.deepEqual(area.user_ids, [userId]);

    await page.getByLabel('In use').uncheck();
    await page.getByLabel('Name', { exact: true }).fill('West');
    await save.click();
    await page.getByText('Area West is saved.').waitFor();
    await page.getByRole('link', { name: '← Areas' }).click();
    const list = page.getByRole('list', { name: 'Areas' });
    await list.getByText('Inactive').waitFor();
    await list
      .getByText('2 postal codes · a polygon · 25 km around a point · Ana Torres')
      .waitFor();
    await page.keyboard.press('Control+z');
    await list.getByText('Portland, west').waitFor();
    await assertAccessible(page);
  });
});

const GEOJSON = JSON.stringify({
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-122.8, 45.4],
        [-122.5, 45.4],
        [-122.5, 45.6],
        [-122.8, 45.4],
      ],
    ],
  },
});
