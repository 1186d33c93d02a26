import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Download } from '../../platform/http/download-operation.ts';
import type { PrintedDocument } from './pdf/printed-document.ts';
import { toPdf } from './pdf/printer.ts';

/** The document is read in one short transaction and laid out after it, so that a long one holds no connection. */
export async function downloadPdf(
  database: Database,
  { organizationId, actor, ownerId }: Caller,
  print: (tx: Tx) => Promise<{ document: PrintedDocument; name: string }>,
): Promise<Download> {
  const { document, name } = await database.read({ organizationId, actor, ownerId }, print);
  const pdf = await toPdf(document);
  return { fileName: `${name}.pdf`, body: once(pdf), ended: async () => {} };
}

async function* once(pdf: Buffer): AsyncGenerator<Buffer, void> {
  yield pdf;
}

/** What a download says of itself. */
export const PDF_RESPONSE = {
  description: 'The document as PDF.',
  mediaType: 'application/pdf',
  example: '%PDF-1.3',
};
export const PDF_PROBLEMS = ['document_busy', 'document_too_long'] as const;
