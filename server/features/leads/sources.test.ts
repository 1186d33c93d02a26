import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const UNKNOWN = { status: 'unknown', at: null, source: null, wording: null };

describe('source of a lead', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = (body: object) => organization.api.post('/v1/leads', body);
  const events = async (query: string) =>
    (await organization.api.get(`/v1/events?limit=200&${query}`)).body.data;

  it('returns the first lead when its source sends it again, and creates nothing', async () => {
    const first = await capture(freshLead({ source: 'thumbtack', source_ref: 'tt-1' }));
    assert.equal(first.status, 201);
    assert.equal(first.body.source_ref, 'tt-1');
    const again = await capture(freshLead({ source: 'thumbtack', source_ref: ' tt-1 ' }));
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, first.body);
    assert.equal((await events(`lifecycle_number=${first.body.lifecycle_number}`)).length, 2);
  });

  it('creates a new lead for another source, another reference or no reference', async () => {
    const ids = new Set<string>();
    for (const origin of [
      { source: 'angi', source_ref: '7' },
      { source: 'yelp', source_ref: '7' },
      { source: 'yelp', source_ref: '8' },
      { source: 'yelp', source_ref: null },
      { source: 'yelp', source_ref: '' },
    ]) {
      const { status, body } = await capture(freshLead(origin));
      assert.equal(status, 201);
      ids.add(body.lead_id);
    }
    assert.equal(ids.size, 5);
    const otherOrganization = await service.newOrganization();
    const response = await otherOrganization.api.post(
      '/v1/leads',
      freshLead({ source: 'yelp', source_ref: '8' }),
    );
    assert.equal(response.status, 201);
  });

  it('creates one lead when twenty arrive at the same time with one reference', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => capture(freshLead({ source: 'api', source_ref: 'burst' }))),
    );
    const created = responses.filter((response) => response.status === 201);
    assert.equal(created.length, 1);
    assert.deepEqual(new Set(responses.map((response) => response.status)), new Set([200, 201]));
    assert.deepEqual(
      new Set(responses.map((response) => response.body.lead_id)),
      new Set([created[0]!.body.lead_id]),
    );
  });

  it('still returns the first lead after it is deleted, in its current state', async () => {
    const { body } = await capture(freshLead({ source: 'api', source_ref: 'gone' }));
    await organization.api.delete(`/v1/leads/${body.lead_id}`);
    const again = await capture(freshLead({ source: 'api', source_ref: 'gone' }));
    assert.equal(again.status, 200);
    assert.notEqual(again.body.deleted_at, null);
  });

  it('refuses a new source that already has a lead with the same reference', async () => {
    await capture(freshLead({ source: 'angi', source_ref: 'twice' }));
    const { body } = await capture(freshLead({ source: 'yelp', source_ref: 'twice' }));
    const { status, body: problem } = await organization.api.patch(`/v1/leads/${body.lead_id}`, {
      source: 'angi',
    });
    assert.deepEqual([status, problem.code], [409, 'source_ref_taken']);
  });

  it('stores the transcript of the call or chat under the lead’s number', async () => {
    const transcript = {
      channel: 'call',
      text: 'Agent: Hello?\nCaller: My heater leaks. 🚿 شكرا',
      occurred_at: '2027-03-01T06:55:00-08:00',
      duration_seconds: 184,
      recording_url: 'https://calls.example.com/r/7f3a91',
    };
    const { status, body } = await capture(freshLead({ source: 'phone', transcript }));
    assert.equal(status, 201);
    const number = body.lifecycle_number;
    const lifecycle = (await organization.api.get(`/v1/lifecycles/${number}`)).body;
    assert.equal(lifecycle.communications.length, 1);
    const communication = lifecycle.communications[0];
    assert.deepEqual(
      [
        communication.body,
        communication.channel,
        communication.direction,
        communication.lead_id,
        communication.occurred_at,
      ],
      [transcript.text, 'call', 'inbound', body.lead_id, '2027-03-01T14:55:00.000Z'],
    );
    assert.deepEqual(
      [communication.duration_seconds, communication.recording_url],
      [184, transcript.recording_url],
    );
    assert.deepEqual(
      lifecycle.timeline.map((entry: { type: string; summary: string }) => entry.summary),
      [
        'Lead captured from phone: water_heater_repair',
        'Lead qualified',
        'Call received',
        'Lead contacted for the first time',
      ],
    );
    // The call was answered, so the lead was contacted when it was captured.
    assert.equal(body.first_contacted_at, body.created_at);
    assert.deepEqual((await organization.api.get(`/v1/leads/${body.lead_id}`)).body, body);
    const voicemail = { ...transcript, answered: false };
    const missed = await capture(freshLead({ source: 'phone', transcript: voicemail }));
    assert.deepEqual([missed.status, missed.body.first_contacted_at], [201, null]);
  });

  it('reports every error in a transcript, and creates no lead', async () => {
    const before = (await organization.api.get('/v1/events?limit=1')).body.data.length;
    const { status, body } = await capture(
      freshLead({
        transcript: { channel: 'fax', text: ' ', occurred_at: '2027-03-01T06:55:00', extra: 1 },
      }),
    );
    assert.equal(status, 422);
    const pointers = body.errors.map((error: { pointer: string }) => error.pointer).sort();
    assert.deepEqual(pointers, [
      '/transcript/channel',
      '/transcript/extra',
      '/transcript/occurred_at',
      '/transcript/text',
    ]);
    assert.equal((await organization.api.get('/v1/events?limit=1')).body.data.length, before);
  });
});

describe('consent', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  it('is stored per channel with its time, source and wording, and copied to the customer', async () => {
    const consent = { sms: 'granted', email: 'denied', wording: 'Text me. Reply STOP to end.' };
    const { status, body } = await organization.api.post(
      '/v1/leads',
      freshLead({ source: 'web_form', consent }),
    );
    assert.equal(status, 201);
    const given = { at: '2027-03-01T15:00:00.000Z', source: 'web_form', wording: consent.wording };
    assert.deepEqual(body.consent, {
      call: UNKNOWN,
      sms: { status: 'granted', ...given },
      email: { status: 'denied', ...given },
    });
    const customer = await organization.api.post(`/v1/leads/${body.lead_id}/convert`);
    assert.deepEqual(customer.body.consent, body.consent);
  });

  it('changes only for channels with a new response, and emits lead.updated', async () => {
    const { body } = await organization.api.post(
      '/v1/leads',
      freshLead({ consent: { sms: 'granted' } }),
    );
    service.clock.advance(60_000);
    const path = `/v1/leads/${body.lead_id}`;
    const after = (
      await organization.api.patch(path, {
        consent: { sms: 'granted', call: 'denied', source: 'phone' },
      })
    ).body;
    assert.deepEqual(after.consent.sms, body.consent.sms);
    assert.deepEqual([after.consent.call.status, after.consent.call.source], ['denied', 'phone']);
    const [event] = (await organization.api.get('/v1/events?type=lead.updated')).body.data.slice(
      -1,
    );
    assert.deepEqual(event.previous.consent, body.consent);
    assert.deepEqual(event.data.consent, after.consent);
    const same = (await organization.api.patch(path, { consent: { call: 'denied' } })).body;
    assert.deepEqual(same, after);
  });

  it('of a customer is separate from the lead', async () => {
    const { body } = await organization.api.post('/v1/leads', freshLead());
    const { customer_id } = (await organization.api.post(`/v1/leads/${body.lead_id}/convert`)).body;
    const { status, body: customer } = await organization.api.patch(
      `/v1/customers/${customer_id}`,
      {
        consent: { email: 'denied' },
      },
    );
    assert.equal(status, 200);
    assert.equal(customer.consent.email.status, 'denied');
    assert.equal(customer.consent.email.source, 'First token');
    const lead = (await organization.api.get(`/v1/leads/${body.lead_id}`)).body;
    assert.equal(lead.consent.email.status, 'unknown');
  });

  it('refuses an invalid response', async () => {
    const { status, body } = await organization.api.post(
      '/v1/leads',
      freshLead({ consent: { sms: true, fax: 'granted' } }),
    );
    assert.equal(status, 422);
    const pointers = body.errors.map((error: { pointer: string }) => error.pointer);
    assert(pointers.includes('/consent/sms') && pointers.includes('/consent/fax'));
  });
});
