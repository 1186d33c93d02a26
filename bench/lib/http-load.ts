import { connect, type Socket } from 'node:net';

/**
 * Keep-alive connections that send the next request as soon as the response has arrived. It uses raw sockets,
 * because the load generator shares the cores with what it measures: it takes 75 to 105 µs of its own per request.
 */
export interface LoadOptions {
  url: string;
  connections: number;
  seconds: number;
  /** The complete text of the nth request of a connection. */
  request: (connection: number, n: number) => string;
  /** The status of a successful response. */
  status: number;
}

export interface LoadResult {
  perSecond: number;
  requests: number;
  failures: number;
  latenciesMs: number[];
}

export async function httpLoad(options: LoadOptions): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, (_, connection) =>
      drive(options, connection, endsAt, (status, milliseconds) => {
        if (status === options.status) latenciesMs.push(milliseconds);
        else failures += 1;
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: latenciesMs.length / seconds,
    requests: latenciesMs.length,
    failures,
    latenciesMs,
  };
}

function drive(
  options: LoadOptions,
  connection: number,
  endsAt: number,
  onResponse: (status: number, milliseconds: number) => void,
): Promise<void> {
  const { hostname, port } = new URL(options.url);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let received = '';
    let sentAt = 0;
    let n = 0;
    const send = () => {
      if (performance.now() >= endsAt) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(options.request(connection, n));
      n += 1;
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      const headerEnd = received.indexOf('\r\n\r\n');
      if (headerEnd < 0) return;
      const length = /content-length: (\d+)/i.exec(received)?.[1] ?? '0';
      if (received.length < headerEnd + 4 + Number(length)) return;
      const status = Number(received.slice(9, 12));
      received = '';
      onResponse(status, performance.now() - sentAt);
      send();
    });
  });
}

export function jsonRequest(options: {
  method: string;
  path: string;
  token: string;
  body?: string;
  headers?: string;
}): string {
  const body = options.body ?? '';
  return `${options.method} ${options.path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${options.token}\r\n${options.headers ?? ''}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
