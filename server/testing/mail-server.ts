import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { firstOf } from './first-of.ts';
import { portOf } from './loopback.ts';

export interface ReceivedMail {
  to: string;
  /** As it came over the wire. */
  raw: string;
  user: string | null;
  /** Whether it came over TLS. */
  secure: boolean;
}

export interface MailServer {
  port: number;
  /** What it has acknowledged, in order. */
  mails: ReceivedMail[];
  stop(): Promise<void>;
}

export const MAIL_USER = 'alder';
export const MAIL_PASSWORD = 'the-password-of-the-mail-server';

/** A real mail server on this machine, which takes everything unless it is told otherwise. */
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
  // A client that is cut off is what some tests are about.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: portOf(server.server),
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
