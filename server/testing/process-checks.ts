import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Exit } from './server-process.ts';

/** A start that failed: exactly one line, and nothing else. */
export function assertRefused({ code, stdout, stderr }: Exit, reason: RegExp): void {
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^Throughline did not start\. [^\n]+\n$/);
  assert.match(stderr.trimEnd(), reason);
  assert.doesNotMatch(stderr, /\bat .*:\d+:\d+/);
}

/** A connection on which this text was sent. */
export async function openConnection(url: string, sent: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}
