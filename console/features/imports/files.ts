import type { Preview } from './preview.ts';

/** The files that were uploaded from this page: the service reports lines, and the rows are in the file. */
const files = new Map<string, { file: File; preview: Preview }>();

/** A larger file is not read again for its rejected rows. */
const MAX_BYTES = 20_000_000;

export function rememberFile(importId: string, uploaded: { file: File; preview: Preview }): void {
  files.set(importId, uploaded);
}

export async function contentOf(
  importId: string,
): Promise<{ content: string; separator: string } | null> {
  const known = files.get(importId);
  if (!known || known.file.size > MAX_BYTES) return null;
  const { charset, separator } = known.preview;
  const content = new TextDecoder(charset).decode(await known.file.arrayBuffer());
  return { content, separator };
}
