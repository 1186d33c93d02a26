import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const UNKNOWN = { status: 'unknown', at: null, source: null, wording: null };

describe('where a lead comes from', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = (body: object) => organization.api.post('/v1/leads', body);
  const events = async (query: string) =>
    (await organization.api.get(`/v1/events?limit=200&${query}`)).body.data;

  it('answers the first lead when its source sends it again, and makes nothing', async () => {
    const first = await capture(freshLead({ source: 'thumbtack', source_ref: 'tt-1' }));
    assert.equal(first.status, 201);
    assert.equal(first.body.source_ref, 'tt-1');
    const again = await capture(freshLead({ source: 'thumbtack', source_ref: ' tt-1 ' }));
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, first.body);
    assert.equal((await events(`lifecycle_number=${first.body.lifecycle_number}`)).length, 2);
  });

  it('holds the same reference of another source, or none, for another lead', async () => {
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
    const stranger = await service.newOrganization();
    const theirs = await stranger.api.post(
      '/v1/leads',
      freshLead({ source: 'yelp', source_ref: '8' }),
    );
    assert.equal(theirs.status, 201);
  });

  it('makes one lead of a hundred that arrive at once under one reference', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => capture(freshLead({ source: 'api', source_ref: 'burst' }))),
    );
    const made = answers.filter((answer) => answer.status === 201);
    assert.equal(made.length, 1);
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200, 201]));
    assert.deepEqual(
      new Set(answers.map((answer) => answer.body.lead_id)),
      new Set([made[0]!.body.lead_id]),
    );
  });

  it('still answers the first lead once it is deleted, as it is now', async () => {
    const { body } = await capture(freshLead({ source: 'api', source_ref: 'gone' }));
    await organization.api.delete(`/v1/leads/${body.lead_id}`);
    const again = await capture(freshLead({ source: 'api', source_ref: 'gone' }));
    assert.equal(again.status, 200);
    assert.notEqual(again.body.deleted_at, null);
  });

  it('refuses to give a lead another source that has its reference already', async () => {
    await capture(freshLead({ source: 'angi', source_ref: 'twice' }));
    const { body } = await capture(freshLead({ source: 'yelp', source_ref: 'twice' }));
    const { status, body: problem } = await organization.api.patch(`/v1/leads/${body.lead_id}`, {
      source: 'angi',
    });
    assert.deepEqual([status, problem.code], [409, 'source_ref_taken']);
  });

  it('keeps the transcript of the call or chat under the lead’s number', async () => {
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
    const said = lifecycle.communications[0];
    assert.deepEqual(
      [said.body, said.channel, said.direction, said.lead_id, said.occurred_at],
      [transcript.text, 'call', 'inbound', body.lead_id, '2027-03-01T14:55:00.000Z'],
    );
    assert.deepEqual([said.duration_seconds, said.recording_url], [184, transcript.recording_url]);
    assert.deepEqual(
      lifecycle.timeline.map((entry: { type: string; summary: string }) => entry.summary),
      ['Lead captured from phone: water_heater_repair', 'Lead qualified', 'Call received'],
    );
    assert.equal(
      (await organization.api.get(`/v1/leads/${body.lead_id}`)).body.first_contacted_at,
      null,
    );
  });

  it('names everything that is wrong with a transcript, and then makes no lead', async () => {
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

  it('is kept by channel with when, where and to which words it was given, and goes to the customer', async () => {
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

  it('changes only where it is answered anew, and tells of it', async () => {
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

  it('of a customer is the customer’s own', async () => {
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

  it('refuses what is no answer', async () => {
    const { status, body } = await organization.api.post(
      '/v1/leads',
      freshLead({ consent: { sms: true, fax: 'granted' } }),
    );
    assert.equal(status, 422);
    const pointers = body.errors.map((error: { pointer: string }) => error.pointer);
    assert(pointers.includes('/consent/sms') && pointers.includes('/consent/fax'));
  });
});
