import { readFileSync } from 'node:fs';

/** One folder above both the source and the published program. */
export function version(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (name === 'throughline') return String(version);
    } catch {
      // Further up.
    }
  }
  return 'unknown';
}
