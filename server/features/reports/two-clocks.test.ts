import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { Office, tuesday } from '../../testing/office.ts';
import { Playbooks } from '../../testing/playbooks.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../testing/sms-gateway.ts';

type Body = ApiResponse['body'];

const RESPOND = { id: 'text', do: 'send_message', with: { channel: 'sms', body: 'We will call.' } };

describe('the two clocks of speed to lead', () => {
  let office: Office;
  let playbooks: Playbooks;
  const service = sharedService({ hasWorker: true });
  const gateway = shared(() => startSmsGateway());
  beforeEach(async () => {
    // A Monday, ten in the morning in Los Angeles.
    service.clock.set('2027-03-01T18:00:00.000Z');
    office = await Office.open(service);
    playbooks = new Playbooks(office.api);
    const settings = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
    await created(office.api.post('/v1/channels', { kind: 'sms_gateway', settings }));
  });

  const capture = (fields: object = {}) =>
    created(office.api.post('/v1/leads', freshLead({ name: 'Dana', ...fields })));
  const read = async ({ lead_id }: Body): Promise<Body> =>
    (await office.api.get(`/v1/leads/${lead_id}`)).body;
  const clocks = async (lead: Body) => {
    const { first_contacted_at, first_response_at } = await read(lead);
    return { contacted: first_contacted_at !== null, responded: first_response_at !== null };
  };
  const typesOf = async ({ lifecycle_number }: Body): Promise<string[]> =>
    (await playbooks.events(`&lifecycle_number=${lifecycle_number}`)).map(({ type }) => type);
  const responded = (lead: Body) => eventually(async () => (await clocks(lead)).responded);
  const text = (lead: Body) =>
    created(office.api.post('/v1/messages', { lead_id: lead.lead_id, channel: 'sms', body: 'Hi' }));
  const delivered = (lead: Body, count: number) =>
    eventually(
      async () => (await typesOf(lead)).filter((t) => t === 'communication.sent').length === count,
    );

  it('an automatic message is the first response, a message of a person the first contact; the report shows both by source', async () => {
    await playbooks.make({ enabled: true, trigger: { event: 'lead.qualified' }, steps: [RESPOND] });
    const lead = await capture({ source: 'google' });
    await responded(lead);
    assert.deepEqual(await clocks(lead), { contacted: false, responded: true });
    assert.equal((await typesOf(lead)).filter((type) => type === 'lead.responded').length, 1);
    const { first_response_at } = await read(lead);
    service.clock.advance(600_000);
    await text(lead);
    await eventually(async () => (await clocks(lead)).contacted);
    assert.equal((await read(lead)).first_response_at, first_response_at);
    assert.ok((await typesOf(lead)).includes('lead.contacted'));

    await capture({ source: 'phone', phone: undefined, email: 'dana@example.com' });
    const { by_source, response, contacted } = (await office.api.get('/v1/reports/speed-to-lead'))
      .body;
    assert.deepEqual([contacted, response.responded], [1, 1]);
    const [, google, phone] = by_source;
    assert.deepEqual([google.source, phone.source], ['google', 'phone']);
    assert.deepEqual(
      [google.contacted, google.median_seconds, google.within_5_minutes],
      [1, 600, 0],
    );
    assert.deepEqual(google.response, {
      responded: 1,
      median_seconds: 0,
      p90_seconds: 0,
      within_5_minutes: 1,
      share_within_5_minutes: 1,
    });
    assert.deepEqual([phone.response.responded, phone.response.median_seconds], [0, null]);
  });

  it('a follow-up that is sent at its time is automatic, and no response after a contact', async () => {
    const [quiet, known] = [await capture(), await capture()];
    await created(office.api.post('/v1/communications', call(known, { direction: 'outbound' })));
    for (const { lead_id } of [quiet, known]) {
      const due_at = new Date(service.clock.now().getTime() + 60_000).toISOString();
      await created(
        office.api.post('/v1/follow-ups', { lead_id, channel: 'sms', body: 'Hi', due_at }),
      );
    }
    service.clock.advance(60_000);
    await Promise.all([delivered(quiet, 1), delivered(known, 1)]);
    assert.deepEqual(await clocks(quiet), { contacted: false, responded: true });
    assert.deepEqual(await clocks(known), { contacted: true, responded: false });
  });

  const call = (lead: Body, fields: object) => ({
    lead_id: lead.lead_id,
    channel: 'call',
    direction: 'inbound',
    ...fields,
  });

  it('an answered inbound call or chat is a contact; a missed call, a voicemail and a text are not', async () => {
    const cases: [fields: object, contacted: boolean][] = [
      [{}, false],
      [{ duration_seconds: 0 }, false],
      [{ duration_seconds: 40, body: 'Please call me back.', answered: false }, false],
      [{ channel: 'sms', body: 'Hello?' }, false],
      [{ duration_seconds: 40 }, true],
      [{ answered: true }, true],
      [{ channel: 'chat', body: 'Agent: Hello!' }, true],
    ];
    for (const [fields, contacted] of cases) {
      const lead = await capture();
      await created(office.api.post('/v1/communications', call(lead, fields)));
      assert.equal((await clocks(lead)).contacted, contacted, JSON.stringify(fields));
    }
    const lead = await capture();
    for (const fields of [{ direction: 'outbound' }, { channel: 'email', body: 'Hi' }]) {
      const { status, body } = await office.api.post(
        '/v1/communications',
        call(lead, { ...fields, answered: true }),
      );
      assert.deepEqual([status, body.errors[0].pointer], [422, '/answered']);
    }
  });

  it('a booking is a contact, and a hold or a booking of a playbook is not', async () => {
    const [held, booked, automatic] = [await capture(), await capture(), await capture()];
    const hold = await office.held({ lead_id: held.lead_id, starts_at: tuesday(0) });
    assert.equal((await clocks(held)).contacted, false);
    await created(office.api.post('/v1/appointments', { hold_id: hold.hold_id }));
    assert.equal((await clocks(held)).contacted, true);
    await office.booked({ lead_id: booked.lead_id, starts_at: tuesday(3) });
    assert.equal((await clocks(booked)).contacted, true);
    assert.equal((await typesOf(booked)).filter((type) => type === 'lead.contacted').length, 1);

    const playbook = await playbooks.make({
      steps: [
        {
          id: 'book',
          do: 'book_next_available',
          with: { user_id: office.rosa, duration_minutes: 60 },
        },
      ],
    });
    const { run_id } = await playbooks.run(playbook, { lead_id: automatic.lead_id });
    await playbooks.until(run_id, 'completed');
    assert.ok((await typesOf(automatic)).includes('appointment.booked'));
    assert.deepEqual(await clocks(automatic), { contacted: false, responded: false });
  });

  it('a merge fills the clock of the lead that stays, and undoing it takes the time back', async () => {
    await playbooks.make({
      enabled: true,
      trigger: { event: 'lead.qualified', when: "data.source == 'google'" },
      steps: [RESPOND],
    });
    const [other, kept] = [await capture({ source: 'google' }), await capture({ source: 'phone' })];
    await responded(other);
    const { first_response_at } = await read(other);
    const post = async (path: string, body?: object) =>
      assert.equal((await office.api.post(`/v1/leads/${path}`, body)).status, 200);
    await post(`${other.lead_id}/merge`, { into: kept.lead_id });
    assert.equal((await read(kept)).first_response_at, first_response_at);
    await post(`${other.lead_id}/unmerge`);
    assert.equal((await read(kept)).first_response_at, null);
    assert.equal((await read(other)).first_response_at, first_response_at);
  });
});
