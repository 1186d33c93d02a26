import { readConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';
import { startService } from './service.ts';

/** Work that still runs after this long is abandoned; the next start recovers it. */
const DRAIN_LIMIT_MS = 9_500;

const stopping = new AbortController();
const starting = start();
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
try {
  await starting;
} catch (error) {
  if (!isStopped(error)) fail(error);
}

function fail(error: unknown): never {
  if (!(error instanceof StartupError)) throw error;
  console.error(`Throughline did not start. ${error.message.replaceAll(/\s*\n\s*/g, ' ')}`);
  process.exit(1);
}

async function start() {
  return startService(readConfig(process.env), stopping.signal);
}

function isStopped(error: unknown): boolean {
  return stopping.signal.aborted && error === stopping.signal.reason;
}

/** A start ends at its next step, and stops what it has started. */
async function stop(signal: string) {
  if (stopping.signal.aborted) return;
  stopping.abort();
  console.log(`${signal}: finishing requests and tasks …`);
  setTimeout(() => {
    console.error('Some work did not finish in time; exiting.');
    process.exit(1);
  }, DRAIN_LIMIT_MS).unref();
  const service = await starting.catch((error) => (isStopped(error) ? null : fail(error)));
  await service?.stop();
  console.log('Stopped.');
  process.exit(0);
}
