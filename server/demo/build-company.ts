import { setPriority } from 'node:os';
import type pg from 'pg';
import { readConfig } from '../config.ts';
import { toUuid } from '../domain/ids.ts';
import { StartupError } from '../platform/startup-error.ts';
import { TASKS_DONE } from './background.ts';
import { copyOrganization } from './copy-organization.ts';
import { fill } from './fill.ts';
import { markAsDemo } from './mark-as-demo.ts';
import { ownerConnection } from './open-database.ts';
import { openPrivateDatabase } from './private-database.ts';
import { DEFAULT_SEED } from './seed.ts';

/** Requests get three times as much CPU if there is not enough, and it still gets done. PostgreSQL inherits it. */
const BELOW_REQUESTS = 5;

/** Percent of the whole: the private database, then the month; the copy is the rest. */
const PREPARED = 15;
const SIMULATED = 97;

/**
 * Builds the demo company of a running service: the program that its worker starts, with the number of the attempt. It
 * reports its progress in percent, and ends with the worker.
 */
async function main(): Promise<void> {
  const attempt = Number(process.argv[2]);
  setPriority(BELOW_REQUESTS);
  const signal = endWithWorker();
  const config = readConfig(process.env);
  const to = ownerConnection(config);
  const { owner: from, connection, stop } = await openPrivateDatabase();
  try {
    const onProgress = (part: number) => report(PREPARED + part * (SIMULATED - PREPARED));
    const filled = await fill({ connection, config, seed: DEFAULT_SEED, signal, onProgress });
    await filled.stop();
    const { organizationId, ownerId } = filled;
    await copyOrganization({
      from,
      to,
      organizationId,
      tasksDone: TASKS_DONE,
      async alongside(client) {
        await markAsDemo(client, organizationId);
        await record(client, attempt, { organizationId, userId: toUuid('user', ownerId) });
      },
    });
  } finally {
    await stop();
  }
}

let reported = 0;

function report(percent: number): void {
  const progress = Math.min(Math.floor(percent), SIMULATED);
  if (progress === reported) return;
  reported = progress;
  process.send?.({ progress });
}

/** A worker that was overtaken must not leave a second company: nothing is written if this attempt is not the last. */
async function record(
  client: pg.Client,
  attempt: number,
  company: { organizationId: string; userId: string | null },
): Promise<void> {
  const { rowCount } = await client.query(
    `update demo_company set company_id = $2, owner_id = $3
     where status = 'building' and attempt = $1 and company_id is null`,
    [attempt, company.organizationId, company.userId],
  );
  if (rowCount !== 1) throw new StartupError('Another worker has begun again.');
}

/** A worker that stops sends SIGTERM. If it was killed, the channel to it closes, and there is nothing to wait for. */
function endWithWorker(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort(new StartupError('The worker is stopping.')));
  process.once('disconnect', () => process.exit(1));
  return controller.signal;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
} finally {
  process.removeAllListeners('disconnect');
  process.disconnect?.();
}
