import type { Readable } from 'node:stream';

/** As much as one read of a socket returns at most. */
const FULL_READ_BYTES = 65_536;

/**
 * Rows are parsed as they arrive. A socket is read up to 32 times in one turn of the event loop, so parsing a result of
 * megabytes would take 40 ms; here each full read is a turn of its own, and other requests go first.
 */
export function readWithPauses(socket: Readable): void {
  socket.on('data', (bytes: Buffer) => {
    if (bytes.length < FULL_READ_BYTES) return;
    socket.pause();
    setImmediate(() => socket.resume());
  });
}
