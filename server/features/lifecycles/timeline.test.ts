import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { newToken } from '../../testing/tokens.ts';
import { detailsOf } from './details.ts';

interface Entry {
  seq: number;
  type: string;
  details: Record<string, string>;
}

describe('the timeline of a lifecycle', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  let path = '';
  let customerPath = '';
  const post = (to: string, body?: object) => created(organization.api.post(to, body));

  setUp(async () => {
    const lead = await post('/v1/leads', freshLead({ notes: 'Leaking since Sunday' }));
    const { lead_id, lifecycle_number } = lead;
    path = `/v1/lifecycles/${lifecycle_number}`;
    const message = { lead_id, channel: 'sms', direction: 'inbound' };
    await post('/v1/communications', { ...message, body: 'x'.repeat(6_000) });
    await post('/v1/messages', { lead_id, channel: 'sms', body: 'See you at nine' });
    const job = await post('/v1/jobs', { lead_id, title: 'New roof' });
    customerPath = `/v1/customers/${job.customer_id}`;
    await post(`/v1/jobs/${job.job_id}/notes`, { text: 'Gate code 4417' });
    await post('/v1/appointments', { lead_id, starts_at: '2027-03-09T10:00:00-08:00' });
    const reminder = { lead_id, channel: 'sms', delay: 'PT1H', cancel_on: [], body: 'Reminder' };
    const follow_up = await post('/v1/follow-ups', reminder);
    await organization.api.patch(customerPath, { do_not_contact: true });
    service.clock.advance(3_700_000);
    const { follow_up_id } = follow_up;
    await eventually(async () => {
      const { body } = await organization.api.get(`/v1/follow-ups/${follow_up_id}`);
      return body.status === 'skipped';
    });
  });

  async function timeline(query = '', api = organization.api): Promise<Entry[]> {
    const { status, body } = await api.get(`${path}${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.timeline;
  }
  const details = async (type: string) =>
    (await timeline('?limit=200')).find((entry) => entry.type === type)?.details ?? {};

  it('shows texts, statuses, times and authors without another request', async () => {
    assert.equal((await details('lead.created')).text, 'Leaking since Sunday');
    const received = await details('communication.received');
    assert.equal(received.text, 'x'.repeat(5_000));
    assert.deepEqual([received.direction, received.channel], ['inbound', 'sms']);
    const note = await details('job.note_added');
    assert.equal(note.text, 'Gate code 4417');
    assert.ok(note.author);
    const booked = await details('appointment.booked');
    assert.equal(Date.parse(booked.starts_at ?? ''), Date.parse('2027-03-09T10:00:00-08:00'));
    assert.equal(booked.status, 'booked');
    assert.equal((await details('job.created')).title, 'New roof');
  });

  it('says whether a message or a reminder went out, and if not, why', async () => {
    const message = await details('communication.not_sent');
    assert.deepEqual(
      [message.text, message.status, message.reason],
      ['See you at nine', 'not_sent', 'no_channel'],
    );
    const reminder = await details('follow_up.skipped');
    assert.deepEqual([reminder.channel, reminder.status], ['sms', 'skipped']);
    assert.equal(reminder.reason, 'do_not_contact');
    assert.ok(reminder.due_at);
  });

  it('starts with the newest event on request, and pages in both orders, also for a customer', async () => {
    const oldest = await timeline('?limit=200');
    const seqs = oldest.map(({ seq }) => seq);
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await timeline('?limit=200&order=oldest'), oldest);
    assert.deepEqual(await timeline('?limit=200&order=newest'), oldest.toReversed());
    for (const [base, list] of [
      [path, 'timeline'],
      [customerPath, 'history'],
    ] as const) {
      const paged: number[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await organization.api.get(`${base}?order=newest&limit=4${cursor}`);
        paged.push(...body[list].map((entry: Entry) => entry.seq));
        if (!body.has_more) break;
        cursor = `&cursor=${body.next_cursor}`;
      }
      assert.deepEqual(paged, seqs.toReversed(), base);
    }
    assert.equal((await organization.api.get(`${path}?order=random`)).status, 422);
  });

  it('shows no text of events that the token cannot see', async () => {
    const { token } = await newToken(organization.api, { scopes: ['leads:read'] });
    const entries = await timeline('?limit=200', service.as(token));
    assert.ok(entries.length > 0);
    assert.ok(entries.every(({ type }) => type.startsWith('lead.') || type.startsWith('inbox_')));
  });
});

describe('the details of an event', () => {
  it('are left out if the data is not of this version', () => {
    const data = { status: 7, text: null, error: 'lost', assignee: ['Rosa'], body: { a: 1 } };
    assert.deepEqual(detailsOf({ type: 'communication.sent', data }), {});
    const failed = { status: 'failed', error: { code: 'timeout', detail: 'It took too long.' } };
    assert.deepEqual(detailsOf({ type: 'playbook_run.failed', data: failed }), {
      status: 'failed',
      reason: 'timeout',
      detail: 'It took too long.',
    });
  });
});
