import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isNotTrusted } from '../../../platform/outbound/classify.ts';
import { AddressNotPublic, type Outbound } from '../../../platform/outbound/outbound.ts';
import { accepted, type NotAccepted, notAccepted } from '../../../platform/outbound/outcome.ts';
import type { SmtpSettings } from './channel.ts';
import type { Message, Outcome, Way } from './delivery.ts';

const CONNECT_MS = 10_000;
/** A server that says a little now and then is never silent; in all it may take so many times as long. */
const SLOWEST = 3;
const MAX_DETAIL_LENGTH = 300;

/**
 * Hands a mail to the organization's server. The connection is ours and not a transport's, because only
 * here it shows whether the server had begun to read the mail when something went wrong: before that
 * it surely has not taken it, after that nobody knows.
 */
export async function sendMail(
  { outbound, beforeHandOver }: Pick<Way, 'outbound' | 'beforeHandOver'>,
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
    const connection = connectionTo(address, settings, password, outbound);
    const late = setTimeout(() => connection.close(), outbound.timeoutsMs.processing * SLOWEST);
    try {
      const response = await converse(connection, settings, password, message.to, content);
      return accepted({ providerId: response }, elapsedMs());
    } finally {
      clearTimeout(late);
    }
  } catch (error) {
    return { ...classifyMailFailure(error, isHandedOver), durationMs: elapsedMs() };
  } finally {
    content.destroy();
  }
}

function composeMail(
  settings: SmtpSettings,
  { reference, to, subject, body, unsubscribeUrl }: Message,
): Promise<Buffer> {
  const { from_address: address, from_name: name } = settings;
  return new MailComposer({
    from: { address, name: name ?? '' },
    to: { address: to, name: '' },
    subject: subject ?? '',
    text: body,
    // The same at every attempt: whoever gets it twice after all can tell.
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

function connectionTo(
  address: string,
  { host, port, secure }: SmtpSettings,
  password: string | null,
  { allowsPrivate, timeoutsMs }: Outbound,
): SMTPConnection {
  return new SMTPConnection({
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure,
    // A password does not cross the open internet in the clear.
    requireTLS: password !== null && !allowsPrivate,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: timeoutsMs.response,
    socketTimeout: timeoutsMs.processing,
  });
}

/** Connects, logs in, sends; answers what the server said to it. */
async function converse(
  connection: SMTPConnection,
  { username, from_address: from }: SmtpSettings,
  password: string | null,
  to: string,
  content: Readable,
): Promise<string> {
  const broken = Promise.withResolvers<never>();
  // A listener for as long as the connection is there: what comes late has nobody else to go to.
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
  /** Of the socket, where the connection has put its own in place of it. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** What an error means for the mail; whether it had been handed over decides more than the error. */
export function classifyMailFailure(error: unknown, isHandedOver: boolean): NotAccepted<never> {
  if (error instanceof AddressNotPublic) {
    return notAccepted('refused', 'address_not_public', { detail: error.message });
  }
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error));
  const { code, originalCode, response, responseCode } = failure;
  const said = response ?? (isNotTrusted(originalCode) ? originalCode : null);
  const known = {
    detail: said?.slice(0, MAX_DETAIL_LENGTH) ?? null,
    errorCode: originalCode ?? code ?? null,
    mayHaveArrived: isHandedOver,
  };
  // After the mail itself only the server's own answer to it settles anything.
  if (isHandedOver && !(code === 'EMESSAGE' && responseCode)) {
    return notAccepted('ambiguous', 'connection_lost', known);
  }
  const isForGood = responseCode !== undefined && responseCode >= 500;
  return notAccepted(isForGood ? 'refused' : 'deferred', reasonOf(failure), known);
}

function reasonOf({ code, originalCode, command, responseCode }: SmtpError): string {
  if (code === 'EAUTH') return 'authentication_failed';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ETLS' || isNotTrusted(originalCode)) return 'tls_failed';
  if (command === 'RCPT TO') return 'recipient_refused';
  if (command === 'MAIL FROM') return 'sender_refused';
  return responseCode === undefined ? 'connection_failed' : 'message_refused';
}
