export { assertPrintable } from './assert-printable.ts';
export { deliverDocument, type HowToSend } from './deliver-document.ts';
export { deliverInvoice } from './deliver-invoice.ts';
export { getInvoiceDocument } from './get-invoice-document.ts';
export {
  findContact,
  findParties,
  type Parties,
  printedCompany,
  printedContact,
} from './parties.ts';
export type { PrintedDocument } from './pdf/printed-document.ts';
export { toPdf } from './pdf/printer.ts';
export { downloadPdf, PDF_PROBLEMS, PDF_RESPONSE } from './pdf-download.ts';
export { printInvoice } from './print-invoice.ts';
export { WORDS, type Words } from './words.ts';
export { onOneLine, paperOf, type Written, writtenFor } from './written.ts';
