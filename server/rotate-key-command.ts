import { readConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';
import { rotateKey } from './rotate-key.ts';

/** npm run rotate-key: uses the same environment variables as the service. */
const isJson = process.argv.includes('--json');

try {
  const { resealed, unreadable, tables } = await rotateKey(readConfig(process.env));
  const counts = Object.entries(tables).map(([name, count]) => `${name} ${count}`);
  const of = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  if (isJson) console.log(JSON.stringify({ resealed, unreadable, tables }));
  else console.log(`${resealed} secrets were encrypted again with the current key${of}.`);
  if (unreadable > 0) {
    fail(
      'secrets_unreadable',
      `${unreadable} secrets are encrypted with a key that is not set. Keep all keys, add the missing one to THROUGHLINE_SECRET_KEY after a comma, and run this again.`,
    );
  } else if (!isJson) {
    console.log('Nothing is encrypted with another key any more: you can remove the old keys.');
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  fail('not_rotated', error.message);
}

function fail(code: string, detail: string): void {
  console.error(isJson ? JSON.stringify({ error: { code, detail } }) : detail);
  process.exitCode = 1;
}
