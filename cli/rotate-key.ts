import { readConfig } from '../server/config.ts';
import { StartupError } from '../server/platform/startup-error.ts';
import { rotateKey as rotate } from '../server/rotate-key.ts';
import { CliError } from './cli-error.ts';
import { print } from './output.ts';
import type { Arguments } from './settings.ts';

/** Uses the same environment variables as the service. */
export async function rotateKey({ json }: Arguments): Promise<void> {
  const { resealed, unreadable, tables } = await rotated();
  const counts = Object.entries(tables).map(([name, count]) => `${name} ${count}`);
  const of = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  print(
    json,
    { resealed, unreadable, tables },
    `${resealed} secrets were encrypted again with the current key${of}.`,
  );
  if (unreadable > 0) {
    throw new CliError(
      'secrets_unreadable',
      `${unreadable} secrets are encrypted with a key that is not set. Keep all keys, add the missing one to THROUGHLINE_SECRET_KEY after a comma, and run this again.`,
    );
  }
  if (!json)
    console.log('Nothing is encrypted with another key any more: you can remove the old keys.');
}

async function rotated() {
  try {
    return await rotate(readConfig(process.env));
  } catch (error) {
    if (error instanceof StartupError) throw new CliError('not_rotated', error.message);
    throw error;
  }
}
