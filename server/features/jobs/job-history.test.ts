import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Shop } from '../../testing/sold.ts';

interface Entry {
  type: string;
  summary: string;
}

describe('the history of a job', () => {
  const service = sharedService();
  const shop = shared(() => Shop.open(service));

  /** The lines of the history since the job was created. The customer and the lifecycle must show the same. */
  async function historyOf(job: {
    customer_id: string;
    lifecycle_number: string;
  }): Promise<string[]> {
    const customer = await shop.api.get(`/v1/customers/${job.customer_id}?limit=200`);
    const lifecycle = await shop.api.get(`/v1/lifecycles/${job.lifecycle_number}?limit=200`);
    const lines = (entries: Entry[]) => entries.map(({ summary }) => summary);
    const [history, timeline] = [lines(customer.body.history), lines(lifecycle.body.timeline)];
    assert.deepEqual(history, timeline);
    return history.slice(history.findIndex((line) => line.startsWith('Job created')));
  }

  it('is in order, with one line per event that names the job', async () => {
    const job = await shop.sold({ title: 'Water heater' });
    const path = `/v1/jobs/${job.job_id}`;
    const { body } = await shop.api.post(`${path}/checklist`, { title: 'Shut off the gas' });
    await shop.api.post(`/v1/checklist-items/${body.checklist[0].item_id}/check`);
    await shop.api.patch(path, { assigned_to: await shop.newUser() });
    await shop.take(job.job_id, 'pause', { reason: 'Waiting\nfor parts' });
    for (const step of ['resume', 'schedule', 'start', 'complete', 'enroll-warranty']) {
      await shop.take(job.job_id, step);
    }
    const claim = { description: 'It drips.' };
    const { body: opened } = await shop.api.post(`${path}/warranty-claims`, claim);
    const settled = { resolution: 'New valve.' };
    await shop.api.post(`/v1/warranty-claims/${opened.claim_id}/close`, settled);
    await shop.take(job.job_id, 'close');
    assert.deepEqual(await historyOf(job), [
      'Job created: Water heater',
      'Checklist 0 of 1 done: Water heater',
      'Checklist 1 of 1 done: Water heater',
      'Job assigned: Water heater',
      'Job paused: Water heater (Waiting for parts)',
      'Job resumed: Water heater',
      'Job scheduled: Water heater',
      'Job started: Water heater',
      'Job completed: Water heater',
      'Warranty runs until 2028-03-01: Water heater',
      'Warranty claim opened: It drips.',
      'Warranty claim closed: New valve.',
      'Job closed: Water heater',
    ]);
  });

  it('shows the start of a long text and never cuts a character in half', async () => {
    const job = await shop.sold();
    await shop.api.post(`/v1/jobs/${job.job_id}/notes`, { text: `${'🔥'.repeat(200)} everywhere` });
    const [, note] = await historyOf(job);
    assert.match(note ?? '', /^Note by .+: 🔥{99}…$/u);
  });
});
