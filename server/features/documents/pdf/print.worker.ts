import { serveCalls } from '../../../platform/threads/serve-calls.ts';
import { TooManyPages } from './page-writer.ts';
import { print } from './print.ts';
import type { PrintedDocument } from './printed-document.ts';

export const printCalls = {
  /** Classes of errors do not come out of a thread. */
  print: async (
    document: PrintedDocument,
    maxPages: number,
  ): Promise<Uint8Array | 'too_many_pages'> => {
    try {
      return await print(document, maxPages);
    } catch (error) {
      if (error instanceof TooManyPages) return 'too_many_pages';
      throw error;
    }
  },
};

serveCalls(printCalls);
