import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHECKOUT = join(import.meta.dirname, '../..');

/** A file that is made from openapi.json, by its path in the checkout. */
export interface Generated {
  path: string;
  content: string;
}

const NOTICE = '// Made from openapi.json by `npm run generate`. Do not edit it.\n\n';

export function generatedFile(path: string, content: string): Generated {
  return { path, content: NOTICE + content };
}

export function writeAll(files: readonly Generated[]): void {
  for (const { path, content } of files) writeFileSync(join(CHECKOUT, path), content);
}

/** Paths of the files that are not what the document says now. */
export function outdated(files: readonly Generated[]): string[] {
  const isSame = ({ path, content }: Generated) => {
    const file = join(CHECKOUT, path);
    return existsSync(file) && readFileSync(file, 'utf8') === content;
  };
  return files.filter((file) => !isSame(file)).map(({ path }) => path);
}
