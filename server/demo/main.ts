import { type Config, readConfig } from '../config.ts';
import { StartupError } from '../platform/startup-error.ts';
import { TASKS_DONE } from './background.ts';
import { copyOrganization } from './copy-organization.ts';
import { fill } from './fill.ts';
import { markAsDemo } from './mark-as-demo.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { openPrivateDatabase } from './private-database.ts';
import { printReport } from './report.ts';
import { readSeed } from './seed.ts';

const print = (message: string) => console.log(message);

/** npm run demo [-- --seed=7]: creates an organization with a month of data of a company with twelve technicians. */
async function main(): Promise<void> {
  const startedAt = performance.now();
  const seed = readSeed(process.argv.slice(2));
  const config = readConfig(process.env);
  const signal = interruption();
  const [target, own] = await openBoth(config);
  try {
    print('Simulating a month of a heating company …');
    const { connection } = own;
    const filled = await fill({ connection, config, seed, signal, onProgress() {} });
    try {
      const { url } = await filled.api.users.signInLinks.create(filled.ownerId);
      const { organizationId } = filled;
      await copyOrganization({
        from: own.owner,
        to: target.owner,
        organizationId,
        tasksDone: TASKS_DONE,
        alongside: (client) => markAsDemo(client, organizationId),
      });
      const seconds = () => (performance.now() - startedAt) / 1000;
      await printReport({ filled, config, seed, seconds, signInKey: new URL(url).hash });
    } finally {
      await filled.stop();
    }
  } finally {
    await Promise.all([target.stop(), own.stop()]);
  }
}

/** In parallel; if one of them cannot be opened, the other one is stopped. */
async function openBoth(config: Config): Promise<[OpenDatabase, OpenDatabase]> {
  const [target, own] = await Promise.allSettled([
    openDatabase(config, print),
    openPrivateDatabase(),
  ]);
  if (target.status === 'fulfilled' && own.status === 'fulfilled') {
    return [target.value, own.value];
  }
  for (const one of [target, own]) if (one.status === 'fulfilled') await one.value.stop();
  throw target.status === 'rejected' ? target.reason : own.status === 'rejected' && own.reason;
}

/** Ctrl-C stops the month between two steps, so that the temporary database is still removed. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      controller.abort(new StartupError('It was interrupted before the month was complete.'));
    });
  }
  return controller.signal;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(`The demo was not created. ${error.message.replaceAll(/\s*\n\s*/g, ' ')}`);
  process.exitCode = 1;
}
