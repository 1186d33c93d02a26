import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { type Person, useStand } from '../../testing/stand.ts';
import { doJob } from '../../testing/twelve-jobs.ts';

const PHONE = { width: 390, height: 800 };

describe('my day', () => {
  const stand = useStand({ goesOffline: true });
  let technician: Person;
  let page: Page;
  let visitId = '';
  let jobId = '';

  const post = (path: string, body?: object) => created(stand.organization.api.post(path, body));
  const visit = async () => (await stand.organization.api.get(`/v1/appointments/${visitId}`)).body;
  const job = async () => (await stand.organization.api.get(`/v1/jobs/${jobId}`)).body;
  const signal = (isOn: boolean) => page.context().setOffline(!isOn);

  before(async () => {
    technician = await stand.signedIn('technician', { name: 'Dmitri Volkov' }, PHONE);
    ({ page } = technician);
  });

  it('is the first screen of a technician, and says when there is nothing to do', async () => {
    await page.getByRole('heading', { name: 'My day' }).waitFor();
    await page.getByText('Nothing to do today or tomorrow.').waitFor();
    await assertAccessible(page);
  });

  it('shows the next stop with its address, its notes, and the way there', async () => {
    const lead = await post('/v1/leads', {
      name: 'Carla Novotny',
      phone: '+14155550134',
      service_needed: 'hvac_repair',
      address: '1418 Alder St, Portland, OR 97205',
      notes: 'Gate code 4711',
    });
    await stand.organization.api.post(`/v1/leads/${lead.lead_id}/convert`);
    const sold = await post('/v1/jobs', {
      lead_id: lead.lead_id,
      title: 'Replace the blower',
      assigned_to: technician.userId,
      contract: { amount: 12_900, currency: 'USD' },
    });
    jobId = sold.job_id;
    await post(`/v1/jobs/${jobId}/checklist`, { title: 'Power is off' });
    const booked = await post('/v1/appointments', {
      job_id: jobId,
      starts_at: '2027-03-01T10:00:00-08:00',
      assigned_to: technician.userId,
    });
    visitId = booked.appointment_id;
    await page.reload();
    await page.getByRole('heading', { name: 'Carla Novotny' }).waitFor();
    await page.getByText('Gate code 4711').waitFor();
    await assertAccessible(page);
  });

  it('leads to the next stop with one tap, also without signal', async () => {
    await page.evaluate('navigator.serviceWorker.ready');
    // The first visit has loaded the page before there was a service worker; the second goes through it.
    await page.reload();
    await page.getByRole('heading', { name: 'Carla Novotny' }).waitFor();
    await signal(false);
    await page.reload();
    await page.getByText('Gate code 4711').waitFor();
    await page.getByText('1418 Alder St, Portland, OR 97205').waitFor();
    // The browser of the test has no map to open.
    await page.evaluate(`addEventListener('click', (event) => {
      window.way = event.target.closest('a')?.href;
      event.preventDefault();
    }, { once: true })`);
    const pressed = await doJob(10, page, () =>
      page.getByRole('link', { name: 'Navigate' }).click(),
    );
    assert.deepEqual(pressed, ['click']);
    const way = await page.evaluate('window.way');
    assert.equal(way, 'geo:0,0?q=1418%20Alder%20St%2C%20Portland%2C%20OR%2097205');
    await signal(true);
    await page.reload();
  });

  it('works without signal: steps, checklist and notes wait, survive a reload, and are sent once', async () => {
    await page.getByRole('heading', { name: 'Carla Novotny' }).waitFor();
    await signal(false);
    await page.getByRole('button', { name: 'On my way' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    // It is shown as checked once it is stored on the phone.
    await page.getByLabel('Power is off').click();
    await page.getByRole('checkbox', { name: 'Power is off', checked: true }).waitFor();
    await page.getByLabel('Note').fill('Valve is rusty');
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('button', { name: '4 waiting' }).waitFor();
    assert.equal((await visit()).status, 'booked');

    await page.reload();
    await page.getByRole('heading', { name: 'Carla Novotny' }).waitFor();
    await page.getByRole('button', { name: '4 waiting' }).waitFor();
    await page.getByRole('button', { name: 'Complete' }).waitFor();
    await signal(true);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByText('All sent').waitFor();
    const { status, started_at } = await visit();
    assert.equal(status, 'in_progress');
    assert.notEqual(started_at, null);
    const { checklist, notes_count } = await job();
    assert.notEqual(checklist[0].checked_at, null);
    assert.equal(notes_count, 1, 'once');
  });

  it('adds a photo to the job', async () => {
    // One pixel; the page makes a JPEG of it.
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await page.getByLabel('Add a photo').setInputFiles({
      name: 'blower.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png, 'base64'),
    });
    await eventually(async () => (await job()).attachments_count === 1);
    const { body } = await stand.organization.api.get(`/v1/jobs/${jobId}/attachments`);
    assert.equal(body.data[0].kind, 'photo');
  });

  it('finishes and collects the payment on site in three taps', async () => {
    const pressed = await doJob(11, page, async () => {
      await page.getByRole('button', { name: 'Complete' }).click();
      await page.getByRole('button', { name: 'Collect' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Payment received' }).waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Payment received' }).click();
      await page.getByText('All sent').waitFor();
    });
    assert.deepEqual(pressed, ['click', 'click', 'click']);
    // "All sent" may still be that of the visit.
    const invoices = `/v1/invoices?job_id=${jobId}`;
    const [invoice] = await eventually(async () => {
      const { data } = (await stand.organization.api.get(invoices)).body;
      return data.length > 0 && data;
    });
    assert.deepEqual([invoice.status, invoice.paid], ['paid', 12_900]);
  });

  it('keeps what the service refuses, with the reason, until the technician decides', async () => {
    const lead = await post('/v1/leads', {
      name: 'Sam Ortiz',
      phone: '+14155550135',
      service_needed: 'hvac',
    });
    const { appointment_id } = await post('/v1/appointments', {
      lifecycle_number: lead.lifecycle_number,
      starts_at: '2027-03-01T13:00:00-08:00',
      assigned_to: technician.userId,
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Sam Ortiz' }).waitFor();
    await signal(false);
    await page.getByRole('button', { name: 'On my way' }).click();
    await page.getByRole('button', { name: '1 waiting' }).waitFor();
    await stand.organization.api.post(`/v1/appointments/${appointment_id}/cancel`);
    await signal(true);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByRole('button', { name: '1 need you' }).click();
    await page
      .getByRole('dialog')
      .getByText(/canceled/)
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('All sent').waitFor();
  });

  it('is in Spanish for those who choose it, and says when the next visit is', async () => {
    const { page: own, userId } = await stand.signedIn('technician', { name: 'Inés' }, PHONE);
    await own.getByText('Nothing to do today or tomorrow.').waitFor();
    const lead = await post('/v1/leads', {
      name: 'Dana',
      phone: '+14155550134',
      service_needed: 'ac',
    });
    const starts_at = new Date(stand.service.clock.now().getTime() + 5 * 24 * 3_600_000);
    await post('/v1/appointments', {
      lead_id: lead.lead_id,
      starts_at: starts_at.toISOString(),
      duration_minutes: 60,
      assigned_to: userId,
    });
    await own.goto('/settings/account');
    await own.getByLabel('Español').check();
    await own.goto('/my-day');
    await own.getByRole('heading', { name: 'Mi día' }).waitFor();
    await own.getByText(/^Nada hasta el/).waitFor();
    await assertAccessible(own);
  });
});
