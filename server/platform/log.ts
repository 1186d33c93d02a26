import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { isObject } from './is-object.ts';
import { visibleJson } from './visible-text.ts';

/** How long a line can wait for others that are written with it. */
const FLUSH_MS = 100;

/**
 * JSON lines on standard output. They are written in batches, so that not every line is a system call: 100 ms after
 * the first line of a batch, and at the end of the process. Bodies, headers and query strings are never logged, so the
 * log contains no secrets and no messages.
 */
export function createLog(level: string): FastifyBaseLogger & { flush(): void } {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 8192 });
  // The disk of the log may be full: lines are lost then, and the service goes on.
  destination.on('error', () => {});
  // Not at an interval: flushing nothing is a system call too.
  let willFlush = false;
  const flushSoon = () => {
    if (willFlush) return;
    willFlush = true;
    setTimeout(() => {
      willFlush = false;
      destination.flush();
    }, FLUSH_MS).unref();
  };
  // A line that comes during a write is not part of it, and a flush during a write does nothing.
  let isMore = false;
  destination.on('drain', () => {
    if (isMore) flushSoon();
    isMore = false;
  });
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      serializers: { err: describeError },
      hooks: {
        streamWrite: (line) => {
          isMore = true;
          flushSoon();
          return visibleJson(line);
        },
      },
    },
    destination,
  );
  return Object.assign(log, {
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // The descriptor is not open yet, or is gone with its reader.
      }
    },
  });
}

/** The message and the location, not the values: PostgreSQL's `detail` contains what the caller sent. */
function describeError(error: unknown): Record<string, unknown> {
  if (!isObject(error)) return { message: String(error) };
  // Not always an Error: pg-boss passes a plain object with the same members.
  const { name, message, code, constraint, stack } = error;
  return { type: name, message, code, constraint, stack };
}
