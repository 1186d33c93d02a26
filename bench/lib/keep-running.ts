import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { spawnServer } from './test-bed.ts';

/** Restarts the server whenever it ends, for any reason. */
export function keepRunning(environment: Record<string, string>) {
  let child: ChildProcess | null = null;
  let stopping = false;
  const { promise: firstReady, resolve: ready } = Promise.withResolvers<void>();
  const ended = (async () => {
    while (!stopping) {
      const started = spawnServer(environment);
      child = started.process;
      started.url.then(
        () => ready(),
        () => {},
      );
      await new Promise((resolve) => started.process.once('exit', resolve));
    }
  })();
  return {
    firstReady,
    get pid() {
      return child?.pid;
    },
    async stop() {
      stopping = true;
      child?.kill('SIGTERM');
      await ended;
    },
  };
}

export function postmasterOf(directory: string): number | undefined {
  try {
    const pid = Number(
      readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    );
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
