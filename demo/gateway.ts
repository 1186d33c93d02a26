import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Takes the texts and mails of the month, and tells nobody: no message of a demo leaves this machine. */
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
  const mailServer = createServer(takeMails);
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

/** As much of SMTP as it takes to say yes to everything. */
function takeMails(socket: Socket): void {
  let unread = '';
  let isReadingMail = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 demo');
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
        say('250 taken');
      } else if (/^data/i.test(line)) {
        isReadingMail = true;
        say('354 go on');
      } else if (/^quit/i.test(line)) {
        socket.end('221 bye\r\n');
      } else {
        say('250 ok');
      }
    }
  });
}
