import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { codeOf } from './platform/failure.ts';
import { SEALING_KEY_BYTES } from './platform/sealing.ts';
import { Secrets } from './platform/secrets.ts';
import { StartupError } from './platform/startup-error.ts';

/**
 * The key from the settings, or the one stored next to the embedded database, which the first start creates. An
 * external database is shared by processes that share no directory: without the setting, there is no key.
 */
export function openSecrets(config: Config): Secrets | null {
  if (config.secretKey) return new Secrets(config.secretKey);
  if (config.databaseUrl) return null;
  return new Secrets(storedKey(config.dataDirectory));
}

function storedKey(dataDirectory: string): Buffer {
  const path = join(dataDirectory, 'secret-key');
  if (readKey(path) === null) createKey(dataDirectory, path);
  const key = readKey(path);
  if (key?.length === SEALING_KEY_BYTES) return key;
  throw new StartupError(
    `${path} is not a key of 32 bytes in base64. Restore the original file: secrets encrypted with it cannot be read without it.`,
  );
}

/** Writes the whole file before giving it its name, and never replaces an existing one. */
function createKey(dataDirectory: string, path: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dataDirectory, { recursive: true });
    writeFileSync(draft, `${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    try {
      linkSync(draft, path);
    } catch (error) {
      // Another process with the same directory was first.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    rmSync(draft);
  } catch (error) {
    throw new StartupError(
      `The data directory ${dataDirectory} is not writable (${codeOf(error)}). Make it writable, or set THROUGHLINE_SECRET_KEY.`,
    );
  }
}

function readKey(path: string): Buffer | null {
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new StartupError(`${path} cannot be read. Make it readable for this user.`);
  }
}
