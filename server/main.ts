import { readConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';
import { startService } from './service.ts';

/** Whatever still runs after this long is left to the next start, which recovers it. */
const DRAIN_LIMIT_MS = 9_500;

try {
  const service = await startService(readConfig(process.env));
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    console.log(`${signal}: finishing what is under way …`);
    setTimeout(() => {
      console.error('Not everything ended in time; leaving.');
      process.exit(1);
    }, DRAIN_LIMIT_MS).unref();
    await service.stop();
    console.log('Stopped.');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(`Throughline did not start. ${error.message}`);
  process.exit(1);
}
