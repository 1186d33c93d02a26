import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the board of jobs', () => {
  const stand = useStand();
  const newJob = async (title: string, amount = 100_000) => {
    const { api } = stand.organization;
    const phone = `+1415555${String(Math.floor(Math.random() * 9_000) + 1_000)}`;
    const body = { name: `Carla ${title}`, phone, service_needed: 'roof_repair' };
    const lead = await created(api.post('/v1/leads', body));
    const contract = { amount, currency: 'USD' };
    const job = await created(api.post('/v1/jobs', { lead_id: lead.lead_id, title, contract }));
    return job.job_id as string;
  };
  const statusOf = async (id: string) =>
    (await stand.organization.api.get(`/v1/jobs/${id}`)).body.status as string;
  const card = (page: Page, id: string) => page.locator(`[data-job="${id}"]`);
  const column = (page: Page, status: string) => page.locator(`[data-column=${status}]`);

  it('says what to do when there are no jobs', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await page.getByText('There are no jobs yet.').waitFor();
    await assertAccessible(page);
  });

  it('moves a card with keys alone, says each place, and undoes the step before it is sent', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const id = await newJob('Keyboard roof', 250_000);
    await page.goto('/jobs');
    await column(page, 'contracted').getByText('$2,500.00').first().waitFor();
    await assertAccessible(page);
    await card(page, id).getByRole('link').focus();
    await page.keyboard.press('Space');
    await page.getByText(/^Picked up Keyboard roof, in Contracted\./).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Scheduled. Enter: Schedule.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('In progress. Enter: Start.').waitFor();
    await page.keyboard.press('Enter');
    await column(page, 'in_progress').locator(`[data-job="${id}"]`).waitFor();
    await page.keyboard.press('Control+z');
    await column(page, 'contracted').locator(`[data-job="${id}"]`).waitFor();
    assert.equal(await statusOf(id), 'contracted');
  });

  it('refuses a drop that the status does not allow, and says why', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const id = await newJob('Stubborn roof');
    await page.goto('/jobs');
    await card(page, id).getByRole('link').focus();
    await page.keyboard.press('Space');
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowRight');
    await page.getByText(/^Completed\. Not possible from “Contracted”\./).waitFor();
    await page.keyboard.press('Enter');
    await page
      .locator('[data-look=refused]')
      .getByText(/Possible now: Schedule, Start/)
      .waitFor();

    await drag(page, id, 'on_hold');
    const dialog = page.getByRole('dialog', { name: 'Pause: Stubborn roof' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await statusOf(id), 'contracted', 'a dialog that is closed changes nothing');
  });

  it('pauses a job that is dragged, with the reason, in every browser that shows it; undo resumes it', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const other = await stand.signedIn('viewer');
    const id = await newJob('Dragged roof');
    await other.page.goto('/jobs');
    await column(other.page, 'contracted').locator(`[data-job="${id}"]`).waitFor();
    await page.goto('/jobs');
    await drag(page, id, 'on_hold');
    const dialog = page.getByRole('dialog', { name: 'Pause: Dragged roof' });
    await dialog.getByLabel('Reason').fill('Waiting for parts');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await column(page, 'on_hold').getByText('Waiting for parts').waitFor();
    await column(other.page, 'on_hold').locator(`[data-job="${id}"]`).waitFor();
    assert.equal(
      await card(other.page, id).getByRole('button').count(),
      0,
      'a viewer has no steps',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await column(other.page, 'contracted').locator(`[data-job="${id}"]`).waitFor();
    assert.equal(await statusOf(id), 'contracted');
  });

  it('schedules from the menu of a card with its first visit, which the card then shows', async () => {
    const { page, userId } = await stand.signedIn('dispatcher');
    const id = await newJob('Menu roof');
    await page.goto('/jobs');
    await card(page, id).getByRole('button', { name: 'Steps for Menu roof' }).click();
    await page.getByRole('menuitem', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule: Menu roof' });
    await dialog.getByLabel('When').fill('2027-03-02T09:00');
    await dialog.getByLabel('Who goes').selectOption(userId);
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await column(page, 'scheduled').getByText('Visit Tue, Mar 2, 9:00 AM, Rosa Delgado').waitFor();

    const second = await newJob('Second roof');
    await card(page, second).getByRole('button', { name: 'Steps for Second roof' }).click();
    await page.getByRole('menuitem', { name: 'Schedule' }).click();
    const again = page.getByRole('dialog', { name: 'Schedule: Second roof' });
    await again.getByLabel('When').fill('2027-03-02T09:00');
    await again.getByLabel('Who goes').selectOption(userId);
    await again.getByRole('button', { name: 'Schedule' }).click();
    await again.getByText('That time is taken.').waitFor();
    await again
      .getByRole('group', { name: 'Free times nearby' })
      .getByRole('button')
      .first()
      .click();
    await column(page, 'scheduled').locator(`[data-job="${second}"]`).waitFor();
  });

  it('says what is unusual about a first visit, or about each of several', async () => {
    const { page, userId } = await stand.signedIn('dispatcher');
    for (const [title, hasMore, said] of [
      ['Early roof', false, /^Visit booked for .* Rosa Delgado does not work at that time\.$/],
      [
        'Long roof',
        true,
        /^2 visits booked\. .*Mar 11.*: Rosa Delgado does not work at that time\.$/,
      ],
    ] as const) {
      const id = await newJob(title);
      await page.goto('/jobs');
      await card(page, id)
        .getByRole('button', { name: `Steps for ${title}` })
        .click();
      await page.getByRole('menuitem', { name: 'Schedule' }).click();
      const dialog = page.getByRole('dialog', { name: `Schedule: ${title}` });
      await dialog.getByLabel('When').fill(hasMore ? '2027-03-10T05:00' : '2027-03-09T05:00');
      await dialog.getByLabel('Who goes').selectOption(userId);
      if (hasMore) await dialog.getByRole('button', { name: 'Add another day' }).click();
      await dialog.getByRole('button', { name: 'Schedule' }).click();
      await page.getByText(said).waitFor();
    }
  });

  it('counts and sums every job of a column, also those that are not on the page, and a search what it found', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/jobs');
    const head = column(page, 'contracted').locator('header');
    const before = await countsOf();
    await head.getByText(String(before.count), { exact: true }).waitFor();
    await newJob('Counted roof', 123_400);
    await head.getByText(String(before.count + 1), { exact: true }).waitFor();
    await head.getByText(dollars(before.amount + 123_400)).waitFor();
    await page.getByLabel('Find jobs').fill('counted');
    await head.getByText('1', { exact: true }).waitFor();
    await head.getByText('$1,234.00').waitFor();
  });
  const countsOf = async () => {
    const { body } = await stand.organization.api.get('/v1/jobs/count');
    const [{ count, amounts }] = body.data;
    return { count: count as number, amount: amounts[0].amount as number };
  };
  const dollars = (cents: number) =>
    (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

  it('shows one column at a time on a phone', async () => {
    const { page } = await stand.signedIn('dispatcher', {}, { width: 360, height: 740 });
    await newJob('Phone roof');
    await page.goto('/jobs');
    await page.getByLabel('Status').selectOption('scheduled');
    await column(page, 'scheduled').getByRole('link', { name: 'Menu roof' }).waitFor();
    assert.equal(await page.locator('[data-column]').count(), 1);
    await assertAccessible(page);
  });
});

async function drag(page: Page, id: string, status: string): Promise<void> {
  const card = page.locator(`[data-job="${id}"]`);
  await card.waitFor();
  const from = await card.boundingBox();
  const to = await page.locator(`[data-column=${status}]`).boundingBox();
  assert(from && to);
  await page.mouse.move(from.x + 60, from.y + from.height - 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + from.height, { steps: 3 });
  await page.mouse.move(to.x + 60, to.y + 200, { steps: 5 });
  await page.mouse.up();
}
