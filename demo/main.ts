import { readConfig } from '../server/config.ts';
import { StartupError } from '../server/platform/startup-error.ts';
import { fill } from './fill.ts';
import { openDatabase } from './open-database.ts';
import { printReport } from './report.ts';
import { readSeed } from './seed.ts';

/** npm run demo [-- --seed=7]: a month of a company of twelve technicians, in an organization of its own. */
const startedAt = performance.now();
const say = (message: string) => console.log(message);
try {
  const seed = readSeed(process.argv.slice(2));
  const config = readConfig(process.env);
  const opened = await openDatabase(config, say);
  try {
    say('Living through a month of a heating company …');
    const filled = await fill(opened.connection, config, seed);
    try {
      const seconds = () => (performance.now() - startedAt) / 1000;
      await printReport({ filled, config, seed, seconds });
    } finally {
      await filled.stop();
    }
  } finally {
    await opened.stop();
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(`There is no demo. ${error.message.replaceAll(/\s*\n\s*/g, ' ')}`);
  process.exitCode = 1;
}
