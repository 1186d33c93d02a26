import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Problem } from '../errors.ts';

/** What is not HTTP, or arrives too slowly, gets its problem directly on the socket. */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error.code);
  const requestId = randomUUID();
  const body = JSON.stringify(problem.toJSON(requestId));
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.toJSON('').title}\r\n` +
      `x-request-id: ${requestId}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        431,
        'headers_too_large',
        'The headers are larger than 16 KiB. Send fewer or shorter ones.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(
        408,
        'request_timeout',
        'The request took too long to arrive. Send it again.',
      );
    default:
      return new Problem(400, 'bad_request', 'This is not a valid HTTP request.');
  }
}
