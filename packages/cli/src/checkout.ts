import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout of the service around this program; null in a published package. */
export function checkout(): string | null {
  const directory = fileURLToPath(new URL('../../..', import.meta.url));
  return existsSync(join(directory, 'server', 'main.ts')) ? directory : null;
}
