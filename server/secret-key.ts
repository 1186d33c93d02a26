import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { codeOf } from './platform/failure.ts';
import { parseKeys, SEALING_KEY_BYTES } from './platform/sealing.ts';
import { Secrets } from './platform/secrets.ts';
import { StartupError } from './platform/startup-error.ts';

/** How long a process uses the keys that it has read from the file, before it looks at the file again. */
export const KEY_FILE_CACHE_MS = 1_000;

/**
 * The keys from the settings, or those stored next to the embedded database, where the first start creates one. An
 * external database is shared by processes that share no directory: without the setting, there is no key.
 */
export function openSecrets(config: Config): Secrets | null {
  if (config.secretKeys) return new Secrets(config.secretKeys);
  if (config.databaseUrl) return null;
  const { dataDirectory } = config;
  if (readKeys(keyFile(dataDirectory)) === null) createKey(dataDirectory);
  return new Secrets(keysOfFile(dataDirectory));
}

export function keyFile(dataDirectory: string): string {
  return join(dataDirectory, 'secret-key');
}

/** The keys in the file, read again after it was replaced: a key can change while the service runs. */
function keysOfFile(dataDirectory: string): () => readonly Buffer[] {
  const path = keyFile(dataDirectory);
  let keys = storedKeys(dataDirectory);
  let version = versionOf(path);
  let checkAt = performance.now() + KEY_FILE_CACHE_MS;
  return () => {
    if (performance.now() < checkAt) return keys;
    checkAt = performance.now() + KEY_FILE_CACHE_MS;
    const found = versionOf(path);
    if (found === null || found === version) return keys;
    version = found;
    // A running service keeps its keys if the file is damaged; the next start says so.
    keys = parseKeys(readFileSync(path, 'utf8').trim().split(/\s+/)) ?? keys;
    return keys;
  };
}

/** A file that is missing for a moment changes nothing. */
function versionOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : null;
}

/** One key per line; the first encrypts. */
export function storedKeys(dataDirectory: string): Buffer[] {
  const path = keyFile(dataDirectory);
  const keys = parseKeys(readKeys(path) ?? []);
  if (keys !== null) return keys;
  throw new StartupError(
    `${path} is not a key of 32 bytes in base64. Restore the original file: secrets encrypted with it cannot be read without it.`,
  );
}

/** Replaces the keys in the file, completely or not at all. */
export function replaceKeys(dataDirectory: string, keys: readonly Buffer[]): void {
  const path = keyFile(dataDirectory);
  const draft = writeDraft(dataDirectory, keys);
  // Another user may run this than the one that runs the service.
  const { uid, gid } = statSync(path);
  chownSync(draft, uid, gid);
  renameSync(draft, path);
}

export function newKey(): Buffer {
  return randomBytes(SEALING_KEY_BYTES);
}

function writeDraft(dataDirectory: string, keys: readonly Buffer[]): string {
  const draft = `${keyFile(dataDirectory)}.${process.pid}`;
  mkdirSync(dataDirectory, { recursive: true });
  writeFileSync(draft, keys.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 });
  chmodSync(draft, 0o600);
  return draft;
}

/** Writes the whole file before giving it its name, and never replaces an existing one. */
function createKey(dataDirectory: string): void {
  try {
    const draft = writeDraft(dataDirectory, [newKey()]);
    try {
      linkSync(draft, keyFile(dataDirectory));
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

function readKeys(path: string): string[] | null {
  try {
    return readFileSync(path, 'utf8').trim().split(/\s+/);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new StartupError(`${path} cannot be read. Make it readable for this user.`);
  }
}
