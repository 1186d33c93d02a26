import type { Tx } from '../../platform/database/transaction.ts';
import { findInvoice, type InvoiceRow } from '../invoices/index.ts';
import { findParties, printedCompany, printedContact } from './parties.ts';
import type { PrintedDocument } from './pdf/printed-document.ts';
import type { Words } from './words.ts';
import { onOneLine, paperOf, writtenFor } from './written.ts';

/** An invoice as the customer reads it. */
export async function printInvoice(tx: Tx, invoiceId: string): Promise<PrintedDocument> {
  const invoice = await findInvoice(tx, invoiceId);
  const parties = await findParties(tx, invoice.lifecycle_number);
  const { company, contact } = parties;
  const { country, time_zone: timeZone } = company;
  const { language } = contact;
  const written = writtenFor({ language, country, timeZone, currency: invoice.currency });
  const { words, amount } = written;
  const state = { draft: words.draft, void: words.void }[invoice.status as 'draft' | 'void'];
  return {
    language: written.locale,
    title: words.invoice,
    paper: paperOf(country),
    company: printedCompany(parties, words),
    recipient: printedContact(parties),
    facts: [
      { label: words.number, value: invoice.number },
      { label: words.date, value: written.dayOf(invoice.sent_at ?? invoice.created_at) },
      { label: words.dueOn, value: written.day(invoice.due_on) },
      ...(state === undefined ? [] : [{ label: words.invoice, value: state }]),
    ],
    columns: words,
    sections: [
      {
        heading: invoice.job_title === null ? null : onOneLine(invoice.job_title),
        lines: invoice.lines.map((line) => ({
          description: onOneLine(line.description),
          quantity: written.number(line.quantity),
          price: amount(line.unit_amount),
          tax: written.percent(line.tax_rate),
          amount: amount(line.amount),
        })),
        totals: [
          { label: words.subtotal, value: amount(invoice.subtotal) },
          { label: words.tax, value: amount(invoice.tax) },
          { label: words.total, value: amount(invoice.total), isStrong: true },
          ...(invoice.paid === 0
            ? []
            : [
                { label: words.paid, value: amount(invoice.paid) },
                { label: words.balance, value: amount(invoice.total - invoice.paid) },
              ]),
        ],
      },
    ],
    notes: notesOf(invoice, company.payment_instructions, words),
    signature: null,
    footer: words.footer.replace('{number}', invoice.number),
  };
}

/** A customer who gets it on paper has no link that says how to pay. */
function notesOf(
  { notes, status, total, paid }: InvoiceRow,
  instructions: string | null,
  words: Words,
): PrintedDocument['notes'] {
  const isOwed = status !== 'void' && total > paid;
  return [
    ...(notes === null ? [] : [{ heading: words.notes, text: notes }]),
    ...(instructions === null || !isOwed ? [] : [{ heading: words.howToPay, text: instructions }]),
  ];
}
