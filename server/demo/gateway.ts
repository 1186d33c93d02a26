import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Accepts the texts and emails of the month and drops them: no message of a demo leaves this machine. */
export interface Gateway {
  textsUrl: string;
  mailPort: number;
  stop(): Promise<void>;
}

export async function startGateway(): Promise<Gateway> {
  let texts = 0;
  const textServer = createHttpServer((request, response) => {
    request.resume().once('end', () => {
      texts += 1;
      response.setHeader('content-type', 'application/json').end(`{"id":"demo-${texts}"}`);
    });
  });
  const mailServer = createServer(acceptEmails);
  const servers = [textServer, mailServer];
  for (const server of servers) server.listen(0, '127.0.0.1');
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const portOf = (server: (typeof servers)[number]) => (server.address() as AddressInfo).port;
  return {
    textsUrl: `http://127.0.0.1:${portOf(textServer)}/texts`,
    mailPort: portOf(mailServer),
    async stop() {
      textServer.closeAllConnections();
      await Promise.all(
        servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      );
    },
  };
}

/** The minimum of SMTP that accepts everything. */
function acceptEmails(socket: Socket): void {
  let unread = '';
  let isReadingMail = false;
  const reply = (line: string) => socket.write(`${line}\r\n`);
  reply('220 demo');
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    unread += chunk;
    for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      if (isReadingMail) {
        if (line !== '.') continue;
        isReadingMail = false;
        reply('250 accepted');
      } else if (/^data/i.test(line)) {
        isReadingMail = true;
        reply('354 continue');
      } else if (/^quit/i.test(line)) {
        socket.end('221 bye\r\n');
      } else {
        reply('250 ok');
      }
    }
  });
}
