import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

/** Of the week that the test begins in. */
const [TUESDAY, WEDNESDAY, THURSDAY] = ['2027-03-02', '2027-03-03', '2027-03-04'] as const;

describe('the calendar', () => {
  const stand = useStand();
  const people: Record<string, string> = {};
  let page: Page;
  let other: Page;

  const post = (path: string, body?: object) => created(stand.organization.api.post(path, body));
  const person = async (name: string) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    people[name] = (await post('/v1/users', { name, email, role: 'technician' })).user_id;
  };
  const book = async (name: string, starts_at: string, who: string) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const lead = await post('/v1/leads', { name, email, service_needed: 'hvac_repair' });
    const { lifecycle_number } = lead;
    const visit = { lifecycle_number, starts_at, assigned_to: people[who] };
    return (await post('/v1/appointments', visit)).appointment_id;
  };
  const visit = async (id: string) =>
    (await stand.organization.api.get(`/v1/appointments/${id}`)).body;
  const cell = (who: string, date: string, on = page): Locator =>
    on.locator(`[data-lane="${people[who]}"][data-date="${date}"]`);
  const card = (name: string, on = page): Locator => on.getByRole('button', { name });
  const drag = async (what: Locator, to: Locator) => {
    const [from, target] = [await what.boundingBox(), await to.boundingBox()];
    assert(from && target);
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 10, { steps: 2 });
    await page.mouse.move(target.x + 20, target.y + 30, { steps: 4 });
    await page.mouse.up();
  };
  const open = async (on = page) => {
    await on.goto('/calendar');
    await on.getByRole('table', { name: 'Visits of the week' }).waitFor();
  };

  before(async () => {
    await person('Bao Nguyen');
    await person('Dmitri Volkov');
    await post('/v1/teams', { name: 'Heating', members: [people['Dmitri Volkov']] });
    ({ page } = await stand.signedIn('dispatcher', { name: 'Ana Petrov' }));
    ({ page: other } = await stand.signedIn('dispatcher', { name: 'Tom Baker' }));
  });

  it('shows the week of everyone who takes visits, or of one team', async () => {
    await book('Carla Novotny', `${TUESDAY}T09:00:00-08:00`, 'Bao Nguyen');
    await book('Sam Ortiz', `${THURSDAY}T13:00:00-08:00`, 'Dmitri Volkov');
    await open();
    await cell('Bao Nguyen', TUESDAY).getByText('Carla Novotny').waitFor();
    await cell('Dmitri Volkov', THURSDAY).getByText('Sam Ortiz').waitFor();
    assert.equal(await page.getByRole('columnheader').count(), 8, 'the person and seven days');
    await assertAccessible(page);
    await page.getByLabel('Team').selectOption({ label: 'Heating' });
    await cell('Bao Nguyen', TUESDAY).waitFor({ state: 'detached' });
    await cell('Dmitri Volkov', THURSDAY).getByText('Sam Ortiz').waitFor();
  });

  it('goes to the next week and back to today with ] and T', async () => {
    await open();
    await cell('Bao Nguyen', TUESDAY).waitFor();
    await page.keyboard.press(']');
    await cell('Bao Nguyen', '2027-03-09').waitFor();
    await page.keyboard.press('t');
    await cell('Bao Nguyen', TUESDAY).waitFor();
  });

  it('moves a visit to another day and person with one drag, live in another browser, and undoes it', async () => {
    const id = await book('Mia Chen', `${TUESDAY}T11:00:00-08:00`, 'Bao Nguyen');
    await open();
    await open(other);
    await card('Mia Chen', other).waitFor();
    await drag(card('Mia Chen'), cell('Dmitri Volkov', WEDNESDAY));
    await page.getByText(/^Mia Chen: Dmitri Volkov, 11:00/).waitFor();
    const moved = await visit(id);
    assert.equal(moved.starts_at, `${WEDNESDAY}T11:00:00-08:00`, 'at the same time of day');
    assert.equal(moved.assigned_to, people['Dmitri Volkov']);
    await cell('Dmitri Volkov', WEDNESDAY, other).getByText('Mia Chen').waitFor();
    await page.keyboard.press('Control+z');
    await cell('Bao Nguyen', TUESDAY).getByText('Mia Chen').waitFor();
    await cell('Bao Nguyen', TUESDAY, other).getByText('Mia Chen').waitFor();
    assert.equal((await visit(id)).starts_at, `${TUESDAY}T11:00:00-08:00`);
  });

  it('moves a visit with Space, arrows and Enter, says every place, and Escape puts it back', async () => {
    const id = await book('Jon Park', `${TUESDAY}T14:00:00-08:00`, 'Bao Nguyen');
    await open();
    await card('Jon Park').focus();
    await page.keyboard.press('Space');
    await page.getByText('Picked up. Arrows move it').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^Bao Nguyen, Wed.*2:00.*Free\.$/).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByText('Put back.').waitFor({ state: 'attached' });
    assert.equal((await visit(id)).starts_at, `${TUESDAY}T14:00:00-08:00`);
    for (const key of ['Space', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByText(/^Jon Park: Dmitri Volkov, 2:00/).waitFor();
    assert.equal((await visit(id)).starts_at, `${WEDNESDAY}T14:00:00-08:00`);
    await card('Jon Park').waitFor();
    const focused = await page.evaluate('document.activeElement.textContent');
    assert.match(String(focused), /Jon Park/, 'the card keeps the focus');
  });

  it('refuses a place that is taken, and says by whom', async () => {
    const id = await book('Ida Berg', `${WEDNESDAY}T09:00:00-08:00`, 'Dmitri Volkov');
    await open();
    await drag(card('Carla Novotny'), cell('Dmitri Volkov', WEDNESDAY));
    await page.getByText('Not moved. Dmitri Volkov has Ida Berg then.').waitFor();
    await cell('Bao Nguyen', TUESDAY).getByText('Carla Novotny').waitFor();
    assert.equal((await visit(id)).assigned_to, people['Dmitri Volkov']);
  });

  it('explains what another user has taken meanwhile, with free times nearby', async () => {
    await book('Lena Fox', `${THURSDAY}T09:00:00-08:00`, 'Bao Nguyen');
    await open();
    await card('Lena Fox').waitFor();
    // This browser does not see what others do.
    await page.route('**/v1/events/stream**', (route) => route.abort());
    await page.route('**/v1/appointments/*', async (route) => {
      await book('Noor Haddad', `${WEDNESDAY}T09:00:00-08:00`, 'Bao Nguyen');
      await route.continue();
    });
    await drag(card('Lena Fox'), cell('Bao Nguyen', WEDNESDAY));
    const said = page.getByRole('status').filter({ hasText: /taken|not free|already/i });
    await said.first().waitFor();
    await cell('Bao Nguyen', THURSDAY).getByText('Lena Fox').waitFor();
    await page.unrouteAll();
  });

  it('opens a visit with Enter', async () => {
    await open();
    await card('Carla Novotny').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Carla Novotny' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
  });
});
