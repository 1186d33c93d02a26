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

/** A server in a process of its own that measures how long its event loop is busy. */
export interface ProbedServer extends ServerProcess {
  /** The longest turn since the last call, in milliseconds of CPU time. */
  worstTurnMs(): Promise<number>;
}

/** The same, with a second process that watches it from outside. */
export interface WatchedServer extends ProbedServer {
  /** What it saw since the last call. */
  outside(): Promise<OutsideFigures>;
}

const PROBE = pathToFileURL(join(import.meta.dirname, 'loop-probe.ts')).href;

export async function startProbedServer(
  environment: Record<string, string>,
): Promise<ProbedServer> {
  const server = await startServer({
    THROUGHLINE_RATE_LIMIT: '1000000',
    LOOP_PROBE: 'on',
    NODE_OPTIONS: `--import=${PROBE}`,
    ...environment,
  });
  const inside = await eventually(() => /Loop probe at (\S+)/.exec(server.output)?.[1]);
  return {
    ...server,
    get output() {
      return server.output;
    },
    async worstTurnMs() {
      const figures: LoopFigures = await fetch(inside).then(
        async (response) => JSON.parse(await response.text()),
        () => assert.fail(`The server has ended:\n${server.output.slice(-5_000)}`),
      );
      return figures.worst_ms;
    },
  };
}

/** On the database of the service. The watcher reads as the given organization. Stopped by `cleanUp()` and `stopWatching()`. */
export async function startWatchedServer(
  service: TestService,
  reader: TestOrganization,
): Promise<WatchedServer> {
  const server = await startProbedServer({
    THROUGHLINE_DATA_DIR: newDataDirectory(),
    DATABASE_URL: databaseUrl(service.ownerConnection),
    THROUGHLINE_TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    // The same as that of the service, so that each can open what the other has sealed.
    THROUGHLINE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const watcher = fork(join(import.meta.dirname, 'outside-probe.ts'), [server.url, reader.token]);
  watchers.add(watcher);
  const outside = async (): Promise<OutsideFigures> => {
    watcher.send('figures');
    const [seen]: OutsideFigures[] = await once(watcher, 'message');
    return seen ?? assert.fail('the watcher has ended');
  };
  // The first requests load and compile code.
  let requests = 0;
  await eventually(async () => {
    requests += (await outside()).requests;
    return requests > 20;
  }, 60_000);
  await server.worstTurnMs();
  return {
    ...server,
    get output() {
      return server.output;
    },
    outside,
  };
}

const watchers = new Set<ChildProcess>();

export function stopWatching(): void {
  for (const watcher of watchers) watcher.kill();
}
