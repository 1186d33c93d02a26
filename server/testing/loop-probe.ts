import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server process by `NODE_OPTIONS=--import`, and only by tests: it measures how long the event loop is
 * busy without a pause. A timer runs once per turn of the loop, so what the thread computes between two runs of it is
 * what everyone else waits for. It counts the CPU time of the thread, because on a loaded machine a thread also
 * waits for its turn, which says nothing about the code.
 */
export interface LoopFigures {
  /** The longest turn, in milliseconds of CPU time. */
  worst_ms: number;
}

const INTERVAL_MS = 2;

if (isMainThread && process.env.LOOP_PROBE === 'on') start();

function start(): void {
  stayOffline();
  const worst: LoopFigures = { worst_ms: 0 };
  let before = threadCpuMs();
  setInterval(() => {
    const now = threadCpuMs();
    worst.worst_ms = Math.max(worst.worst_ms, now - before);
    before = now;
  }, INTERVAL_MS).unref();

  const server = createServer((_request, response) => {
    // The turn in which this request is read may be the one that took long: the timer comes first.
    setTimeout(() => {
      // A connection that stays open may be closed at the moment it is used again.
      response.setHeader('connection', 'close').end(JSON.stringify(worst));
      worst.worst_ms = 0;
    }, 2 * INTERVAL_MS);
  });
  server.unref().listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    console.log(`Loop probe at http://127.0.0.1:${port}`);
  });
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Made-up requests contain made-up receivers: nothing is looked up, so nothing is sent. */
function stayOffline(): void {
  const lookup = dns.lookup;
  const refuse = (
    name: string,
    options: dns.LookupAllOptions,
    done: (...found: never[]) => void,
  ) => {
    if (name === 'localhost' || isIP(name))
      return Reflect.apply(lookup, dns, [name, options, done]);
    const error = Object.assign(new Error(`${name} is not looked up in tests`), {
      code: 'ENOTFOUND',
    });
    setImmediate(() => Reflect.apply(done, null, [error]));
  };
  Object.assign(dns, { lookup: refuse });
  syncBuiltinESMExports();
}
