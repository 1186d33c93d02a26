import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

const DATE = '2027-03-16';
const HOME = { address: '12 Home St', latitude: 45.5, longitude: -122.6 };
/** 20 km north of it: half an hour. */
const THERE = { address: '1 Main St', latitude: 45.5 + 20 / 111.195, longitude: -122.6 };

describe('the way to the first visit', () => {
  const stand = useStand();

  it('is shown to scale before its card, for people whose day starts at a known place', async () => {
    const { api } = stand.organization;
    const technician = async (name: string, more: object) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const body = { name, email, role: 'technician', ...more };
      return (await created(api.post('/v1/users', body))).user_id;
    };
    const book = async (
      name: string,
      assigned_to: string,
      location: object,
      crew: string[] = [],
    ) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const lead = { name, email, service_needed: 'hvac_repair' };
      const { lifecycle_number } = await created(api.post('/v1/leads', lead));
      const starts_at = `${DATE}T10:00:00-07:00`;
      await created(
        api.post('/v1/appointments', { lifecycle_number, starts_at, assigned_to, crew, location }),
      );
    };
    const known = await technician('Bao Nguyen', { start_location: HOME });
    const along = await technician('Dmitri Volkov', { start_location: HOME });
    await book('Carla Novotny', known, THERE, [along]);
    const unknown = await technician('Rosa Delgado', {});
    await book('Sam Ortiz', unknown, THERE);
    const { page } = await stand.signedIn('dispatcher', { name: 'Ana Petrov' });
    await page.goto('/dispatch');
    await page.getByLabel('Date').fill(DATE);
    const way = page.getByTitle('20 km from where the day starts');
    await way.first().waitFor();
    const [drawn, card] = await Promise.all([
      way.first().boundingBox(),
      page.locator('[data-id]', { hasText: 'Carla Novotny' }).first().boundingBox(),
    ]);
    assert(drawn && card);
    // 96 pixels per hour.
    assert(Math.abs(drawn.width - 48) < 1, `${drawn.width} px`);
    assert(Math.abs(drawn.x + drawn.width - card.x) < 1, 'it ends where the card begins');
    await page.locator('[data-id]', { hasText: 'Sam Ortiz' }).waitFor();
    assert.equal(
      await way.count(),
      2,
      'also in the lane of the crew, and not where the start is unknown',
    );
    await assertAccessible(page);
  });
});
