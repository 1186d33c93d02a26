import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { toPublicId, toUuid } from '../../../platform/ids.ts';
import type { ApiClient } from '../../../testing/api-client.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization } from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../../../testing/mail-server.ts';
import { attemptToSend } from '../../../testing/messages.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../../testing/sms-gateway.ts';
import { fireFollowUps } from '../../follow-ups/index.ts';
import { type MessageToQueue, queueMessage } from './queue-message.ts';

/** There is no worker: each test runs the tasks itself, so that it decides what happens between two attempts. */
const service = sharedService();
const gateway = shared(() => startSmsGateway());
const mailServer = shared(() => startMailServer());
const SYSTEM = { type: 'system', id: null, name: 'test' } as const;

const NIGHT = '2027-03-02T09:00:00.000Z'; // 1:00 in California, where the phones are.
const NOON = '2027-03-01T20:00:00.000Z';
const IN_AN_HOUR = '2027-03-01T21:00:00.000Z';

let organization: TestOrganization;
let api: ApiClient;
beforeEach(async () => {
  service.clock.set(NOON);
  gateway.requests.length = 0;
  gateway.next.length = 0;
  mailServer.mails.length = 0;
  organization = await service.newOrganization();
  api = organization.api;
  const login = { username: MAIL_USER, password: MAIL_PASSWORD };
  const mail = {
    host: '127.0.0.1',
    port: mailServer.port,
    ...login,
    from_address: 'a@example.com',
  };
  const text = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
  await post('/v1/channels', { kind: 'sms_gateway', settings: text });
  await post('/v1/channels', { kind: 'smtp', settings: mail });
});

async function post(path: string, body: object = {}, expected = [200, 201]) {
  const response = await api.post(path, body);
  assert(expected.includes(response.status), `${path}: ${JSON.stringify(response.body)}`);
  return response.body;
}

const newLead = (fields: object = {}) => post('/v1/leads', freshLead({ ...fields }));
const read = async (id: string) => (await api.get(`/v1/communications/${id}`)).body;

async function send(lead_id: string, more: object = {}): Promise<string> {
  const message = { lead_id, channel: 'sms', body: 'We are on our way.', ...more };
  return (await post('/v1/messages', message)).communication_id;
}

function inTransaction<T>(work: Parameters<typeof service.database.transaction<T>>[1]): Promise<T> {
  const organizationId = toUuid('organization', organization.organizationId) ?? '';
  return service.database.transaction({ organizationId, actor: SYSTEM }, work);
}

let keys = 0;
/** As a playbook or a follow-up sends it. */
async function sendAutomatic(leadId: string, more: Partial<MessageToQueue> = {}): Promise<string> {
  const { communication_id } = await inTransaction((tx) => {
    keys += 1;
    const content = { subject: 'Your visit', body: 'Thank you.' };
    const rest = { to: null, purpose: null, expiresAt: null, baseUrl: null };
    const message = { key: `test:${keys}`, channel: 'sms', content, ...rest, ...more } as const;
    return queueMessage(tx, toUuid('lead', leadId) ?? '', message);
  });
  return toPublicId('communication', communication_id);
}

const attempt = (id: string, taskId?: string) =>
  attemptToSend(service, organization, id, taskId === undefined ? {} : { taskId });

const state = ({ status, status_reason }: { status: string; status_reason: string | null }) =>
  [status, status_reason] as const;

async function eventsOf(id: string): Promise<string[]> {
  const { body } = await api.get('/v1/events?limit=200');
  return body.data
    .filter(({ data }: { data: { communication_id?: string } }) => data.communication_id === id)
    .map(({ type }: { type: string }) => type);
}

describe('the purpose of a message', () => {
  it('decides about quiet hours: service is sent at night, marketing waits for the morning', async () => {
    service.clock.set(NIGHT);
    const { lead_id } = await newLead();
    const byDefault = await attempt(await send(lead_id));
    assert.deepEqual([byDefault.purpose, byDefault.status], ['service', 'sent']);
    const service_ = await attempt(await sendAutomatic(lead_id, { purpose: 'service' }));
    assert.equal(service_.status, 'sent', 'also an automatic one');
    const held = [await send(lead_id, { purpose: 'marketing' }), await sendAutomatic(lead_id)];
    for (const id of held) {
      const message = await attempt(id);
      assert.deepEqual([message.purpose, message.status], ['marketing', 'queued']);
    }
    assert.equal(gateway.requests.length, 2);
    service.clock.set('2027-03-02T16:00:00.000Z');
    for (const id of held) assert.equal((await attempt(id)).status, 'sent');
  });

  it('comes from the request, otherwise from the template', async () => {
    const { lead_id } = await newLead();
    const name = 'Spring offer';
    const texts = { name, channel: 'sms', body: 'Ten percent off.', purpose: 'marketing' };
    const { template_id, purpose } = await post('/v1/templates', texts);
    assert.equal(purpose, 'marketing');
    const template = { template_id, body: null };
    assert.equal((await read(await send(lead_id, template))).purpose, 'marketing');
    const own = await send(lead_id, { ...template, purpose: 'service' });
    assert.equal((await read(own)).purpose, 'service');
    const due = { lead_id, channel: 'sms', due_at: IN_AN_HOUR };
    const ofTemplate = await post('/v1/follow-ups', { ...due, template: template_id });
    assert.equal(ofTemplate.purpose, 'marketing');
    await api.patch(`/v1/templates/${template_id}`, { purpose: 'service' });
    const changed = await post('/v1/follow-ups', { ...due, template: template_id });
    assert.equal(changed.purpose, 'service');
    assert.equal((await post('/v1/follow-ups', { ...due, body: 'Hi' })).purpose, 'marketing');
  });

  it('lets a STOP win, also over service', async () => {
    const { lead_id, phone } = await newLead();
    await post('/v1/opt-outs', { channel: 'sms', address: phone, source: 'On the phone' });
    const message = await attempt(await send(lead_id, { purpose: 'service' }));
    assert.deepEqual(state(message), ['not_sent', 'opted_out']);
    const automatic = await attempt(await sendAutomatic(lead_id, { purpose: 'service' }));
    assert.deepEqual(state(automatic), ['not_sent', 'opted_out']);
    assert.equal(gateway.requests.length, 0);
  });

  it('lets messages from before it wait as they did', async () => {
    service.clock.set(NIGHT);
    const { lead_id } = await newLead();
    const [automatic, written] = [await sendAutomatic(lead_id), await send(lead_id)];
    await service.owner.query(
      'update communications set purpose = null where communication_id = any ($1)',
      [[automatic, written].map((id) => toUuid('communication', id))],
    );
    assert.equal((await attempt(automatic)).status, 'queued');
    assert.equal((await attempt(written)).status, 'sent');
  });
});

describe('a message with expires_at', () => {
  it('is sent before, with the time for the gateway, and never at that time or later', async () => {
    const { lead_id } = await newLead();
    const [first, second] = [
      await send(lead_id, { expires_at: '2027-03-01T13:00:00-08:00' }),
      await send(lead_id, { expires_at: IN_AN_HOUR }),
    ];
    service.clock.set('2027-03-01T20:59:59.999Z');
    assert.equal((await attempt(first)).status, 'sent');
    assert.equal(JSON.parse(gateway.requests[0]?.raw ?? '').expires_at, IN_AN_HOUR);
    service.clock.set(IN_AN_HOUR);
    const message = await attempt(second);
    assert.deepEqual(state(message), ['not_sent', 'expired']);
    assert.equal(message.expires_at, IN_AN_HOUR);
    assert.deepEqual(await eventsOf(second), ['communication.queued', 'communication.expired']);
    assert.equal(gateway.requests.length, 1);
  });

  it('is not repeated after it expired, although the gateway asked to try later', async () => {
    const { lead_id } = await newLead();
    gateway.next.push((response) => response.writeHead(503).end());
    const id = await send(lead_id, { expires_at: IN_AN_HOUR });
    assert.deepEqual(state(await attempt(id)), ['queued', 'gateway_busy']);
    const { rows } = await service.owner.query(
      `select start_after <= now() + interval '1 hour' as in_time from pgboss.job
       where name = 'send-communication' and data->>'communication_id' = $1`,
      [toUuid('communication', id)],
    );
    assert(rows.every(({ in_time }) => in_time));
    service.clock.set(IN_AN_HOUR);
    assert.deepEqual(state(await attempt(id)), ['not_sent', 'expired']);
    assert.equal(gateway.requests.length, 1);
  });

  it('expires while sending is paused, and is not sent when it is resumed', async () => {
    const { lead_id } = await newLead();
    await post('/v1/organization/pause-sending');
    const id = await send(lead_id, { expires_at: IN_AN_HOUR });
    assert.deepEqual(state(await attempt(id)), ['queued', 'sending_paused']);
    const { rows } = await service.owner.query(
      `select start_after - now() between interval '59 minutes' and interval '1 hour' as at_expiry
       from pgboss.job where name = 'send-communication' and data->>'communication_id' = $1
       order by start_after desc limit 1`,
      [toUuid('communication', id)],
    );
    assert(rows[0]?.at_expiry, 'a task expires it on time');
    service.clock.set(IN_AN_HOUR);
    assert.deepEqual(state(await attempt(id)), ['not_sent', 'expired']);
    await post('/v1/organization/resume-sending');
    assert.equal(gateway.requests.length, 0);
  });

  it('is not sent again after a crash: a text may have arrived, an email was not handed over', async () => {
    const { lead_id } = await newLead({ email: 'dana@example.com' });
    const ids = [
      await send(lead_id, { expires_at: IN_AN_HOUR }),
      await send(lead_id, { channel: 'email', subject: 'Visit', expires_at: IN_AN_HOUR }),
    ];
    const task = crypto.randomUUID();
    await service.owner.query(
      `update communications c set status = 'sending', attempts = 1, attempt_id = $1, channel_id = (
         select channel_id from channels ch where ch.organization_id = c.organization_id
           and ch.kind = case c.channel when 'sms' then 'sms_gateway' else 'smtp' end)
       where communication_id = any ($2)`,
      [task, ids.map((id) => toUuid('communication', id))],
    );
    service.clock.set(IN_AN_HOUR);
    const [text, mail] = [await attempt(ids[0] ?? '', task), await attempt(ids[1] ?? '', task)];
    assert.deepEqual(state(text), ['unknown', 'interrupted']);
    assert.deepEqual(state(mail), ['not_sent', 'expired']);
    assert.equal((await eventsOf(ids[1] ?? '')).at(-1), 'communication.expired');
    assert.equal(gateway.requests.length + mailServer.mails.length, 0);
  });

  it('cannot be attempted later, whatever the code does: the database refuses', async () => {
    const { lead_id } = await newLead();
    const id = toUuid('communication', await send(lead_id, { expires_at: IN_AN_HOUR }));
    const start = `update communications set status = 'sending', attempts = attempts + 1, updated_at = $2
                   where communication_id = $1`;
    await assert.rejects(service.owner.query(start, [id, IN_AN_HOUR]), /expired at/);
    await service.owner.query(start, [id, NOON]);
    const outcome = `update communications set status_reason = 'timeout', updated_at = $2
                     where communication_id = $1`;
    await service.owner.query(outcome, [id, NIGHT]);
  });

  it('is refused in the past, for a follow-up before it is due, and for a call', async () => {
    const { lead_id } = await newLead();
    const message = { lead_id, channel: 'sms', body: 'Hello' };
    const followUp = { ...message, due_at: IN_AN_HOUR };
    const refused = [
      ['/v1/messages', { ...message, expires_at: NOON }, '/expires_at', 'out_of_range'],
      ['/v1/follow-ups', { ...followUp, expires_at: IN_AN_HOUR }, '/expires_at', 'out_of_range'],
      [
        '/v1/follow-ups',
        { ...followUp, channel: 'call', expires_at: NIGHT },
        '/expires_at',
        'not_allowed',
      ],
      [
        '/v1/follow-ups',
        { ...followUp, channel: 'task', purpose: 'service' },
        '/purpose',
        'not_allowed',
      ],
      ['/v1/messages', { ...message, purpose: 'urgent' }, '/purpose', 'not_allowed'],
    ] as const;
    for (const [path, body, pointer, code] of refused) {
      const { errors } = await post(path, body, [422]);
      assert.deepEqual([errors[0].pointer, errors[0].code], [pointer, code], path);
    }
    const { follow_up_id } = await post('/v1/follow-ups', { ...followUp, expires_at: NIGHT });
    const moved = await post(`/v1/follow-ups/${follow_up_id}/reschedule`, { due_at: NIGHT }, [422]);
    assert.deepEqual([moved.errors[0].pointer, moved.errors[0].code], ['/due_at', 'out_of_range']);
  });

  it('cannot be retried by a user after it expired', async () => {
    const { lead_id } = await newLead();
    gateway.next.push((response) => response.writeHead(400).end());
    const id = await send(lead_id, { expires_at: IN_AN_HOUR });
    assert.equal((await attempt(id)).status, 'failed');
    service.clock.set(IN_AN_HOUR);
    const { code } = await post(`/v1/communications/${id}/retry`, {}, [409]);
    assert.equal(code, 'communication_not_retryable');
  });
});

describe('a follow-up with expires_at', () => {
  async function fire(followUp: object) {
    const { lead_id } = await newLead();
    const body = { lead_id, channel: 'sms', body: 'See you soon', ...followUp };
    const { follow_up_id } = await post('/v1/follow-ups', body);
    return async (at: string) => {
      service.clock.set(at);
      const ids = [toUuid('follow_up', follow_up_id) ?? ''];
      await inTransaction((tx) => fireFollowUps(tx, ids));
      const { body: fired } = await api.get(`/v1/follow-ups/${follow_up_id}`);
      return [fired.status, fired.reason, fired.communication_id === null];
    };
  }

  it('is skipped after its expiry, and sent at night before it if it is service', async () => {
    const night = { due_at: NIGHT, expires_at: '2027-03-02T10:00:00Z' };
    const late = await fire({ ...night, purpose: 'service' });
    assert.deepEqual(await late('2027-03-02T10:00:00Z'), ['skipped', 'expired', true]);
    service.clock.set(NOON);
    const punctual = await fire({ ...night, purpose: 'service' });
    assert.deepEqual(await punctual(NIGHT), ['scheduled', null, false]);
  });

  it('is skipped at once if quiet hours end only after its expiry', async () => {
    const fireAt = await fire({ due_at: NIGHT, expires_at: '2027-03-02T10:00:00Z' });
    assert.deepEqual(await fireAt(NIGHT), ['skipped', 'expired', true]);
  });
});

describe('the limit of automatic messages to one person', () => {
  const limit = (messages_per_person_per_day: number) =>
    api.patch('/v1/organization', { messages_per_person_per_day });

  it('is six a day by default, for texts and emails together; messages of users do not count', async () => {
    assert.equal((await api.get('/v1/organization')).body.messages_per_person_per_day, 6);
    const { lead_id } = await newLead({ email: 'dana@example.com' });
    for (let count = 0; count < 6; count += 1) {
      const channel = count % 2 === 0 ? 'sms' : 'email';
      assert.equal((await attempt(await sendAutomatic(lead_id, { channel }))).status, 'sent');
    }
    const seventh = await attempt(await sendAutomatic(lead_id, { purpose: 'service' }));
    assert.deepEqual(state(seventh), ['not_sent', 'person_limit_reached']);
    assert.match(seventh.status_detail, /6 automatic messages .* until 2027-03-02T0.:00:00.000Z/);
    const mail = await attempt(await sendAutomatic(lead_id, { channel: 'email' }));
    assert.deepEqual(state(mail), ['not_sent', 'person_limit_reached']);
    assert.equal((await attempt(await send(lead_id))).status, 'sent', 'a user is not limited');
    const other = await newLead();
    assert.equal((await attempt(await sendAutomatic(other.lead_id))).status, 'sent');
  });

  it('finds a person who is stored twice, and one who became a customer', async () => {
    await limit(1);
    const first = await newLead({ email: 'dana@example.com' });
    const again = await newLead({ phone: first.phone });
    assert.equal((await attempt(await sendAutomatic(first.lead_id))).status, 'sent');
    const twice = await attempt(await sendAutomatic(again.lead_id));
    assert.equal(twice.status_reason, 'person_limit_reached');
    const byMail = await newLead({ phone: null, email: 'Dana@example.com' });
    const mail = await attempt(await sendAutomatic(byMail.lead_id, { channel: 'email' }));
    assert.equal(mail.status_reason, 'person_limit_reached');
    await api.post(`/v1/leads/${first.lead_id}/qualify`);
    const { customer_id } = await post(`/v1/leads/${first.lead_id}/convert`);
    await api.patch(`/v1/customers/${customer_id}`, { phone: freshLead().phone });
    const converted = await attempt(await sendAutomatic(first.lead_id));
    assert.equal(converted.status_reason, 'person_limit_reached');
  });

  it('counts a day of the organization’s calendar, also one of 25 hours', async () => {
    await limit(1);
    await api.patch('/v1/organization', { time_zone: 'America/Los_Angeles' });
    const { lead_id } = await newLead();
    // Clocks go back on this day: it starts at 7:00 and ends at 8:00 in UTC.
    service.clock.set('2027-11-07T07:00:00.000Z');
    assert.equal(
      (await attempt(await sendAutomatic(lead_id, { purpose: 'service' }))).status,
      'sent',
    );
    service.clock.set('2027-11-08T07:59:59.999Z');
    const late = await attempt(await sendAutomatic(lead_id, { purpose: 'service' }));
    assert.equal(late.status_reason, 'person_limit_reached');
    service.clock.set('2027-11-08T08:00:00.000Z');
    assert.equal(
      (await attempt(await sendAutomatic(lead_id, { purpose: 'service' }))).status,
      'sent',
    );
  });

  it('counts a message once, however often it is attempted, and one that was not sent not at all', async () => {
    await limit(1);
    const { lead_id, phone } = await newLead();
    await api.patch('/v1/organization', { text_limits: { per_hour: 1 } });
    assert.equal((await attempt(await send((await newLead()).lead_id))).status, 'sent');
    const limited = await attempt(await sendAutomatic(lead_id));
    assert.equal(limited.status_reason, 'sending_limit_reached');
    await api.patch('/v1/organization', { text_limits: { per_hour: 100 } });
    gateway.next.push((response) => response.writeHead(503).end());
    const id = await sendAutomatic(lead_id);
    assert.equal((await attempt(id)).status, 'queued');
    assert.equal((await attempt(id)).status, 'sent');
    const refused = await sendAutomatic(lead_id);
    assert.equal((await attempt(refused)).status_reason, 'person_limit_reached');
    await limit(2);
    await post(`/v1/communications/${refused}/retry`);
    assert.equal((await attempt(refused)).status, 'sent');
    assert.equal(gateway.requests.filter(({ body }) => body.to === phone).length, 3);
  });

  it('holds for many at once, by text and by email, to a person who is stored twice', async () => {
    await limit(3);
    const first = await newLead({ email: 'dana@example.com' });
    const again = await newLead({ phone: first.phone, email: 'dana@example.com' });
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const channel = index % 3 === 0 ? 'email' : 'sms';
        return sendAutomatic((index % 2 === 0 ? first : again).lead_id, { channel });
      }),
    );
    const sent = (await Promise.all(ids.map((id) => attempt(id)))).filter(
      ({ status }) => status === 'sent',
    );
    assert.equal(sent.length, 3);
    assert.equal(gateway.requests.length + mailServer.mails.length, sent.length);
  });
});
