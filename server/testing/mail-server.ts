import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { firstOf } from './first-of.ts';
import { portOf } from './loopback.ts';

export interface ReceivedMail {
  to: string;
  /** The raw email. */
  raw: string;
  user: string | null;
  /** Whether it was sent over TLS. */
  secure: boolean;
}

export interface MailServer {
  port: number;
  /** The accepted emails, in order. */
  mails: ReceivedMail[];
  stop(): Promise<void>;
}

export const MAIL_USER = 'alder';
export const MAIL_PASSWORD = 'the-password-of-the-mail-server';

/** A real local mail server, which accepts everything by default. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      if (username === MAIL_USER && password === MAIL_PASSWORD) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        mails.push({
          to: firstOf(session.envelope.rcptTo).address,
          raw: Buffer.concat(pieces).toString(),
          user: typeof session.user === 'string' ? session.user : null,
          secure: session.secure,
        });
        done(null, 'Queued');
      });
    },
    ...options,
  });
  // Some tests disconnect clients on purpose.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: portOf(server.server),
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
