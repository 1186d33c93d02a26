import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { storedIn } from '../../testing/stored-in.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { applyRetention, applyRetentions } from './apply-retention.task.ts';

type Body = ApiResponse['body'];

const service = sharedService({ hasWorker: true });
const receiver = shared(() => startWebhookReceiver());
const organization = fresh(() => {
  service.clock.set('2027-03-01T15:00:00Z');
  return service.newOrganization();
});
const api = () => organization.api;
const PATH = '/v1/organization/retention';

const record = (lead_id: string, communication: object) =>
  created(api().post('/v1/communications', { lead_id, ...communication }));

/** What the nightly task does for the organization, without waiting for the night. */
const night = () =>
  applyRetention.handle(service.taskContext, [
    {
      id: 'task',
      data: { organization_id: toUuid('organization', organization.organizationId) ?? '' },
      queuedAt: new Date(),
      signal: new AbortController().signal,
    },
  ]);

const summaries = async (): Promise<Body[]> =>
  (await api().get('/v1/events?type=retention.applied')).body.data.map(({ data }: Body) => data);

const laterBy = (days: number) =>
  service.clock.set(new Date(service.clock.now().getTime() + days * 86_400_000).toISOString());

describe('the retention settings', () => {
  it('are null by default: nothing expires', async () => {
    const { status, body } = await api().get(PATH);
    assert.equal(status, 200);
    const { transcripts_days, messages_days, deliveries_days, raw_payloads_days } = body;
    assert.deepEqual(
      [transcripts_days, messages_days, deliveries_days, raw_payloads_days],
      [null, null, null, null],
    );
  });

  it('change one by one, and emit an event', async () => {
    const { body } = await api().patch(PATH, { messages_days: 30 });
    assert.deepEqual([body.messages_days, body.transcripts_days], [30, null]);
    const second = await api().patch(PATH, { transcripts_days: 7 });
    assert.deepEqual([second.body.messages_days, second.body.transcripts_days], [30, 7]);
    assert.equal((await api().patch(PATH, { messages_days: null })).body.messages_days, null);
    await api().patch(PATH, { messages_days: null });
    const { data } = (await api().get('/v1/events?type=retention.updated')).body;
    assert.equal(data.length, 3);
    assert.deepEqual(data[2].previous, { messages_days: 30 });
  });

  it('are refused outside of 7 to 3650 days', async () => {
    for (const messages_days of [0, 6, 3651, 1.5, '30']) {
      const { status, body } = await api().patch(PATH, { messages_days });
      assert.equal(status, 422);
      assert.equal(body.errors[0].pointer, '/messages_days');
    }
  });
});

describe('every night', () => {
  it('bodies of messages and transcripts past their age are replaced, also in the log', async () => {
    const { lead_id } = await created(api().post('/v1/leads', freshLead()));
    const call = await record(lead_id, {
      channel: 'call',
      direction: 'inbound',
      body: 'plugh transcript',
      recording_url: 'https://calls.example.com/plugh.mp3',
    });
    const note = await record(lead_id, { channel: 'note', body: 'plugh note' });
    const texts = ['plugh', Buffer.from('plugh').toString('hex')];
    assert.notDeepEqual(await storedIn(service, organization, texts), []);
    await api().patch(PATH, { messages_days: 30, transcripts_days: 60 });
    laterBy(20);
    const recent = await record(lead_id, { channel: 'note', body: 'fresh note' });
    laterBy(15);
    await night();
    const read = async ({ communication_id }: Body) =>
      (await api().get(`/v1/communications/${communication_id}`)).body;
    assert.equal((await read(note)).body, '[expired]');
    assert.equal((await read(recent)).body, 'fresh note');
    assert.equal((await read(call)).body, 'plugh transcript');
    assert.deepEqual(await summaries(), [
      { transcripts: 0, messages: 2, deliveries: 0, raw_payloads: 0 },
    ]);

    laterBy(40);
    await night();
    const expired = await read(call);
    assert.deepEqual(
      [expired.body, expired.recording_url],
      ['[expired]', 'https://expired.invalid/'],
    );
    assert.equal(expired.communication_id, call.communication_id);
    assert.deepEqual(await storedIn(service, organization, texts), []);
    const [, second] = await summaries();
    assert.deepEqual(second, { transcripts: 2, messages: 2, deliveries: 0, raw_payloads: 0 });
    await night();
    assert.equal((await summaries()).length, 2, 'nothing expired, so there is nothing to report');
  });

  it('a message that is still queued is not touched, and its text is sent', async () => {
    const { lead_id } = await created(api().post('/v1/leads', freshLead()));
    const note = await record(lead_id, { channel: 'note', body: 'before' });
    const { organizationId } = organization;
    const uuid = toUuid('organization', organizationId);
    const waiting = await record(lead_id, { channel: 'note', body: 'waiting' });
    await service.owner.query(
      `update communications set status = 'queued' where organization_id = $1 and body = 'waiting'`,
      [uuid],
    );
    await api().patch(PATH, { messages_days: 7 });
    laterBy(30);
    await night();
    const bodyOf = async ({ communication_id }: Body) =>
      (await api().get(`/v1/communications/${communication_id}`)).body.body;
    assert.deepEqual([await bodyOf(note), await bodyOf(waiting)], ['[expired]', 'waiting']);
    await service.owner.query(
      `update communications set status = 'recorded' where organization_id = $1 and status = 'queued'`,
      [uuid],
    );
    await night();
    assert.equal(await bodyOf(waiting), '[expired]');
  });

  it('responses of webhook receivers expire', async () => {
    const path = '/v1/webhook-endpoints';
    const endpoint = await created(api().post(path, { url: receiver.url }));
    await created(api().post('/v1/leads', freshLead()));
    const deliveries = `${path}/${endpoint.webhook_endpoint_id}/deliveries`;
    const [delivery] = await eventually(async () => {
      const { data } = (await api().get(`${deliveries}?status=delivered`)).body;
      return data.length > 1 && data;
    });
    await api().patch(PATH, { deliveries_days: 7 });
    laterBy(8);
    await night();
    const { body } = await api().get(`${deliveries}/${delivery.delivery_id}`);
    assert.equal(body.attempts[0].response, '[expired]');
    assert.equal(body.attempts[0].status_code, 200);
    const [summary] = await summaries();
    assert(summary.deliveries >= 2, JSON.stringify(summary));
  });

  it('reports of imports expire', async () => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const raw = '{"phone": "plover\n';
    const { import_id } = (await api().post('/v1/imports', undefined, { raw, headers })).body;
    const report = async () => (await api().get(`/v1/imports/${import_id}`)).body;
    await eventually(async () => (await report()).status === 'completed');
    await api().patch(PATH, { raw_payloads_days: 7 });
    laterBy(8);
    await night();
    const { errors, rejected } = await report();
    assert.equal(rejected, 1);
    assert.equal(errors[0].detail, '[expired]');
  });

  it('many rows are replaced in batches, and an expired message cannot be sent again', async () => {
    const { lead_id, lifecycle_number } = await created(api().post('/v1/leads', freshLead()));
    await record(lead_id, { channel: 'note', body: 'many' });
    await service.owner.query(
      `insert into communications (organization_id, communication_id, lifecycle_number, lead_id, channel, direction,
         status, subject, body, to_address, occurred_at, created_at, updated_at)
       select organization_id, gen_random_uuid(), lifecycle_number, lead_id, 'email', 'outbound', 'failed', 's',
              'many ' || n, 'x@example.com', occurred_at, created_at, updated_at
       from communications, generate_series(1, 1200) as n where lifecycle_number = $1 and organization_id = $2`,
      [lifecycle_number, toUuid('organization', organization.organizationId)],
    );
    await api().patch(PATH, { messages_days: 7 });
    laterBy(8);
    await night();
    const [summary] = await summaries();
    assert.equal(summary.messages, 1202);
    const path = `/v1/communications?lifecycle_number=${lifecycle_number}&channel=email&limit=1`;
    const [email] = (await api().get(path)).body.data;
    const { status, body } = await api().post(`/v1/communications/${email.communication_id}/retry`);
    assert.deepEqual([status, body.code], [409, 'communication_not_retryable']);
  });

  it('a task is queued for each organization that has settings', async () => {
    const other = await service.newOrganization();
    await api().patch(PATH, { messages_days: 7 });
    const { lead_id } = await created(api().post('/v1/leads', freshLead()));
    await record(lead_id, { channel: 'note', body: 'old' });
    laterBy(8);
    await applyRetentions.handle(service.taskContext, []);
    await eventually(async () => (await summaries()).length === 1);
    const { data } = (await other.api.get('/v1/events?type=retention.applied')).body;
    assert.deepEqual(data, []);
  });
});
