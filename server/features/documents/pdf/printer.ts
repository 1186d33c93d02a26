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

/** Those that wait are in memory, with their pictures. */
const MAX_WAITING = 20;
let waiting = 0;

/** The document as PDF. Refused while too many others wait: they are made one after another. */
export async function toPdf(document: PrintedDocument): Promise<Buffer> {
  if (waiting >= MAX_WAITING) throw busy();
  waiting += 1;
  try {
    const pdf = await thread.call('print', document);
    if (pdf === 'too_many_pages') throw tooLong();
    return Buffer.from(pdf);
  } finally {
    waiting -= 1;
  }
}

function busy(): Problem {
  const detail = 'Many documents are being made at the moment. Try again in a few seconds.';
  return new Problem(503, 'document_busy', detail, { headers: { 'retry-after': '5' } });
}

function tooLong(): Problem {
  const detail = 'The document would have more than 200 pages. Shorten the lines, terms or notes.';
  return new Problem(409, 'document_too_long', detail);
}
