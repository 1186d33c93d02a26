import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from './eventually.ts';
import type { TestOrganization, TestService } from './harness.ts';
import type { LoopFigures } from './loop-probe.ts';
import type { OutsideFigures } from './outside-probe.ts';
import {
  databaseUrl,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from './server-process.ts';

export type Figures = LoopFigures & OutsideFigures;

/** A whole server in a process of its own, on the database of the service, with a second process that watches it. */
export interface WatchedServer extends ServerProcess {
  /** What was measured since the last call, from inside and from outside. */
  figures(): Promise<Figures>;
}

const PROBE = pathToFileURL(join(import.meta.dirname, 'loop-probe.ts')).href;

/** As often as it must be asked to see how long the longest response takes. */
const ALL_THE_TIME_MS = 4;

/** The watcher reads as the given organization. Stopped by `cleanUp()` and `stopWatching()`. */
export async function startWatchedServer(
  service: TestService,
  reader: TestOrganization,
  environment: Record<string, string> = {},
  pauseMs = ALL_THE_TIME_MS,
): Promise<WatchedServer> {
  const server = await startServer({
    THROUGHLINE_DATA_DIR: newDataDirectory(),
    DATABASE_URL: databaseUrl(service.ownerConnection),
    THROUGHLINE_RATE_LIMIT: '1000000',
    THROUGHLINE_TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    // The same as that of the service, so that each can open what the other has sealed.
    THROUGHLINE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOOP_PROBE: 'on',
    NODE_OPTIONS: `--import=${PROBE}`,
    ...environment,
  });
  const inside = await eventually(() => /Loop probe at (\S+)/.exec(server.output)?.[1]);
  const given = [server.url, reader.token, String(pauseMs)];
  const outside = fork(join(import.meta.dirname, 'outside-probe.ts'), given);
  watchers.add(outside);
  const watched: WatchedServer = {
    ...server,
    get output() {
      return server.output;
    },
    async figures() {
      const loop: LoopFigures = await fetch(inside).then(
        async (response) => JSON.parse(await response.text()),
        () => assert.fail(`The server has ended:\n${server.output.slice(-5_000)}`),
      );
      outside.send('figures');
      const [seen]: OutsideFigures[] = await once(outside, 'message');
      return { health_ms: 0, read_ms: 0, requests: 0, failures: 0, ...seen, ...loop };
    },
  };
  // The first requests load and compile code.
  let requests = 0;
  await eventually(async () => {
    requests += (await watched.figures()).requests;
    return requests > 20;
  }, 60_000);
  return watched;
}

const watchers = new Set<ChildProcess>();

export function stopWatching(): void {
  for (const watcher of watchers) watcher.kill();
}
