import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './platform/failure.ts';
import { StartupError } from './platform/startup-error.ts';

export function tokenFile(dataDirectory: string): string {
  return join(dataDirectory, 'bootstrap-token');
}

/** Written completely or not at all, readable only by its owner. */
export async function saveToken(dataDirectory: string, token: string): Promise<void> {
  const path = tokenFile(dataDirectory);
  try {
    mkdirSync(dataDirectory, { recursive: true });
    writeFileSync(`${path}.new`, `${token}\n`, { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new StartupError(
      `The data directory ${dataDirectory} is not writable (${codeOf(error)}). Make it writable, or set THROUGHLINE_DATA_DIR.`,
    );
  }
}
