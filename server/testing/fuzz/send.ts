import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { FuzzRequest } from './request.ts';

export interface FuzzResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** No request of the run takes longer, on the slowest machine. */
const DEADLINE_MS = 120_000;
const STREAM_MS = 30;
const RAW_MS = 120;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export function closeConnections(): void {
  agent.destroy();
}

/** Null if the server closed the connection without a response, which it may do to what is not HTTP. */
export function send(url: string, request: FuzzRequest): Promise<FuzzResponse | null> {
  return request.raw ? sendRaw(url, request.raw) : sendHttp(url, request);
}

function sendHttp(url: string, request: FuzzRequest): Promise<FuzzResponse> {
  const { hostname, port } = new URL(url);
  const { method, path, headers, body } = request;
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path: path.replaceAll(/[^!-~]/g, (character) => encodeURIComponent(character)),
        headers: {
          ...ascii(headers),
          ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        signal: AbortSignal.timeout(DEADLINE_MS),
      },
      (response) => read(response).then(resolve, reject),
    );
    // The server may close an idle connection at the moment it is used again.
    sending.on('error', (error) =>
      sending.reusedSocket && isReset(error)
        ? sendHttp(url, request).then(resolve, reject)
        : reject(error),
    );
    sending.end(body ?? undefined);
  });
}

function isReset(error: Error): boolean {
  return /ECONNRESET|EPIPE|socket hang up/.test(error.message);
}

/** A header can contain only these characters; the others are sent on sockets of their own. */
function ascii(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.replaceAll(/[^ -~]/g, '?')]),
  );
}

async function read(response: IncomingMessage): Promise<FuzzResponse> {
  const type = response.headers['content-type'] ?? '';
  // A stream has no end: only what it sends first is read.
  const timer = type.startsWith('text/event-stream')
    ? setTimeout(() => response.destroy(), STREAM_MS)
    : undefined;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch (error) {
    if (timer === undefined) throw error;
  } finally {
    clearTimeout(timer);
  }
  const bytes = Buffer.concat(chunks);
  const isCompressed = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text: (isCompressed ? gunzipSync(bytes) : bytes).toString('utf8'),
  };
}

/** Only the first response is read. Some of these requests are never complete, so no response is a response too. */
function sendRaw(url: string, bytes: Buffer): Promise<FuzzResponse | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    const finish = () => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve(status === undefined ? null : { status: Number(status), headers: {}, text });
    };
    const timer = setTimeout(finish, RAW_MS);
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      text += part;
      if (text.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      finish();
    });
    socket.write(bytes);
  });
}
