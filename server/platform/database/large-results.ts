import type { Readable } from 'node:stream';

/** As much as one read of a socket returns at most; with TLS, it arrives in smaller parts. */
const MAX_BYTES = 65_536;

/**
 * Rows are parsed as they arrive. A socket is read up to 32 times in one turn of the event loop, so parsing a result of
 * megabytes would take 40 ms; here other requests go first after every 64 KiB.
 */
export function readWithPauses(socket: Readable): void {
  let length = 0;
  socket.on('data', (bytes: Buffer) => {
    length += bytes.length;
    if (length < MAX_BYTES) return;
    length = 0;
    socket.pause();
    setImmediate(() => socket.resume());
  });
}
