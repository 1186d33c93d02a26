import { validationFailed } from '../../platform/errors.ts';
import type { PrintedDocument } from './pdf/printed-document.ts';
import { fitsWhenSent, MAX_PAGES_WHEN_SENT } from './pdf/printer.ts';

/** What decides how long a document becomes. */
interface Content {
  /** Of all sections. */
  lines: number;
  /** Terms or notes. */
  text: string | null;
}

/** It fits whatever is in it: a line never takes more than a page, and 54 line ends fit on one. */
const SURELY_FITS = { lines: 100, characters: 4_000 };

/**
 * Refuses to send a document that could not be printed after that. Only a very long one is laid out to know it, which takes a
 * second.
 */
export async function assertPrintable(
  { lines, text }: Content,
  { pointer, next }: { pointer: string; next: string },
  print: () => Promise<PrintedDocument>,
): Promise<void> {
  const characters = text?.length ?? 0;
  if (lines <= SURELY_FITS.lines && characters <= SURELY_FITS.characters) return;
  if (await fitsWhenSent(await print())) return;
  const detail = `The PDF would have more than ${MAX_PAGES_WHEN_SENT} pages. ${next}`;
  throw validationFailed([{ pointer, code: 'document_too_long', detail }]);
}
