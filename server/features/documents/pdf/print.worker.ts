import { serveCalls } from '../../../platform/threads/serve-calls.ts';
import { print } from './print.ts';
import type { PrintedDocument } from './printed-document.ts';

export const printCalls = {
  print: (document: PrintedDocument): Promise<Uint8Array> => print(document),
};

serveCalls(printCalls);
