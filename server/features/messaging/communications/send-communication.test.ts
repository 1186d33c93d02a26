import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { newUuid, toPublicId, toUuid } from '../../../platform/ids.ts';
import { Outbound } from '../../../platform/outbound/outbound.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import {
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../../testing/harness.ts';
import { hurryTasks } from '../../../testing/hurry-tasks.ts';
import { freshLead } from '../../../testing/leads.ts';
import {
  MAIL_PASSWORD,
  MAIL_USER,
  type MailServer,
  startMailServer,
} from '../../../testing/mail-server.ts';
import { attemptToSend, HAS_ENDED, messageOnce } from '../../../testing/messages.ts';
import {
  GATEWAY_SECRET,
  type SmsGateway,
  signedHeaders,
  startSmsGateway,
} from '../../../testing/sms-gateway.ts';
import { type MessageToQueue, queueMessage } from './queue-message.ts';
import { sendCommunication } from './send-communication.task.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

/** The service of the test, and its own organization. */
let at: TestService;
let organization: TestOrganization;
let log = '';

/** Without a worker: here tests say when a message is sent. */
const quiet = sharedService();
const working = shared(async () => {
  const started = await startTestService({ ownDatabase: true, because: 'two workers' });
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  // Two workers side by side, like two processes.
  for (let n = 0; n < 2; n += 1) {
    await started.startWorker([], pino({ level: 'trace' }, destination));
  }
  return started;
});
beforeEach(() => open(quiet));

async function open(service: TestService) {
  at = service;
  organization = await at.newOrganization();
}

const api = () => organization.api;

async function newLead(fields: Record<string, unknown> = {}) {
  const email = `dana.${randomUUID()}@example.com`;
  const { status, body } = await api().post(
    '/v1/leads',
    freshLead({ name: 'Dana Whitfield', email, ...fields }),
  );
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function newChannel(kind: string, settings: object) {
  const { status, body } = await api().post('/v1/channels', { kind, settings });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const mailChannel = (port: number, more: object = {}) =>
  newChannel('smtp', {
    host: '127.0.0.1',
    port,
    username: MAIL_USER,
    password: MAIL_PASSWORD,
    from_address: 'office@alder.example.com',
    from_name: 'Alder Heating',
    ...more,
  });
const textChannel = (url: string) =>
  newChannel('sms_gateway', { url, secret: GATEWAY_SECRET, from_number: '+14155550100' });

async function send(message: object) {
  const { status, body } = await api().post('/v1/messages', message);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
const mail = (lead_id: string) =>
  send({ lead_id, channel: 'email', subject: 'Your heater', body: 'We come at nine, for sure.' });
const text = (lead_id: string) => send({ lead_id, channel: 'sms', body: 'We come at nine.' });

async function read(id: string) {
  return (await api().get(`/v1/communications/${id}`)).body;
}

/** Puts the message in the state that a worker leaves when it dies while sending. Returns the task of that worker. */
async function interrupt(id: string, unset: string) {
  const data = {
    communication_id: toUuid('communication', id)!,
    organization_id: toUuid('organization', organization.organizationId)!,
  };
  const task = {
    id: newUuid(),
    data,
    queuedAt: new Date(),
    signal: AbortSignal.timeout(10_000),
  };
  await at.owner.query(
    `update communications set status = 'sending', attempt_id = $2, sent_at = null, ${unset}
     where communication_id = $1`,
    [data.communication_id, task.id],
  );
  return task;
}

/** Does not wait for the pause before the next attempt. */
const hurry = ({ communication_id }: { communication_id: string }) =>
  hurryTasks(at, {
    name: 'send-communication',
    having: { communication_id: toUuid('communication', communication_id) },
  });

/** Waits until the message is no longer queued or sending. Without a worker, it is sent now. */
async function settled({ communication_id }: { communication_id: string }) {
  return at === quiet
    ? attemptToSend(at, organization, communication_id)
    : messageOnce(at, organization, communication_id, HAS_ENDED);
}

async function eventTypes(lifecycleNumber: string): Promise<string[]> {
  const { body } = await api().get(`/v1/events?lifecycle_number=${lifecycleNumber}`);
  return body.data.map((event: { type: string }) => event.type);
}

describe('an email', () => {
  let server: MailServer;
  afterEach(() => server?.stop());

  it('is queued, and sent by the worker through the organization’s mail server with its password', async () => {
    await open(working);
    server = await startMailServer();
    const channel = await mailChannel(server.port);
    const lead = await newLead();
    const queued = await mail(lead.lead_id);
    assert.equal(queued.status, 'queued');
    assert.equal(queued.to, lead.email);
    const sent = await settled(queued);
    assert.equal(sent.status, 'sent');
    assert.equal(sent.channel_id, channel.channel_id);
    assert.equal(sent.from, 'office@alder.example.com');
    assert.equal(sent.attempts, 1);
    assert.match(sent.provider_id, /Queued/);
    const [received] = server.mails;
    assert.equal(received?.user, MAIL_USER);
    assert.equal(received?.to, lead.email);
    assert.match(received!.raw, /^From: Alder Heating <office@alder\.example\.com>$/m);
    assert.match(received!.raw, /^Subject: Your heater$/m);
    assert.match(
      received!.raw,
      new RegExp(`^Message-ID: <${queued.communication_id}@alder\\.example\\.com>$`, 'mi'),
    );
    assert.match(received!.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    assert.match(received!.raw, /We come at nine/);
    assert.deepEqual((await eventTypes(lead.lifecycle_number)).slice(2), [
      'communication.queued',
      'lead.contacted',
      'communication.sent',
    ]);
  });

  it('fails at once if a retry would not help, and does not stop the speed-to-lead clock', async () => {
    server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(smtpError(550, 'No such user')),
    });
    await mailChannel(server.port);
    const lead = await newLead();
    const failed = await settled(await mail(lead.lead_id));
    assert.deepEqual(
      [failed.status, failed.status_reason, failed.attempts],
      ['failed', 'recipient_refused', 1],
    );
    assert.match(failed.status_detail, /550.*No such user/);
    assert((await eventTypes(lead.lifecycle_number)).includes('communication.failed'));
    const now = (await api().get(`/v1/leads/${lead.lead_id}`)).body;
    assert.equal(now.first_contacted_at, null);
  });

  it('fails with a wrong password, which is never returned', async () => {
    await open(working);
    server = await startMailServer();
    await mailChannel(server.port, { password: 'not-the-right-password' });
    const failed = await settled(await mail((await newLead()).lead_id));
    assert.equal(failed.status_reason, 'authentication_failed');
    assert(!JSON.stringify(failed).includes('not-the-right-password'));
  });

  it('is retried after a temporary error, and arrives once', async () => {
    await open(working);
    let refusals = 1;
    server = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        refusals-- > 0 ? done(smtpError(451, 'Greylisted')) : done(),
    });
    await mailChannel(server.port);
    const queued = await mail((await newLead()).lead_id);
    await hurry(queued);
    const sent = await settled(queued);
    assert.equal(sent.status, 'sent');
    assert.equal(sent.attempts, 2);
    assert.equal(server.mails.length, 1);
  });

  it('is retried if no server is listening', async () => {
    server = await startMailServer();
    const { port } = server;
    await server.stop();
    await mailChannel(port);
    const queued = await mail((await newLead()).lead_id);
    const tried = await settled(queued);
    assert.deepEqual([tried.status, tried.attempts], ['queued', 1]);
    assert.equal(tried.status_reason, 'connection_failed');
  });

  it('is unknown if the connection is lost while the server reads it, and is not sent again automatically', async () => {
    let connections = 0;
    const failing = createServer((socket) => {
      connections += 1;
      let isReading = false;
      socket.on('error', () => {});
      socket.write('220 failing ESMTP\r\n');
      socket.on('data', (piece) => {
        if (isReading) return socket.destroy();
        for (const line of String(piece).trim().split('\r\n')) {
          isReading = line === 'DATA';
          socket.write(isReading ? '354 go on\r\n' : '250 ok\r\n');
        }
      });
    });
    failing.listen(0, '127.0.0.1');
    await once(failing, 'listening');
    try {
      const { port } = failing.address() as { port: number };
      await mailChannel(port, { username: null, password: null });
      const lead = await newLead();
      const left = await settled(await mail(lead.lead_id));
      assert.equal(left.status, 'unknown');
      assert.equal(left.status_reason, 'connection_lost');
      assert.equal(connections, 1);
      assert((await eventTypes(lead.lifecycle_number)).includes('communication.unknown'));

      server = await startMailServer();
      const settings = { port: server.port };
      await api().patch(`/v1/channels/${left.channel_id}`, { settings });
      const again = await api().post(`/v1/communications/${left.communication_id}/retry`);
      assert.equal(again.status, 200);
      assert.equal((await settled(left)).status, 'sent');
      assert.equal(server.mails.length, 1);
    } finally {
      failing.close();
    }
  });

  it('becomes unknown if a worker is killed while sending it, and only a user sends it again', async () => {
    server = await startMailServer();
    const channel = await mailChannel(server.port);
    const lead = await newLead();
    const sent = await settled(await mail(lead.lead_id));
    // The state in the database when a worker dies after the server was ready to read.
    const task = await interrupt(sent.communication_id, 'provider_id = null');
    // Another task must not touch an attempt in progress.
    await sendCommunication.handle(at.taskContext, [{ ...task, id: newUuid() }]);
    assert.equal((await read(sent.communication_id)).status, 'sending');
    await sendCommunication.handle(at.taskContext, [task]);
    const left = await read(sent.communication_id);
    assert.equal(left.status, 'unknown');
    assert.equal(left.status_reason, 'interrupted');
    assert.equal(left.channel_id, channel.channel_id);
    assert.equal(server.mails.length, 1);
  });

  it('is sent once by the next worker if a worker is killed before the server was ready to read', async () => {
    server = await startMailServer();
    await mailChannel(server.port);
    const lead = await newLead();
    const sent = await settled(await mail(lead.lead_id));
    const task = await interrupt(sent.communication_id, 'handed_over_at = null');
    await sendCommunication.handle(at.taskContext, [task]);
    const again = await read(sent.communication_id);
    assert.deepEqual([again.status, again.attempts], ['sent', 2]);
    assert.equal(server.mails.length, 2);
  });

  it('is not sent by a worker that lost its task while the server kept it waiting', async () => {
    await open(working);
    const waiting = Promise.withResolvers<void>();
    const ready = Promise.withResolvers<void>();
    server = await startMailServer({
      onRcptTo: async (_address, _session, done) => {
        waiting.resolve();
        await ready.promise;
        done();
      },
    });
    await mailChannel(server.port);
    const queued = await mail((await newLead()).lead_id);
    await waiting.promise;
    // The state after another worker started its own attempt.
    await at.owner.query(
      'update communications set attempts = attempts + 1 where communication_id = $1',
      [toUuid('communication', queued.communication_id)],
    );
    ready.resolve();
    await eventually(async () => {
      const { rows } = await at.owner.query(
        `select from pgboss.job where name = 'send-communication' and state = 'active'`,
      );
      return rows.length === 0;
    });
    assert.equal(server.mails.length, 0);
    assert.equal((await read(queued.communication_id)).status, 'sending');
  });

  it('has headers that no input can add a line to', async () => {
    server = await startMailServer();
    const evil = 'Bcc: everybody@example.com';
    const { channel_id } = await mailChannel(server.port, { from_name: `Alder\r\n${evil}` });
    const { lead_id } = await newLead({ name: `Dana\r\n${evil}` });
    const subject = `Your heater\r\n${evil}\r\n\r\n${'long '.repeat(80)}`;
    const sent = await settled(await send({ lead_id, channel: 'email', subject, body: 'Hi' }));
    assert.equal(sent.status, 'sent');
    await api().patch(`/v1/channels/${channel_id}`, { name: `Office\r\n${evil}` });
    const test = await api().post(`/v1/channels/${channel_id}/test`, { to: 'a@example.com' });
    assert.equal((await settled(test.body)).status, 'sent');
    for (const { raw } of server.mails) {
      const [head] = raw.split('\r\n\r\n');
      assert.doesNotMatch(head!, /^Bcc:/im);
      for (const line of head!.split('\r\n')) assert(line.length <= 998, line);
    }
    const address = { lead_id, channel: 'email', subject: 'Hi', body: 'Hi' };
    const to = `a@example.com\r\nRCPT TO:<b@example.com>`;
    assert.equal((await api().post('/v1/messages', { ...address, to })).status, 422);
  });

  it('is sent once by two workers', async () => {
    await open(working);
    server = await startMailServer();
    await mailChannel(server.port);
    const lead = await newLead();
    const queued = await Promise.all(Array.from({ length: 12 }, () => mail(lead.lead_id)));
    await eventually(async () => {
      const { body } = await api().get('/v1/communications?status=sent&limit=50');
      return body.data.length === queued.length;
    });
    const ids = server.mails.map(({ raw }) => /^Message-ID: <(.+)@/im.exec(raw)![1]);
    assert.deepEqual(ids.sort(), queued.map(({ communication_id }) => communication_id).sort());
  });
});

describe('a text', () => {
  let gateway: SmsGateway;
  beforeEach(async () => {
    gateway = await startSmsGateway();
  });
  afterEach(() => gateway.stop());

  it('is posted to the gateway with a signature and an idempotency key', async () => {
    await textChannel(gateway.url);
    const lead = await newLead();
    const sent = await settled(await text(lead.lead_id));
    assert.equal(sent.status, 'sent');
    assert.equal(sent.provider_id, 'gw-1');
    const [request] = gateway.requests;
    assert.deepEqual(request!.body, {
      to: lead.phone,
      from: '+14155550100',
      body: 'We come at nine.',
      reference: sent.communication_id,
    });
    assert.equal(request!.headers['idempotency-key'], sent.communication_id);
    const expected = signedHeaders(request!.raw, at.clock.now());
    for (const name of ['x-throughline-timestamp', 'x-throughline-signature']) {
      assert.equal(request!.headers[name], expected[name]);
    }
  });

  it('is sent again with the same key if the gateway gave no clear response', async () => {
    await open(working);
    gateway.next.push(
      (response) => response.destroy(),
      (response) => response.writeHead(502).end(),
    );
    await textChannel(gateway.url);
    const queued = await text((await newLead()).lead_id);
    for (let failures = 0; failures < 2; failures += 1) await hurry(queued);
    const sent = await settled(queued);
    assert.equal(sent.status, 'sent');
    assert.equal(sent.attempts, 3);
    const keys = gateway.requests.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual(new Set(keys), new Set([sent.communication_id]));
  });

  it('fails if the gateway refuses it, and a retry by a user has a new key', async () => {
    gateway.next.push((response) => response.writeHead(400).end());
    await textChannel(gateway.url);
    const failed = await settled(await text((await newLead()).lead_id));
    assert.equal(failed.status, 'failed');
    assert.equal(failed.status_reason, 'gateway_refused');
    const { body: again } = await api().post(`/v1/communications/${failed.communication_id}/retry`);
    assert.equal(again.status, 'queued');
    assert.equal((await settled(failed)).status, 'sent');
    const keys = gateway.requests.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual(keys, [failed.communication_id, `${failed.communication_id}.1`]);
    const third = await api().post(`/v1/communications/${failed.communication_id}/retry`);
    assert.equal(third.status, 409);
    assert.equal(third.body.code, 'communication_not_retryable');
  });

  it('does not follow a redirect', async () => {
    gateway.next.push((response) => response.writeHead(307, { location: gateway.url }).end());
    await textChannel(gateway.url);
    const failed = await settled(await text((await newLead()).lead_id));
    assert.equal(failed.status_reason, 'gateway_refused');
    assert.equal(gateway.requests.length, 1);
  });

  it('is not_sent at once without a channel', async () => {
    const lead = await newLead();
    const message = await text(lead.lead_id);
    assert.equal(message.status, 'not_sent');
    assert.equal(message.status_reason, 'no_channel');
    assert.deepEqual((await eventTypes(lead.lifecycle_number)).slice(2), [
      'communication.not_sent',
    ]);
  });

  it('is sent as a test of its channel, even if the channel is not active', async () => {
    const { channel_id } = await textChannel(gateway.url);
    await api().patch(`/v1/channels/${channel_id}`, { active: false });
    const { status, body } = await api().post(`/v1/channels/${channel_id}/test`, {
      to: '(415) 555-0134',
    });
    assert.equal(status, 201);
    assert.equal(body.kind, 'test');
    assert.equal(body.to, '+14155550134');
    assert.equal((await settled(body)).status, 'sent');
    const bad = await api().post(`/v1/channels/${channel_id}/test`, { to: 'nobody' });
    assert.equal(bad.status, 422);
  });

  describe('is not sent if at the moment of sending', () => {
    /** Runs the change between queueing and sending. */
    async function reasonAfter(change: (lead: Record<string, string>) => Promise<unknown>) {
      const lead = await newLead();
      await textChannel(gateway.url);
      const queued = await text(lead.lead_id);
      await change(lead);
      assert.equal((await read(queued.communication_id)).status, 'queued');
      const left = await attemptToSend(at, organization, queued.communication_id);
      assert.equal(gateway.requests.length, 0);
      assert.equal(left.status, 'not_sent');
      assert((await eventTypes(lead.lifecycle_number!)).includes('communication.not_sent'));
      return left.status_reason;
    }

    it('the consent was withdrawn', async () => {
      const reason = await reasonAfter((lead) =>
        api().patch(`/v1/leads/${lead.lead_id}`, { consent: { sms: 'denied' } }),
      );
      assert.equal(reason, 'consent_denied');
    });

    it('the contact said STOP', async () => {
      const reason = await reasonAfter(async (lead) => {
        const { body } = await api().get('/v1/channels');
        const raw = JSON.stringify({
          from: lead.phone,
          to: '+14155550100',
          body: 'stop',
          reference: 'a-stop',
        });
        const url = new URL(body.data[0].inbound_url);
        const headers = signedHeaders(raw, at.clock.now());
        const response = await fetch(at.url + url.pathname, {
          method: 'POST',
          headers,
          body: raw,
        });
        assert.equal(response.status, 201);
      });
      assert.equal(reason, 'opted_out');
    });

    it('the lead was deleted', async () => {
      const reason = await reasonAfter((lead) => api().delete(`/v1/leads/${lead.lead_id}`));
      assert.equal(reason, 'lead_deleted');
    });

    it('the customer has do_not_contact', async () => {
      const reason = await reasonAfter(async (lead) => {
        const { body } = await api().post(`/v1/leads/${lead.lead_id}/convert`);
        const path = `/v1/customers/${body.customer_id}`;
        const changed = await api().patch(path, { do_not_contact: true });
        assert.equal(changed.body.do_not_contact, true);
      });
      assert.equal(reason, 'do_not_contact');
    });
  });

  it('is not sent to an address of a customer with do_not_contact, for any contact', async () => {
    const { channel_id } = await textChannel(gateway.url);
    const email = `dana.${randomUUID()}@example.com`;
    const refusing = await newLead({ email });
    const { customer_id } = (await api().post(`/v1/leads/${refusing.lead_id}/convert`)).body;
    await api().patch(`/v1/customers/${customer_id}`, { do_not_contact: true });
    const other = await newLead();
    const same = await newLead({ phone: refusing.phone });
    const to = refusing.phone;
    const tested = await api().post(`/v1/channels/${channel_id}/test`, { to });
    const held = [
      await send({ lead_id: other.lead_id, channel: 'sms', body: 'Hello', to }),
      await text(same.lead_id),
      tested.body,
    ];
    for (const one of held) assert.equal((await settled(one)).status_reason, 'do_not_contact');
    assert.equal((await settled(await text(other.lead_id))).status, 'sent');
    assert.equal(gateway.requests.length, 1);
    await mailChannel(9);
    const written = await send({
      lead_id: other.lead_id,
      channel: 'email',
      subject: 'Hi',
      body: 'Hello',
      to: email.toUpperCase(),
    });
    assert.equal((await settled(written)).status_reason, 'do_not_contact');
  });

  it('is sent to the customer’s own number, or to the given one', async () => {
    await textChannel(gateway.url);
    const lead = await newLead();
    const { customer_id } = (await api().post(`/v1/leads/${lead.lead_id}/convert`)).body;
    await api().patch(`/v1/customers/${customer_id}`, { phone: '+14155550177' });
    const sent = await send({ customer_id, channel: 'sms', body: 'Hello' });
    assert.equal(sent.to, '+14155550177');
    assert.equal(sent.customer_id, customer_id);
    const other = await send({ customer_id, channel: 'sms', body: 'Hello', to: '415 555 0188' });
    assert.equal(other.to, '+14155550188');
    for (const one of [sent, other]) assert.equal((await settled(one)).status, 'sent');
  });
});

describe('a server that hangs', () => {
  it('delays only its own channel, with few connections', async () => {
    await open(working);
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      socket.on('error', () => {});
      sockets.add(socket);
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const gateway = await startSmsGateway();
    try {
      await mailChannel((silent.address() as { port: number }).port);
      const { lead_id } = await newLead();
      const mails = await Promise.all(Array.from({ length: 10 }, () => mail(lead_id)));
      await eventually(async () => sockets.size >= 4);
      const hanging = organization;

      // First a text of the same organization, then one of another organization.
      for (const isOtherOrganization of [false, true]) {
        if (isOtherOrganization) await open(working);
        await textChannel(gateway.url);
        const sent = await settled(await text((await newLead()).lead_id));
        assert.equal(sent.status, 'sent');
      }
      // Until the test closes its connections, the first emails are being sent and the others wait.
      const { body } = await hanging.api.get('/v1/communications?channel=email&limit=50');
      const statuses = body.data.map(({ status }: { status: string }) => status);
      assert.equal(statuses.length, mails.length);
      assert(statuses.every((status: string) => ['queued', 'sending'].includes(status)));
      assert(statuses.includes('queued'));
      assert(sockets.size <= 8, `${sockets.size} connections to one server`);
    } finally {
      silent.close();
      for (const socket of sockets) socket.destroy();
      await gateway.stop();
    }
  });
});

function queueUnderKey(leadId: string, more: Partial<MessageToQueue> = {}) {
  const organizationId = toUuid('organization', organization.organizationId)!;
  return at.database.transaction({ organizationId, actor: ACTOR }, (tx) =>
    queueMessage(tx, toUuid('lead', leadId)!, {
      key: 'follow_up_01h455vb4pex5vsknk084sn02q',
      channel: 'sms',
      to: null,
      content: { subject: null, body: 'Hello' },
      purpose: null,
      expiresAt: null,
      baseUrl: null,
      ...more,
    }),
  );
}

describe('a message with a key', () => {
  const allowAllDay = () =>
    api().patch('/v1/organization', {
      quiet_hours: { allowed_from: '00:00', allowed_until: '24:00' },
    });

  it('is queued once for simultaneous and later requests', async () => {
    await open(working);
    const gateway = await startSmsGateway();
    try {
      await textChannel(gateway.url);
      await allowAllDay();
      const lead = await newLead();
      const rows = await Promise.all(Array.from({ length: 10 }, () => queueUnderKey(lead.lead_id)));
      const unknownTemplate = { templateId: null, subject: null, variables: {}, about: {} };
      const later = await queueUnderKey(lead.lead_id, { content: unknownTemplate });
      const ids = new Set([...rows, later].map((row) => row.communication_id));
      assert.equal(ids.size, 1);
      const communication_id = toPublicId('communication', later.communication_id);
      assert.equal((await settled({ communication_id })).status, 'sent');
      assert.equal(gateway.requests.length, 1);
      assert.deepEqual((await eventTypes(lead.lifecycle_number)).slice(2), [
        'communication.queued',
        'lead.responded',
        'communication.sent',
      ]);
      const { communication_id: other } = await queueUnderKey(lead.lead_id, { key: 'another' });
      assert.notEqual(other, later.communication_id);
      await open(working);
      assert.notEqual(
        (await queueUnderKey((await newLead()).lead_id)).communication_id,
        [...ids][0],
      );
    } finally {
      await gateway.stop();
    }
  });

  it('by email has an unsubscribe link, also without an API request', async () => {
    const server = await startMailServer();
    try {
      await mailChannel(server.port);
      await allowAllDay();
      const row = await queueUnderKey((await newLead()).lead_id, {
        channel: 'email',
        content: { subject: 'Hi', body: 'Hello' },
      });
      const communication_id = toPublicId('communication', row.communication_id);
      assert.equal((await settled({ communication_id })).status, 'sent');
      assert.match(server.mails[0]!.raw, /^List-Unsubscribe:\s+<http:.+\/u\/\w{26}-\w{26}>\r?$/m);
    } finally {
      await server.stop();
    }
  });
});

describe('a message with a key in quiet hours', () => {
  it('waits until quiet hours end in the recipient’s time zone', async () => {
    const gateway = await startSmsGateway();
    try {
      await textChannel(gateway.url);
      const lead = await newLead();
      // 7:00 in California, the region of the phone number.
      const row = await queueUnderKey(lead.lead_id, { key: 'follow_up_at_night' });
      const id = toPublicId('communication', row.communication_id);
      assert.equal((await attemptToSend(at, organization, id)).status, 'queued');
      assert.equal(gateway.requests.length, 0);
      const { rowCount } = await at.owner.query(
        `select from pgboss.job
         where name = 'send-communication' and data->>'communication_id' = $1
           and start_after > now() + interval '50 minutes'`,
        [row.communication_id],
      );
      assert.equal(rowCount, 1);

      at.clock.advance(60 * 60 * 1000);
      assert.equal((await attemptToSend(at, organization, id)).status, 'sent');
      assert.equal(gateway.requests.length, 1);
    } finally {
      at.clock.advance(-60 * 60 * 1000);
      await gateway.stop();
    }
  });
});

describe('a channel to a private address', () => {
  it('is not used unless the setting allows it', async () => {
    const guarded = new Outbound({ allowPrivate: false });
    const gateway = await startSmsGateway();
    try {
      const { port } = new URL(gateway.url);
      const literal = `http://127.0.0.1:${port}/send`;
      const urls = [literal, `http://localhost:${port}/send`, `http://[::127.0.0.1]:${port}/send`];
      const path = `/v1/channels/${(await textChannel(literal)).channel_id}`;
      for (const url of urls) {
        const moved = await api().patch(path, { settings: { url, secret: GATEWAY_SECRET } });
        assert.equal(moved.status, 200, JSON.stringify(moved.body));
        const { body } = await api().post(`${path}/test`, { to: '+14155550134' });
        const id = body.communication_id;
        const failed = await attemptToSend(at, organization, id, { outbound: guarded });
        assert.deepEqual([failed.status, failed.status_reason], ['failed', 'address_not_public']);
      }
      assert.equal(gateway.requests.length, 0);
    } finally {
      await gateway.stop();
      await guarded.close();
    }
  });
});

describe('the log', () => {
  it('contains no channel secrets and no message texts', () => {
    assert(log.length > 0, 'the worker has logged nothing, so this test would prove nothing');
    for (const secret of [MAIL_PASSWORD, 'not-the-right-password', GATEWAY_SECRET, 'We come at']) {
      assert(!log.includes(secret), secret);
    }
  });
});

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
