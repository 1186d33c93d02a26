import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../../domain/ids.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';

describe('communications', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const newLead = async () => (await organization.api.post('/v1/leads', freshLead())).body;
  const record = (body: object) => organization.api.post('/v1/communications', body);

  it('are stored for a lead or a lifecycle number, and emit events', async () => {
    const lead = await newLead();
    const call = { channel: 'call', direction: 'inbound', body: 'Where is he?' };
    const { status, body } = await record({ ...call, lead_id: lead.lead_id });
    assert.equal(status, 201);
    assert.equal(body.lifecycle_number, lead.lifecycle_number);
    const read = await organization.api.get(`/v1/communications/${body.communication_id}`);
    assert.deepEqual(read.body, body);
    const byNumber = await record({
      channel: 'chat',
      direction: 'outbound',
      body: 'On his way.',
      lifecycle_number: lead.lifecycle_number,
    });
    assert.equal(byNumber.status, 201);
    const list = await organization.api.get(
      `/v1/communications?lifecycle_number=${lead.lifecycle_number}`,
    );
    assert.deepEqual(list.body.data, [byNumber.body, body]);
    const { body: events } = await organization.api.get(
      `/v1/events?lifecycle_number=${lead.lifecycle_number}`,
    );
    assert.deepEqual(
      events.data.map((event: { type: string }) => event.type),
      [
        'lead.created',
        'lead.qualified',
        'lead.contacted',
        'communication.received',
        'communication.recorded',
      ],
    );
  });

  it('stop the speed-to-lead clock with the first outbound communication', async () => {
    const lead = await newLead();
    const contactedAt = async () =>
      (await organization.api.get(`/v1/leads/${lead.lead_id}`)).body.first_contacted_at;
    await record({ channel: 'call', direction: 'inbound', lead_id: lead.lead_id });
    assert.equal(await contactedAt(), null);
    service.clock.advance(60_000);
    await record({ channel: 'call', direction: 'outbound', lead_id: lead.lead_id });
    const first = await contactedAt();
    assert.equal(first, service.clock.now().toISOString());
    service.clock.advance(60_000);
    await record({ channel: 'call', direction: 'outbound', lead_id: lead.lead_id });
    assert.equal(await contactedAt(), first);
  });

  it('report all invalid fields, and belong to exactly one lead', async () => {
    const lead = await newLead();
    const { status, body } = await record({ channel: 'fax', duration_seconds: -1 });
    assert.equal(status, 422);
    const pointers = body.errors.map((error: { pointer: string }) => error.pointer).sort();
    assert.deepEqual(pointers, ['/channel', '/direction', '/duration_seconds', '/lead_id']);
    const call = { channel: 'call', direction: 'inbound' };
    const both = { ...call, lead_id: lead.lead_id, lifecycle_number: lead.lifecycle_number };
    assert.equal((await record(both)).status, 422);
    assert.equal((await record({ ...call, lead_id: 'lead_nonsense' })).status, 404);
    assert.equal((await record({ ...call, lifecycle_number: '999999-9' })).status, 404);
    const otherOrganization = await service.newOrganization();
    const foreign = { ...call, lead_id: lead.lead_id };
    assert.equal((await otherOrganization.api.post('/v1/communications', foreign)).status, 404);
  });

  it('are listed page by page, newest first', async () => {
    const own = await service.newOrganization();
    const { lead_id } = (await own.api.post('/v1/leads', freshLead())).body;
    for (let n = 0; n < 5; n += 1) {
      const call = { channel: 'call', direction: 'inbound', body: `${n}`, lead_id };
      await own.api.post('/v1/communications', call);
    }
    const first = (await own.api.get('/v1/communications?limit=3')).body;
    const second = (await own.api.get(`/v1/communications?limit=3&cursor=${first.next_cursor}`))
      .body;
    const bodies = [...first.data, ...second.data].map((one: { body: string }) => one.body);
    assert.deepEqual(bodies, ['4', '3', '2', '1', '0']);
    assert.equal(second.has_more, false);
  });

  it('can be internal notes', async () => {
    const lead = await newLead();
    const note = { channel: 'note', body: 'Has a dog.', lead_id: lead.lead_id };
    const { status, body } = await record(note);
    assert.equal(status, 201);
    assert.deepEqual([body.direction, body.status], ['internal', 'recorded']);
    const { first_contacted_at } = (await organization.api.get(`/v1/leads/${lead.lead_id}`)).body;
    assert.equal(first_contacted_at, null);
    assert.equal((await record({ ...note, direction: 'outbound' })).status, 422);
    assert.equal((await record({ ...note, body: ' ' })).status, 422);
  });

  it('record a text or an email that was sent elsewhere, and send nothing', async () => {
    const lead = await newLead();
    const sms = { channel: 'sms', direction: 'outbound', body: 'Hi', to: '(415) 555-0199' };
    const { status, body } = await record({ ...sms, lead_id: lead.lead_id });
    assert.equal(status, 201);
    assert.deepEqual([body.status, body.to, body.attempts], ['recorded', '+14155550199', 0]);
    const { first_contacted_at } = (await organization.api.get(`/v1/leads/${lead.lead_id}`)).body;
    assert.equal(first_contacted_at, service.clock.now().toISOString());
    const { rows } = await service.owner.query(
      "select count(*)::integer as n from pgboss.job where name = 'send-communication' and data->>'communication_id' = $1",
      [toUuid('communication', body.communication_id)],
    );
    assert.equal(rows[0].n, 0);
  });

  it('take a recording only from the web, because nothing else is safe to open', async () => {
    const { lead_id } = await newLead();
    const call = { channel: 'call', direction: 'inbound' };
    for (const recording_url of ['javascript:alert(1)', 'data:text/html,x', '//x', 'ftp://x.org']) {
      const recorded = await record({ ...call, lead_id, recording_url });
      assert.equal(recorded.status, 422, recording_url);
      assert.equal(recorded.body.errors[0].pointer, '/recording_url');
      const transcript = { channel: 'call', text: 'Hello', recording_url };
      const captured = await organization.api.post('/v1/leads', { ...freshLead(), transcript });
      assert.equal(captured.status, 422, recording_url);
    }
    const recording_url = 'https://calls.example.com/r/1';
    assert.equal((await record({ ...call, lead_id, recording_url })).status, 201);
  });

  it('refuse fields that do not belong to a record or a message', async () => {
    const { lead_id } = await newLead();
    const pointersOf = async (path: string, body: object) => {
      const response = await organization.api.post(path, { lead_id, ...body });
      assert.equal(response.status, 422, JSON.stringify(response.body));
      return response.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    };
    const recorded = (body: object) => pointersOf('/v1/communications', body);
    const call = { channel: 'call', direction: 'outbound' };
    assert.deepEqual(await recorded({ ...call, to: '+14155550134' }), ['/to']);
    assert.deepEqual(await recorded({ channel: 'call' }), ['/direction']);
    assert.deepEqual(await recorded({ ...call, template_id: 'x' }), ['/template_id']);
    assert.deepEqual(await recorded({ ...call, channel: 'sms', to: '12' }), ['/to']);
    assert.deepEqual(await recorded({ ...call, channel: 'sms', from: '+14155550134' }), ['/from']);

    const message = (body: object) => pointersOf('/v1/messages', body);
    assert.deepEqual(await message({ channel: 'call', body: 'Hi' }), ['/channel']);
    assert.deepEqual(await message({ channel: 'sms' }), ['/body']);
    assert.deepEqual(await message({ channel: 'sms', body: 'Hi', template_id: 'x' }), ['/body']);
    assert.deepEqual(await message({ channel: 'sms', body: 'x'.repeat(1601) }), ['/body']);
    assert.deepEqual(await message({ channel: 'sms', body: 'Hi', to: '12' }), ['/to']);
    assert.deepEqual(await message({ channel: 'sms', body: 'Hi', subject: 'Hi' }), ['/subject']);
    assert.deepEqual(await message({ channel: 'sms', body: 'Hi', job_id: 'x' }), ['/job_id']);
    assert.deepEqual(await message({ channel: 'email', body: 'Hi' }), ['/subject']);
    assert.deepEqual(await message({ channel: 'email', subject: 'Hi', body: 'Hi' }), ['/to']);
    const late = { channel: 'sms', body: 'Hi', occurred_at: '2027-03-01T08:55:00-05:00' };
    assert.deepEqual(await message(late), ['/occurred_at']);
  });

  it('are filtered by channel, direction and status, alone and combined, page by page', async () => {
    const own = await service.newOrganization();
    const { lead_id } = (await own.api.post('/v1/leads', freshLead())).body;
    const kinds = [
      { channel: 'call', direction: 'inbound' },
      { channel: 'call', direction: 'outbound' },
      { channel: 'sms', direction: 'inbound', body: 'Hello?' },
      { channel: 'sms', direction: 'outbound', body: 'Hello!' },
      { channel: 'email', direction: 'outbound', subject: 'Hello', body: 'Hello!' },
      { channel: 'email', direction: 'inbound', subject: 'Hello', body: 'Hello?' },
      { channel: 'note', body: 'Has a dog.' },
    ];
    const created: Record<string, string>[] = [];
    for (const kind of [...kinds, ...kinds]) {
      created.unshift((await own.api.post('/v1/communications', { lead_id, ...kind })).body);
    }
    const sms = { lead_id, channel: 'sms', body: 'Hello!' };
    created.unshift((await own.api.post('/v1/messages', sms)).body);
    const lifecycle_number = created[0]!.lifecycle_number!;
    const filters: Record<string, string>[] = [
      { channel: 'sms' },
      { direction: 'inbound' },
      { status: 'received' },
      { status: 'not_sent' },
      { channel: 'email', direction: 'outbound', status: 'recorded' },
      { channel: 'call', direction: 'outbound' },
      { channel: 'note', direction: 'internal', status: 'recorded' },
      { channel: 'call', status: 'sent' },
    ];
    for (const filter of filters) {
      const expected = created.filter((one) =>
        Object.entries(filter).every(([name, value]) => one[name] === value),
      );
      for (const more of [{}, { lifecycle_number }]) {
        const found: object[] = [];
        let cursor: string | null = null;
        do {
          const query = new URLSearchParams({
            ...filter,
            ...more,
            limit: '2',
            ...(cursor && { cursor }),
          });
          const { body } = await own.api.get(`/v1/communications?${query}`);
          found.push(...body.data);
          cursor = body.next_cursor;
        } while (cursor);
        assert.deepEqual(found, expected, JSON.stringify(filter));
      }
    }
  });
});
