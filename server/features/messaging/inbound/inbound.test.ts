import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { toUuid } from '../../../platform/ids.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization } from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import { attemptToSend, sendWaiting } from '../../../testing/messages.ts';
import { GATEWAY_SECRET, signedHeaders, startSmsGateway } from '../../../testing/sms-gateway.ts';

let organization: TestOrganization;
let channel: { channel_id: string; inbound_url: string; status_url: string };

/** There is no worker: each test says when messages are sent. */
const service = sharedService();
const gateway = shared(() => startSmsGateway());
beforeEach(async () => {
  organization = await service.newOrganization();
  const settings = { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' };
  const created = await organization.api.post('/v1/channels', { kind: 'sms_gateway', settings });
  assert.equal(created.status, 201);
  channel = created.body;
  gateway.requests.length = 0;
});

const api = () => organization.api;

async function post(url: string, body: object, more: Record<string, string> = {}) {
  const raw = JSON.stringify(body);
  const headers = { ...signedHeaders(raw, service.clock.now()), ...more };
  const path = service.url + new URL(url).pathname;
  const response = await fetch(path, { method: 'POST', headers, body: raw });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const receive = (from: string, body: string, reference: string = randomUUID()) =>
  post(channel.inbound_url, { from, to: '+14155550100', body, reference });
const report = (body: object) => post(channel.status_url, body);

async function newLead(fields: object = {}) {
  return (await api().post('/v1/leads', freshLead({ ...fields }))).body;
}

async function list(query: string) {
  return (await api().get(`/v1/communications?${query}`)).body.data;
}

/** Sends a text, and returns it with the outcome. */
async function sent(lead_id: string) {
  const message = { lead_id, channel: 'sms', body: 'Hello' };
  const { communication_id } = (await api().post('/v1/messages', message)).body;
  return attemptToSend(service, organization, communication_id);
}

/** The texts that the gateway received for this number, after everything was sent. */
async function textsTo(phone: string) {
  await sendWaiting(service, organization);
  return gateway.requests.filter(({ body }) => body.to === phone).map(({ body }) => body.body);
}

describe('an inbound text', () => {
  it('is stored for the newest lead or customer with that phone', async () => {
    const older = await newLead();
    const newer = await newLead({ phone: older.phone });
    const first = await receive(older.phone, 'Where is he?');
    assert.equal(first.status, 201);
    assert.equal(first.body.lifecycle_number, newer.lifecycle_number);
    const [stored] = await list(`lifecycle_number=${newer.lifecycle_number}`);
    assert.equal(stored.status, 'received');
    assert.deepEqual(
      [stored.channel, stored.direction, stored.from, stored.to, stored.body],
      ['sms', 'inbound', older.phone, '+14155550100', 'Where is he?'],
    );
    await api().delete(`/v1/leads/${newer.lead_id}`);
    const second = await receive(older.phone, 'Hello?');
    assert.equal(second.body.lifecycle_number, older.lifecycle_number);

    await api().post(`/v1/leads/${older.lead_id}/qualify`);
    const { customer_id } = (await api().post(`/v1/leads/${older.lead_id}/convert`)).body;
    await api().patch(`/v1/customers/${customer_id}`, { phone: '+14155550177' });
    const third = await receive('(415) 555-0177', 'My new number');
    assert.equal(third.body.lifecycle_number, older.lifecycle_number);
  });

  it('from an unknown number creates a lead, and simultaneous texts create one lead', async () => {
    const { phone } = freshLead() as { phone: string };
    const responses = await Promise.all([
      receive(phone, 'My heater leaks'),
      receive(phone, 'Hello?'),
      receive(phone, 'Is anyone there?'),
    ]);
    const numbers = new Set(responses.map(({ body }) => body.lifecycle_number));
    assert.equal(numbers.size, 1);
    const { body } = await api().get('/v1/leads?source=sms');
    assert.equal(body.data.length, 1);
    assert.equal(body.data[0].phone, phone);
    assert.equal(body.data[0].service_needed, 'inquiry');
    assert.equal((await list(`lifecycle_number=${[...numbers][0]}`)).length, 3);
  });

  it('that the gateway sends twice is stored once', async () => {
    const { phone, lifecycle_number } = await newLead();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => receive(phone, 'Hello?', 'ref-1')),
    );
    assert.equal(new Set(responses.map(({ body }) => body.communication_id)).size, 1);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 200, 200, 201]);
    assert.equal((await list(`lifecycle_number=${lifecycle_number}`)).length, 1);
  });

  it('is stored once per reference, even for simultaneous texts from different numbers', async () => {
    const phones = Array.from({ length: 6 }, () => String(freshLead().phone));
    const responses = await Promise.all(phones.map((phone) => receive(phone, 'Hi', 'ref-shared')));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201]);
    assert.equal(new Set(responses.map(({ body }) => body.communication_id)).size, 1);
  });

  it('is refused without a valid, recent signature', async () => {
    const { phone } = await newLead();
    const body = { from: phone, to: '+14155550100', body: 'Hello?', reference: 'x' };
    const raw = JSON.stringify(body);
    const at = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000);
    const wrong: Record<string, string>[] = [
      { 'x-throughline-signature': '0'.repeat(64) },
      { 'x-throughline-signature': '' },
      { 'x-throughline-timestamp': '' },
      signedHeaders(raw, service.clock.now(), 'another-secret-altogether'),
      signedHeaders(`${raw} `, service.clock.now()),
      signedHeaders(raw, at(-301)),
      signedHeaders(raw, at(301)),
    ];
    for (const headers of wrong) {
      const response = await post(channel.inbound_url, body, headers);
      assert.equal(response.status, 401, JSON.stringify(headers));
      assert.equal(response.body.code, 'bad_signature');
    }
    assert.equal((await post(channel.status_url, {}, wrong[0])).status, 401);
    assert.deepEqual(await list('channel=sms'), []);
    const fresh = await post(channel.inbound_url, body, signedHeaders(raw, at(-299)));
    assert.equal(fresh.status, 201);
    const unknown = channel.inbound_url.replace(/g\/\w{26}/, `g/${'0'.repeat(26)}`);
    assert.equal((await post(unknown, body)).status, 404);
    assert.equal((await post(channel.inbound_url.replace(/g\/\w+/, 'g/x'), body)).status, 404);
  });

  it('is stored exactly as sent, including emoji, unless it is too large or not storable', async () => {
    const { phone, lifecycle_number } = await newLead();
    const body = 'Zoë 👩‍🔧 – “comes”\n\tat 5?';
    assert.equal((await receive(phone, body)).status, 201);
    assert.equal((await list(`lifecycle_number=${lifecycle_number}`))[0].body, body);
    assert.equal((await receive(phone, 'a\0b')).status, 422);
    assert.equal((await receive(phone, 'x'.repeat(10_001))).status, 422);
    assert.equal((await receive(phone, 'x'.repeat(70_000))).status, 413);
    assert.equal((await list(`lifecycle_number=${lifecycle_number}`)).length, 1);
  });

  it('is refused with missing or invalid fields', async () => {
    const { status, body } = await post(channel.inbound_url, { from: 'nobody' });
    assert.equal(status, 422);
    assert.equal(body.code, 'validation_failed');
    assert.equal((await receive('12', 'Hello?')).status, 422);
  });
});

describe('a delivery report of the gateway', () => {
  it('sets a text to delivered or failed', async () => {
    const lead = await newLead();
    const text = await sent(lead.lead_id);
    const reference = text.communication_id;
    const delivered = await report({ reference, status: 'delivered' });
    assert.equal(delivered.status, 200);
    const read = async () => (await api().get(`/v1/communications/${reference}`)).body;
    assert.equal((await read()).status, 'delivered');
    assert.notEqual((await read()).delivered_at, null);
    await report({ reference, status: 'failed', reason: 'too late' });
    await report({ reference, status: 'delivered' });
    assert.equal((await read()).status, 'delivered');
    const { body } = await api().get(`/v1/events?type=communication.delivered`);
    assert.equal(body.data.length, 1);

    const other = await sent(lead.lead_id);
    const failure = { reference: other.communication_id, status: 'failed', reason: 'Unreachable' };
    assert.equal((await report(failure)).status, 200);
    const failed = (await api().get(`/v1/communications/${other.communication_id}`)).body;
    assert.deepEqual(
      [failed.status, failed.status_reason, failed.status_detail],
      ['failed', 'not_delivered', 'Unreachable'],
    );
  });

  it('can arrive before the response to the text, and out of order', async () => {
    const lead = await newLead();
    gateway.next.push(async (response, { body }) => {
      await report({ reference: body.reference, status: 'delivered' });
      response.end();
    });
    const text = await sent(lead.lead_id);
    assert.equal(text.status, 'delivered');
    const reference = text.communication_id;
    assert.equal((await report({ reference, status: 'sent' })).status, 200);
    const read = async () => (await api().get(`/v1/communications/${reference}`)).body;
    assert.deepEqual(await read(), text);
  });

  it('resolves a text with the status unknown', async () => {
    const text = await sent((await newLead()).lead_id);
    const reference = text.communication_id;
    await service.owner.query(
      `update communications set status = 'unknown', sent_at = null where communication_id = $1`,
      [toUuid('communication', reference)],
    );
    assert.equal((await report({ reference, status: 'sent' })).status, 200);
    const now = (await api().get(`/v1/communications/${reference}`)).body;
    assert.equal(now.status, 'sent');
    assert.notEqual(now.sent_at, null);
  });

  it('is accepted only for texts of its own channel', async () => {
    const text = await sent((await newLead()).lead_id);
    const otherOrganization = await service.newOrganization();
    const settings = { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' };
    const otherChannel = await otherOrganization.api.post('/v1/channels', {
      kind: 'sms_gateway',
      settings,
    });
    const foreign = { reference: text.communication_id, status: 'delivered' };
    assert.equal((await post(otherChannel.body.status_url, foreign)).status, 404);
    const call = await api().post('/v1/communications', {
      lead_id: text.lead_id,
      channel: 'call',
      direction: 'inbound',
    });
    const reference = call.body.communication_id;
    assert.equal((await report({ reference, status: 'delivered' })).status, 404);
    assert.equal((await report({ reference: 'nonsense', status: 'delivered' })).status, 404);
  });
});

describe('STOP', () => {
  it('opts out the number for all current and future contacts, and is confirmed once', async () => {
    const lead = await newLead();
    const same = await newLead({ phone: lead.phone });
    await receive(lead.phone, ' Stop. ');
    await receive(lead.phone, 'STOP');
    await receive(lead.phone, 'unsubscribe!');
    const texts = await textsTo(lead.phone);
    assert.equal(texts.length, 1);
    assert.match(texts[0]!, /opted out.*START/);

    const consent = (await api().get(`/v1/leads/${same.lead_id}`)).body.consent.sms;
    assert.deepEqual([consent.status, consent.source], ['denied', 'Stop.']);
    assert.equal((await sent(same.lead_id)).status_reason, 'opted_out');
    assert.equal((await sent(lead.lead_id)).status_reason, 'opted_out');
    const later = await newLead({ phone: lead.phone, consent: { sms: 'granted' } });
    assert.equal((await sent(later.lead_id)).status_reason, 'opted_out');
    assert.equal((await textsTo(lead.phone)).length, 1);
    const { body } = await api().get('/v1/events?type=contact.opted_out');
    assert.equal(body.data.length, 1);
    assert.equal(body.data[0].data.address, lead.phone);
    assert.equal((await sent((await newLead()).lead_id)).status, 'sent');
  });

  it('denies the customer’s consent as well', async () => {
    const lead = await newLead();
    const { customer_id } = (await api().post(`/v1/leads/${lead.lead_id}/convert`)).body;
    await receive(lead.phone, 'opt-out');
    const customer = (await api().get(`/v1/customers/${customer_id}`)).body;
    assert.equal(customer.consent.sms.status, 'denied');
  });

  it('from an unknown number is applied and confirmed, and creates no lead', async () => {
    const { phone } = freshLead() as { phone: string };
    const { status, body } = await receive(phone, 'STOPALL');
    assert.equal(status, 201);
    assert.equal(body.lifecycle_number, null);
    assert.equal((await textsTo(phone)).length, 1);
    assert.deepEqual((await api().get('/v1/leads')).body.data, []);
    const lead = await newLead({ phone });
    assert.equal((await sent(lead.lead_id)).status_reason, 'opted_out');
  });

  it('is not confirmed to a customer with do_not_contact', async () => {
    const lead = await newLead();
    const { customer_id } = (await api().post(`/v1/leads/${lead.lead_id}/convert`)).body;
    await api().patch(`/v1/customers/${customer_id}`, { do_not_contact: true });
    await receive(lead.phone, 'STOP');
    assert.deepEqual(await textsTo(lead.phone), []);
  });

  it('is revoked by START, UNSTOP or YES, and can be sent again', async () => {
    const lead = await newLead();
    const consent = async () =>
      (await api().get(`/v1/leads/${lead.lead_id}`)).body.consent.sms.status;
    await receive(lead.phone, 'YES');
    assert.equal(await consent(), 'unknown');
    for (const again of ['start', 'UNSTOP', 'Yes!']) {
      await receive(lead.phone, 'STOP');
      assert.equal(await consent(), 'denied');
      await textsTo(lead.phone);
      await receive(lead.phone, again);
      assert.equal(await consent(), 'granted', again);
      assert.equal((await sent(lead.lead_id)).status, 'sent');
    }
    const confirmations = (await textsTo(lead.phone)).filter((text) => /opted out/.test(text));
    assert.equal(confirmations.length, 3);
  });

  it('is confirmed once for simultaneous requests from all sources', async () => {
    const lead = await newLead();
    const forms = ['STOP', 'stop.', 'Stop please', 'UNSUBSCRIBE', 'Arrêt'];
    const own = { channel: 'sms', direction: 'inbound', lead_id: lead.lead_id };
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 4 === 3
          ? api().post('/v1/communications', { ...own, body: 'Quit' })
          : receive(lead.phone, forms[n % forms.length]!, `ref-${n % 6}`),
      ),
    );
    for (const { status, body } of responses) assert(status < 300, JSON.stringify(body));
    assert.equal((await textsTo(lead.phone)).length, 1);
    const { body } = await api().get('/v1/events?type=contact.opted_out');
    assert.equal(body.data.length, 1);
  });

  it('is not confirmed if a START arrives first', async () => {
    const lead = await newLead();
    await receive(lead.phone, 'STOP');
    await receive(lead.phone, 'START');
    assert.deepEqual(await textsTo(lead.phone), []);
    const [confirmation] = await list('status=not_sent');
    assert.equal(confirmation.kind, 'opt_out_confirmation');
    assert.equal(confirmation.status_reason, 'opted_in');
  });

  it('is also applied in a recorded text or email', async () => {
    const email = `dana.${randomUUID()}@example.com`;
    const lead = await newLead({ email });
    const inbound = { direction: 'inbound', lead_id: lead.lead_id };
    const record = (body: object) => api().post('/v1/communications', { ...inbound, ...body });
    const consent = async () => (await api().get(`/v1/leads/${lead.lead_id}`)).body.consent;
    await record({ channel: 'sms', body: 'please stop by at 5' });
    await record({ channel: 'call', body: 'STOP' });
    assert.equal((await consent()).sms.status, 'unknown');
    assert.equal((await record({ channel: 'sms', body: 'Stop' })).status, 201);
    assert.equal((await consent()).sms.status, 'denied');
    assert.equal((await sent(lead.lead_id)).status_reason, 'opted_out');
    assert.equal((await textsTo(lead.phone)).length, 1);
    await record({ channel: 'sms', body: 'START' });
    assert.equal((await sent(lead.lead_id)).status, 'sent');

    await record({ channel: 'email', subject: 'unsubscribe', body: 'Sent from my phone' });
    assert.equal((await consent()).email.status, 'denied');
    const { data } = (await api().get(`/v1/opt-outs?address=${encodeURIComponent(email)}`)).body;
    assert.deepEqual([data.length, data[0].said_by], [1, 'mail']);

    const from = '+14155550188';
    await record({ channel: 'sms', body: 'STOP', from: '(415) 555-0188' });
    assert.equal((await api().get(`/v1/opt-outs?address=%2B14155550188`)).body.data.length, 1);
    const other = await newLead({ phone: from });
    assert.equal((await sent(other.lead_id)).status_reason, 'opted_out');
    const wrong = await record({ channel: 'sms', body: 'Hello', from: '12' });
    assert.equal(wrong.body.errors[0].pointer, '/from');
    assert.equal((await record({ channel: 'call', from })).body.errors[0].pointer, '/from');
  });

  it('applies only to the organization that received it', async () => {
    const lead = await newLead();
    await receive(lead.phone, 'STOP');
    organization = await service.newOrganization();
    const settings = { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' };
    await api().post('/v1/channels', { kind: 'sms_gateway', settings });
    const sameNumber = await newLead({ phone: lead.phone });
    assert.equal((await sent(sameNumber.lead_id)).status, 'sent');
  });
});

describe('the unsubscribe link of an email', () => {
  async function mailTo(lead_id: string) {
    const message = { lead_id, channel: 'email', subject: 'Hi', body: 'Hello' };
    const { body } = await api().post('/v1/messages', message);
    return body;
  }
  async function linkOf({ communication_id }: { communication_id: string }) {
    const { rows } = await service.owner.query(
      'select url from unsubscribe_keys where communication_id = $1',
      [toUuid('communication', communication_id)],
    );
    return service.url + new URL(rows[0].url).pathname;
  }

  it('opts out the email address with a POST, and only asks with a GET', async () => {
    const settings = { host: '127.0.0.1', port: 1, from_address: 'office@example.com' };
    await api().post('/v1/channels', { kind: 'smtp', settings });
    const email = `dana${randomUUID().slice(0, 8)}@gmail.com`;
    const lead = await newLead({ email });
    const link = await linkOf(await mailTo(lead.lead_id));
    const consent = async () =>
      (await api().get(`/v1/leads/${lead.lead_id}`)).body.consent.email.status;
    const page = await fetch(link);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<html lang="en">.*<form method="post">/s);
    for (const [language, text] of Object.entries({
      es: 'dejar de recibir',
      fr: 'ne plus recevoir',
      de: 'keine E-Mails mehr',
      pt: 'deixar de receber',
    })) {
      await api().patch(`/v1/leads/${lead.lead_id}`, { language });
      const html = await (await fetch(link)).text();
      assert(html.includes(`<html lang="${language}">`) && html.includes(text), html);
    }
    assert.equal(await consent(), 'unknown');
    for (let n = 0; n < 2; n += 1) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      assert.equal((await fetch(link, { method: 'POST', body })).status, 200);
    }
    assert.equal(await consent(), 'denied');
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    assert.equal((await fetch(link, { method: 'POST', body: multipart })).status, 200);

    // The same mailbox in another notation.
    const other = await newLead({ email: email.replace('dana', 'D.ana').toUpperCase() });
    const held = await mailTo(other.lead_id);
    const now = await attemptToSend(service, organization, held.communication_id);
    assert.equal(now.status, 'not_sent');
    assert.equal(now.status_reason, 'opted_out');
  });

  it('returns 404 for an unknown key', async () => {
    assert.equal((await fetch(`${service.url}/u/${'0'.repeat(26)}`)).status, 404);
    assert.equal((await fetch(`${service.url}/u/x`, { method: 'POST' })).status, 404);
  });
});
