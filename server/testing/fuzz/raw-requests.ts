import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';

/** What no HTTP client would send. */
export function rawRequest(token: string, random: Random): FuzzRequest {
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const text = random.one([
    () => 'GET / HTTP/9.9\r\n\r\n',
    () => '\x00\x01\x02\x03\r\n\r\n',
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    () => `GET /v1/leads HTTP/1.1\r\n${head}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    () => `GET /v1/leads HTTP/1.1\r\n${head}${'A: b\r\n'.repeat(3_000)}\r\n`,
    () => `POST /v1/leads HTTP/1.1\r\n${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1`,
    () =>
      `POST /v1/leads HTTP/1.1\r\n${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    () =>
      `POST /v1/leads HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    () =>
      `POST /v1/leads HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    () => `POST /v1/leads HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n{}`,
    () => `POST /v1/leads HTTP/1.1\r\n${head}Content-Length: 99999999999\r\n\r\n{}`,
    () => `GET /v1/leads?q=\x80\xff HTTP/1.1\r\n${head}\r\n`,
    () => `GET /v1/leads\x00 HTTP/1.1\r\n${head}\r\n`,
    () => `GET http://evil.invalid/v1/leads HTTP/1.1\r\n${head}\r\n`,
    () => `CONNECT evil.invalid:443 HTTP/1.1\r\n${head}\r\n`,
    () =>
      `GET /v1/events/stream HTTP/1.1\r\n${head}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    () => `GET /v1/leads HTTP/1.1\r\n${head}Host: second.invalid\r\n\r\n`,
    () => `GET /v1/leads HTTP/1.1\r\n${head}${'GET /v1/leads HTTP/1.1\r\n'.repeat(3)}`,
    () => `${`GET /healthz HTTP/1.1\r\n${head}\r\n`.repeat(20)}`,
    () => `GET /v1/leads HTTP/1.1\r\n${head}X-Forwarded-For: ${'1.2.3.4, '.repeat(500)}\r\n\r\n`,
    () => 'GET /v1/leads HTTP/1.1\r\n\r\n',
    () => `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
  ]);
  return {
    kind: 'raw',
    operation: null,
    method: 'RAW',
    path: '',
    headers: {},
    body: null,
    copies: 1,
    raw: Buffer.from(text, 'latin1'),
  };
}
