import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import tls from 'node:tls';
import { AddressNotPublic, Outbound } from '../../../platform/outbound/outbound.ts';
import { type Certificate, selfSignedCertificate } from '../../../testing/certificate.ts';
import { portOf } from '../../../testing/loopback.ts';
import {
  MAIL_PASSWORD,
  MAIL_USER,
  type MailServer,
  startMailServer,
} from '../../../testing/mail-server.ts';
import { classifyMailFailure, sendMail } from './smtp.ts';

const MESSAGE = {
  reference: 'communication_01h455vb4pex5vsknk084sn02q',
  idempotencyKey: 'communication_01h455vb4pex5vsknk084sn02q',
  to: 'dana@example.com',
  subject: 'Your heater',
  body: 'We come at nine.',
  unsubscribeUrl: null,
  expiresAt: null,
  attachment: null,
};

describe('TLS to a mail server', () => {
  const outbound = new Outbound({ allowPrivate: true });
  /** Rules of the public internet, but every name resolves to this machine. */
  const publicOnly = Object.defineProperty(new Outbound({ allowPrivate: false }), 'resolve', {
    value: async () => '127.0.0.1',
  });
  const defaults = tls.getCACertificates('default');
  let trusted: Certificate;
  let unknownIssuer: Certificate;
  before(() => {
    trusted = selfSignedCertificate('localhost');
    unknownIssuer = selfSignedCertificate('localhost');
    tls.setDefaultCACertificates([...defaults, trusted.cert]);
  });
  after(async () => {
    tls.setDefaultCACertificates(defaults);
    await outbound.close();
    await publicOnly.close();
  });

  async function sent(
    options: Parameters<typeof startMailServer>[0],
    settings: object = {},
    via: Outbound = outbound,
  ) {
    const server: MailServer = await startMailServer(options);
    try {
      const all = {
        host: 'localhost',
        port: server.port,
        secure: false,
        username: MAIL_USER,
        from_address: 'office@alder.example.com',
        from_name: null,
        ...settings,
      };
      const context = { outbound: via, beforeHandOver: async () => {} };
      const outcome = await sendMail(context, all, MAIL_PASSWORD, MESSAGE);
      return { outcome, mails: server.mails };
    } finally {
      await server.stop();
    }
  }
  const withTls = (certificate: Certificate) => ({ disabledCommands: [], ...certificate });

  it('starts with STARTTLS before the password, if the server offers it', async () => {
    for (const via of [outbound, publicOnly]) {
      const { outcome, mails } = await sent(withTls(trusted), {}, via);
      assert.equal(outcome.result, 'accepted');
      assert.deepEqual([mails[0]!.secure, mails[0]!.user], [true, MAIL_USER]);
    }
  });

  it('is used from the start of the connection if the channel is secure', async () => {
    const { outcome, mails } = await sent({ ...trusted, secure: true }, { secure: true });
    assert.equal(outcome.result, 'accepted');
    assert.equal(mails[0]!.secure, true);
  });

  it('is refused with an untrusted certificate, or one for another name', async () => {
    let logins = 0;
    const onAuth = () => {
      logins += 1;
    };
    const refused = [
      await sent({ ...withTls(unknownIssuer), onAuth }),
      await sent({ ...unknownIssuer, secure: true, onAuth }, { secure: true }),
      await sent({ ...withTls(trusted), onAuth }, { host: '127.0.0.1' }),
    ];
    for (const { outcome, mails } of refused) {
      assert.equal(outcome.result, 'deferred');
      assert.equal('reason' in outcome && outcome.reason, 'tls_failed');
      assert.deepEqual(mails, []);
    }
    assert.equal(logins, 0);
  });

  it('is required for a password: without TLS no password is sent over the public internet', async () => {
    let logins = 0;
    const onAuth = () => {
      logins += 1;
    };
    const { outcome, mails } = await sent({ onAuth }, {}, publicOnly);
    assert.equal('reason' in outcome && outcome.reason, 'tls_failed');
    assert.deepEqual([mails, logins], [[], 0]);
  });
});

describe('a mail server that stops responding', () => {
  const sentTo = async (port: number, timeoutsMs: Outbound['timeoutsMs']) => {
    const outbound = new Outbound({ allowPrivate: true, timeoutsMs });
    const settings = { host: '127.0.0.1', port, secure: false, username: null };
    const sender = { from_address: 'office@alder.example.com', from_name: null };
    const context = { outbound, beforeHandOver: async () => {} };
    try {
      const outcome = await sendMail(context, { ...settings, ...sender }, null, MESSAGE);
      assert(outcome.result !== 'accepted');
      return [outcome.result, outcome.reason];
    } finally {
      await outbound.close();
    }
  };

  it('before the email was sent has not accepted it', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const outcome = await sentTo(portOf(silent), { response: 50, processing: 60_000 });
    assert.deepEqual(outcome, ['deferred', 'timeout']);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('after the email was sent may have accepted it', async () => {
    const server = await startMailServer({ onData: (stream) => void stream.resume() });
    const outcome = await sentTo(server.port, { response: 60_000, processing: 500 });
    assert.deepEqual(outcome, ['ambiguous', 'connection_lost']);
    await server.stop();
  });
});

describe('a failure of an email', () => {
  const error = (fields: object) => Object.assign(new Error('It failed'), fields);
  const rejected = { code: 'EENVELOPE', command: 'RCPT TO', response: '550 No', responseCode: 550 };
  const busy = {
    code: 'EENVELOPE',
    command: 'MAIL FROM',
    response: '451 Later',
    responseCode: 451,
  };
  const content = { code: 'EMESSAGE', response: '554 Spam', responseCode: 554 };
  const untrusted = { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' };
  type Case = [unknown, result: string, reason: string, detail: string | null];

  const BEFORE: Case[] = [
    [error(rejected), 'refused', 'recipient_refused', '550 No'],
    [error(busy), 'deferred', 'sender_refused', '451 Later'],
    [error({ code: 'EAUTH', responseCode: 535 }), 'refused', 'authentication_failed', null],
    [error({ code: 'ETIMEDOUT' }), 'deferred', 'timeout', null],
    [error({ code: 'ETLS' }), 'deferred', 'tls_failed', null],
    [error(untrusted), 'deferred', 'tls_failed', 'CERT_HAS_EXPIRED'],
    [error({ code: 'ECONNECTION' }), 'deferred', 'connection_failed', null],
    [new Error('The connection was closed'), 'deferred', 'connection_failed', null],
    [
      new AddressNotPublic('10.0.0.1'),
      'refused',
      'address_not_public',
      '10.0.0.1 is not a public internet address',
    ],
  ];
  for (const [failure, ...expected] of BEFORE) {
    it(`before the email was handed over is ${expected.join(', ')}`, () => {
      const { result, reason, detail, mayHaveArrived } = classifyMailFailure(failure, false);
      assert.deepEqual([result, reason, detail, mayHaveArrived], [...expected, false]);
    });
  }

  const AFTER: Case[] = [
    [error(content), 'refused', 'message_refused', '554 Spam'],
    [error({ ...content, responseCode: 452 }), 'deferred', 'message_refused', '554 Spam'],
    [error({ code: 'ETIMEDOUT' }), 'ambiguous', 'connection_lost', null],
    [error({ code: 'EMESSAGE' }), 'ambiguous', 'connection_lost', null],
    [new Error('The connection was closed'), 'ambiguous', 'connection_lost', null],
  ];
  for (const [failure, ...expected] of AFTER) {
    it(`after the email was handed over is ${expected.join(', ')}`, () => {
      const { result, reason, detail, mayHaveArrived } = classifyMailFailure(failure, true);
      assert.deepEqual([result, reason, detail, mayHaveArrived], [...expected, true]);
    });
  }
});
