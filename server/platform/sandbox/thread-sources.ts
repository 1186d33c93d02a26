import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The file without types and all files of this checkout that it imports, by address. */
export function sourcesFrom(entry: URL): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  const add = (url: URL) => {
    if (sources.has(url.href)) return;
    const source = stripTypeScriptTypes(readFileSync(url, 'utf8'));
    sources.set(url.href, source);
    for (const [, path = ''] of source.matchAll(/ from '(\.[^']+\.ts)'/g)) add(new URL(path, url));
  };
  add(entry);
  return sources;
}
