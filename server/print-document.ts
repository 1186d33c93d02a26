import { printInvoice, toPdf } from './features/documents/index.ts';
import { findEstimate, printEstimate } from './features/estimates/index.ts';
import { findInvoice } from './features/invoices/index.ts';
import type { PrintDocument } from './features/messaging/index.ts';
import type { Tx } from './platform/database/transaction.ts';
import type { Actor } from './platform/events/event.ts';

const SENDING: Actor = { type: 'system', id: null, name: 'sending' };

/** Prints what an email has attached. Read in one short transaction, and laid out after it. */
export const printDocument: PrintDocument = async (
  database,
  organizationId,
  { kind, document_id: id },
) => {
  const as = { organizationId, actor: SENDING };
  const { name, document } = await database.read(as, async (tx) => ({
    name: kind === 'invoice' ? await invoiceName(tx, id) : await estimateName(tx, id),
    document: kind === 'invoice' ? await printInvoice(tx, id) : await printEstimate(tx, id),
  }));
  return { name: `${name}.pdf`, contentType: 'application/pdf', bytes: await toPdf(document) };
};

async function invoiceName(tx: Tx, id: string): Promise<string> {
  return (await findInvoice(tx, id)).number;
}

async function estimateName(tx: Tx, id: string): Promise<string> {
  const { number, version } = await findEstimate(tx, id);
  return version === 1 ? number : `${number}-v${version}`;
}
