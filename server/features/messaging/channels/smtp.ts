import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isNotTrusted } from '../../../platform/outbound/classify.ts';
import { AddressNotPublic, type Outbound } from '../../../platform/outbound/outbound.ts';
import { accepted, type NotAccepted, notAccepted } from '../../../platform/outbound/outcome.ts';
import { visibleText } from '../../../platform/visible-text.ts';
import type { SmtpSettings } from './channel.ts';
import type { Attachment, DeliveryContext, Message, Outcome } from './delivery.ts';

const CONNECT_MS = 10_000;
/** A server that sends a few bytes now and then never times out, so the total time has a limit: this many timeouts. */
const MAX_TIMEOUTS = 3;
const MAX_DETAIL_LENGTH = 300;

/** Loaded with the first email: it takes 3 MB, which a service without a mail server does not need. */
const composer = () => import('nodemailer/lib/mail-composer');
const connector = () => import('nodemailer/lib/smtp-connection');

/**
 * Sends an email through the organization's server. It uses the SMTP connection directly instead of a nodemailer
 * transport, because only the connection shows whether the server had started to read the email when an error
 * occurred. Before that the email was certainly not accepted; after that it is unknown.
 */
export async function sendMail(
  { outbound, beforeHandOver }: Pick<DeliveryContext, 'outbound' | 'beforeHandOver'>,
  settings: SmtpSettings,
  password: string | null,
  message: Message,
): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const raw = await composeMail(settings, message);
  let isHandedOver = false;
  const content = Readable.from(
    (async function* () {
      await beforeHandOver();
      isHandedOver = true;
      yield raw;
    })(),
  );
  try {
    const address = await outbound.resolve(settings.host);
    const connection = await connectionTo(address, settings, password, outbound);
    const deadline = setTimeout(
      () => connection.close(),
      outbound.timeoutsMs.processing * MAX_TIMEOUTS,
    );
    try {
      const response = await runSession(connection, settings, password, message.to, content);
      return accepted({ providerId: response }, elapsedMs());
    } finally {
      clearTimeout(deadline);
    }
  } catch (error) {
    return { ...classifyMailFailure(error, isHandedOver), durationMs: elapsedMs() };
  } finally {
    content.destroy();
  }
}

async function composeMail(
  settings: SmtpSettings,
  { reference, to, subject, body, unsubscribeUrl, attachment }: Message,
): Promise<Buffer> {
  const { from_address: address, from_name: name } = settings;
  const { default: MailComposer } = await composer();
  return new MailComposer({
    from: { address, name: visibleText(name ?? '') },
    to: { address: to, name: '' },
    // A name with controls that reverse text would make a mail say something else.
    subject: visibleText(subject ?? ''),
    text: visibleText(body),
    attachments: attachment === null ? [] : [toMailAttachment(attachment)],
    // The same for every attempt, so that a mail program can detect a duplicate.
    messageId: `<${reference}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    headers:
      unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
  })
    .compile()
    .build();
}

function toMailAttachment({ name, contentType, bytes }: Attachment) {
  return { filename: name, contentType, content: bytes };
}

async function connectionTo(
  address: string,
  { host, port, secure }: SmtpSettings,
  password: string | null,
  { allowsPrivate, timeoutsMs }: Outbound,
): Promise<SMTPConnection> {
  const { default: Connection } = await connector();
  return new Connection({
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure,
    // A password is never sent over the public internet without TLS.
    requireTLS: password !== null && !allowsPrivate,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: timeoutsMs.response,
    socketTimeout: timeoutsMs.processing,
  });
}

/** Connects, logs in and sends. Returns the reply of the server. */
async function runSession(
  connection: SMTPConnection,
  { username, from_address: from }: SmtpSettings,
  password: string | null,
  to: string,
  content: Readable,
): Promise<string> {
  const broken = Promise.withResolvers<never>();
  // Listens as long as the connection exists, because an unhandled late error would end the process.
  connection.on('error', broken.reject);
  connection.on('end', () => broken.reject(new Error('The connection was closed')));
  broken.promise.catch(() => {});
  const step = <T>(act: (done: (error?: Error | null, result?: T) => void) => void) =>
    Promise.race([
      broken.promise,
      new Promise<T | undefined>((resolve, reject) => {
        act((error, result) => (error ? reject(error) : resolve(result)));
      }),
    ]);
  try {
    await step((done) => connection.connect(done));
    if (username !== null && password !== null) {
      await step((done) => connection.login({ user: username, pass: password }, done));
    }
    const envelope = { from, to: [to] };
    const info = await step<{ response?: string }>((done) =>
      connection.send(envelope, content, done),
    );
    return (info?.response ?? '').slice(0, MAX_DETAIL_LENGTH);
  } finally {
    connection.close();
  }
}

interface SmtpError extends Error {
  code?: string;
  /** Code of the socket, if the connection replaced it with its own. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** What an error means for the email. It depends mostly on whether the email had been handed over. */
export function classifyMailFailure(error: unknown, isHandedOver: boolean): NotAccepted<never> {
  if (error instanceof AddressNotPublic) {
    return notAccepted('refused', 'address_not_public', { detail: error.message });
  }
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error));
  const { code, originalCode, response, responseCode } = failure;
  const reported = response ?? (isNotTrusted(originalCode) ? originalCode : null);
  const known = {
    detail: reported?.slice(0, MAX_DETAIL_LENGTH) ?? null,
    errorCode: originalCode ?? code ?? null,
    mayHaveArrived: isHandedOver,
  };
  // After the email was sent, only the server's own reply to it is conclusive.
  if (isHandedOver && !(code === 'EMESSAGE' && responseCode)) {
    return notAccepted('ambiguous', 'connection_lost', known);
  }
  const isPermanent = responseCode !== undefined && responseCode >= 500;
  return notAccepted(isPermanent ? 'refused' : 'deferred', reasonOf(failure), known);
}

function reasonOf({ code, originalCode, command, responseCode }: SmtpError): string {
  if (code === 'EAUTH') return 'authentication_failed';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ETLS' || isNotTrusted(originalCode)) return 'tls_failed';
  if (command === 'RCPT TO') return 'recipient_refused';
  if (command === 'MAIL FROM') return 'sender_refused';
  return responseCode === undefined ? 'connection_failed' : 'message_refused';
}
