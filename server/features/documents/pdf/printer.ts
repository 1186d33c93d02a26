import { Problem } from '../../../platform/errors.ts';
import { CalledThread } from '../../../platform/threads/called-thread.ts';
import type { printCalls } from './print.worker.ts';
import type { PrintedDocument } from './printed-document.ts';

/**
 * Documents are laid out in a thread of their own: a long one takes a second, in which no request would be served. It has one at a
 * time, so that one that takes the thread down fails alone.
 */
const thread = new CalledThread<typeof printCalls>(new URL('./print.worker.ts', import.meta.url), {
  isOneAtATime: true,
});

/** A document that is this long is no longer read by anyone, and would take seconds to write. */
const MAX_PAGES = 200;
/** The rest is for what is added later, such as how it was signed. */
export const MAX_PAGES_WHEN_SENT = 190;

/** Those that wait are in memory, with their pictures. */
const MAX_WAITING = 20;
/** A document is sent in a transaction, which keeps its connection while it waits. */
const MAX_WAITING_TO_SEND = 4;
let waiting = 0;

/** The document as PDF. */
export async function toPdf(document: PrintedDocument): Promise<Buffer> {
  const pdf = await print(document, MAX_PAGES, MAX_WAITING);
  if (pdf === null) throw tooLong();
  return pdf;
}

/** Whether a document that is sent now can be printed then and later. */
export async function fitsWhenSent(document: PrintedDocument): Promise<boolean> {
  return (await print(document, MAX_PAGES_WHEN_SENT, MAX_WAITING_TO_SEND)) !== null;
}

/** Null if it has more pages. Refused while too many others wait: they are made one after another. */
async function print(
  document: PrintedDocument,
  maxPages: number,
  maxWaiting: number,
): Promise<Buffer | null> {
  if (waiting >= maxWaiting) throw busy();
  waiting += 1;
  try {
    const pdf = await thread.call('print', document, maxPages);
    return pdf === 'too_many_pages' ? null : Buffer.from(pdf);
  } finally {
    waiting -= 1;
  }
}

function busy(): Problem {
  const detail = 'Many documents are being made at the moment. Try again in a few seconds.';
  return new Problem(503, 'document_busy', detail, { headers: { 'retry-after': '5' } });
}

function tooLong(): Problem {
  const detail = `The document would have more than ${MAX_PAGES} pages. Shorten the lines, terms or notes.`;
  return new Problem(409, 'document_too_long', detail);
}
