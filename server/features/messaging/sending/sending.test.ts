import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization } from '../../../testing/harness.ts';
import { hurryTasks } from '../../../testing/hurry-tasks.ts';
import { freshLead } from '../../../testing/leads.ts';
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../../../testing/mail-server.ts';
import { messageOnce, nothingToSend } from '../../../testing/messages.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../../testing/sms-gateway.ts';
import { uuidFrom } from '../../../testing/uuid-from.ts';
import { pauseSendingAtStart } from './pause-at-start.ts';

const service = sharedService({ hasWorker: true });
const gateway = shared(() => startSmsGateway());
const mailServer = shared(() => startMailServer());

let organization: TestOrganization;
beforeEach(async () => {
  service.clock.set('2027-03-01T18:00:00.000Z');
  gateway.requests.length = 0;
  organization = await officeWithChannels();
});

async function officeWithChannels(): Promise<TestOrganization> {
  const office = await service.newOrganization();
  const text = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
  const login = { username: MAIL_USER, password: MAIL_PASSWORD };
  const mail = { host: '127.0.0.1', port: mailServer.port, ...login };
  const channels = [
    { kind: 'sms_gateway', settings: text },
    { kind: 'smtp', settings: { ...mail, from_address: 'office@alder.example.com' } },
  ];
  for (const channel of channels) {
    const { status, body } = await office.api.post('/v1/channels', channel);
    assert.equal(status, 201, JSON.stringify(body));
  }
  return office;
}

async function send(channel: 'sms' | 'email', { api } = organization): Promise<string> {
  const lead = await api.post('/v1/leads', freshLead({ email: 'dana@example.com' }));
  assert.equal(lead.status, 201);
  const { lead_id } = lead.body;
  const content = channel === 'sms' ? {} : { subject: 'Your heater' };
  const message = { lead_id, channel, body: 'We come at nine.', ...content };
  const { status, body } = await api.post('/v1/messages', message);
  assert.equal(status, 201, JSON.stringify(body));
  return body.communication_id;
}

async function read(id: string, { api } = organization) {
  return (await api.get(`/v1/communications/${id}`)).body;
}

const waits = (id: string, office = organization) =>
  messageOnce(service, office, id, "status_reason = 'sending_paused'");
const reaches = (id: string, status: string, office = organization) =>
  messageOnce(service, office, id, `status = '${status}'`);

async function step(path: string, body?: object, { api } = organization) {
  const response = await api.post(`/v1/organization/${path}`, body);
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body;
}

describe('sending of an organization', () => {
  it('is paused for texts and emails alike, which wait with the reason and are sent when it resumes', async () => {
    const other = await officeWithChannels();
    const { sending_paused_at } = await step('pause-sending');
    assert.equal(sending_paused_at, '2027-03-01T18:00:00.000Z');
    const [text, mail] = [await send('sms'), await send('email')];
    const waiting = await waits(text);
    assert.equal(waiting.status, 'queued');
    assert.match(waiting.status_detail, /paused for the organization/);
    await waits(mail);
    await reaches(await send('sms', other), 'sent', other);
    assert.equal(gateway.requests.length, 1, 'another organization sends');

    assert.equal((await step('resume-sending')).sending_paused_at, null);
    const sent = await reaches(text, 'sent');
    assert.equal(sent.status_reason, null);
    await reaches(mail, 'sent');
    assert.equal(gateway.requests.length, 2);
  });

  it('also stops messages that were queued before', async () => {
    // Quiet gateway: the first attempt is deferred, so the message is queued again when sending is paused.
    gateway.next.push((response) => {
      response.statusCode = 503;
      response.end();
    });
    const text = await send('sms');
    await eventually(() => gateway.requests.length === 1);
    await step('pause-sending');
    const having = { communication_id: uuidFrom('communication', text) };
    await hurryTasks(service, { name: 'send-communication', having });
    await waits(text);
    assert.equal(gateway.requests.length, 1);
    await step('resume-sending');
    await reaches(text, 'sent');
  });

  it('discards what waited if the request says so', async () => {
    await step('pause-sending');
    const text = await send('sms');
    await waits(text);
    await step('resume-sending', { discard_waiting: true });
    const discarded = await reaches(text, 'not_sent');
    assert.equal(discarded.status_reason, 'sending_paused');
    await reaches(await send('sms'), 'sent');
    assert.equal(gateway.requests.length, 1, 'only the text after it was sent');
  });

  it('is paused and resumed once, however often it is requested, with one event each', async () => {
    await step('pause-sending');
    await step('pause-sending');
    await step('resume-sending');
    await step('resume-sending');
    const { body } = await organization.api.get(
      '/v1/events?type=organization.sending_paused,organization.sending_resumed',
    );
    assert.deepEqual(
      body.data.map(({ type }: { type: string }) => type),
      ['organization.sending_paused', 'organization.sending_resumed'],
    );
  });

  it('loses no message between pausing and resuming, with many of both at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        if (index % 5 === 2) await step('pause-sending');
        const id = await send('sms');
        if (index % 5 === 4) await step('resume-sending');
        return id;
      }),
    );
    await step('resume-sending');
    await nothingToSend(service, organization);
    const references = gateway.requests.map(({ body }) => body.reference);
    assert.deepEqual(references.sort(), ids.sort(), 'each was sent once');
  });
});

describe('an email', () => {
  it('shows controls that reverse text written out, in the subject and in the text', async () => {
    const { api } = organization;
    const name = 'Dana \u202enosnhoj';
    const fields = freshLead({ name, email: 'dana@example.com' });
    const { lead_id } = (await api.post('/v1/leads', fields)).body;
    const template = { name: 'Hello', channel: 'email', subject: 'Hi {{ lead.name }}' };
    const made = await api.post('/v1/templates', { ...template, body: 'Dear {{ lead.name }},' });
    const { template_id } = made.body;
    const message = { lead_id, channel: 'email', template_id };
    const { communication_id } = (await api.post('/v1/messages', message)).body;
    await reaches(communication_id, 'sent');
    const { raw } = mailServer.mails.at(-1) ?? assert.fail();
    assert.match(raw, /^Subject: Hi Dana \\u202Enosnhoj/m);
    assert.match(raw, /^Dear Dana \\u202Enosnhoj,/m);
  });
});

describe('sending of the whole service', () => {
  const switchTo = async (path: string, body?: object) => {
    const response = await service.operator.post(`/v1/service/${path}`, body);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };

  /** Other suites may have paused and resumed before. */
  const switches = async (): Promise<string[]> => {
    const { body } = await service.operator.get(
      '/v1/events?limit=200&type=service.sending_paused,service.sending_resumed',
    );
    return body.data.map(({ type }: { type: string }) => type);
  };

  it('is paused for every organization by the operator, without a restart', async () => {
    const other = await officeWithChannels();
    const before = (await switches()).length;
    assert.notEqual((await switchTo('pause-sending')).sending_paused_at, null);
    const [own, others] = [await send('sms'), await send('sms', other)];
    assert.match((await waits(own)).status_detail, /^The operator has paused/);
    await waits(others, other);
    await step('pause-sending', undefined, other);
    assert.equal((await switchTo('resume-sending')).sending_paused_at, null);
    await reaches(own, 'sent');
    assert.equal((await read(others, other)).status, 'queued', 'it paused sending itself');
    await step('resume-sending', undefined, other);
    await reaches(others, 'sent', other);
    const types = (await switches()).slice(before);
    assert.deepEqual(types, ['service.sending_paused', 'service.sending_resumed']);
  });

  it('can start paused, and is resumed by the operator', async () => {
    await pauseSendingAtStart(service.database);
    const text = await send('sms');
    await waits(text);
    assert.equal(gateway.requests.length, 0);
    assert.notEqual((await service.operator.get('/v1/service')).body.sending_paused_at, null);
    await switchTo('resume-sending');
    await reaches(text, 'sent');
  });
});
