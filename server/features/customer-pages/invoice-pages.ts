import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { printInvoice, toPdf, writtenFor } from '../documents/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { findInvoice, type InvoiceRow } from '../invoices/index.ts';
import {
  type CheckoutRow,
  canPayOnline,
  findCheckoutToShow,
  openCheckout,
} from '../payments/index.ts';
import { longText } from './estimate-options.ts';
import { facts, layout } from './layout.ts';
import { payBlock, paymentNotice, payPage } from './pay-block.ts';
import { pricedTable, Space } from './priced-table.ts';
import type { Pages, Shown } from './shown.ts';

/** The customer's invoice: what it is for, what is paid, and how to pay the rest. */
export const invoicePages: Pages = {
  show,
  views: {
    async pay(tx, shown) {
      const [invoice, checkout] = await Promise.all([
        readInvoice(tx, shown),
        findCheckoutToShow(tx, shown.link.target_id),
      ]);
      // It was paid or closed meanwhile: the page itself says how things are.
      return checkout === null || !isOwed(invoice)
        ? { page: await show(tx, shown) }
        : payPage(shown, invoice, checkout);
    },
  },
  files: {
    'document.pdf': async (tx, shown) => {
      const { number, invoice_id } = await readInvoice(tx, shown);
      const document = await printInvoice(tx, invoice_id);
      return async () => ({
        name: `${number}.pdf`,
        type: 'application/pdf',
        content: await toPdf(document),
      });
    },
  },
  actions: {
    // The provider sends the customer to a page that opens nothing: it does not learn this address.
    async pay(tx, { link, baseUrl }) {
      await openCheckout(tx, link.target_id, { baseUrl });
      return { next: '/pay' };
    },
  },
};

async function show(tx: Tx, shown: Shown): Promise<Markup> {
  const [invoice, isOnline, checkout] = await Promise.all([
    readInvoice(tx, shown),
    canPayOnline(tx),
    findCheckoutToShow(tx, shown.link.target_id),
  ]);
  return invoicePage(shown, invoice, { isOnline, checkout });
}

function isOwed({ status, total, paid }: InvoiceRow): boolean {
  return status !== 'void' && total > paid;
}

/** A draft is nothing to see yet. */
async function readInvoice(tx: Tx, { link }: Shown): Promise<InvoiceRow> {
  const invoice = await findInvoice(tx, link.target_id);
  if (invoice.status === 'draft') throw notFound('page');
  return invoice;
}

function invoicePage(
  shown: Shown,
  invoice: InvoiceRow,
  { isOnline, checkout }: { isOnline: boolean; checkout: CheckoutRow | null },
): Markup {
  const { texts, company, language, path } = shown;
  const { currency, status, subtotal, tax, total, paid } = invoice;
  const { country, time_zone: timeZone } = company;
  const written = writtenFor({ language, country, timeZone, currency });
  const { words } = written;
  const totals: [string, number][] = [
    [words.subtotal, subtotal],
    [words.tax, tax],
    [words.total, total],
    [words.paid, paid],
    [words.balance, total - paid],
  ];
  const around = { written, space: new Space(), caption: words.invoice, more: texts.more };
  const isOpen = isOwed(invoice);
  const state = isOpen ? paymentNotice(shown, checkout) : null;
  const content = html`${facts([
    [words.number, invoice.number],
    [words.invoice, invoice.job_title],
    [words.dueOn, written.day(invoice.due_on)],
  ])}
${pricedTable(invoice.lines, totals, around)}
${invoice.notes === null ? null : longText(invoice.notes, texts.more)}
<p><a class="link" href="${path}/document.pdf">${texts.download}</a></p>
${isOpen && checkout?.status !== 'processing' ? payBlock(shown, isOnline) : null}`;
  const settled = isOpen ? state : texts.invoice.paid;
  const notice = status === 'void' ? texts.invoice.void : settled;
  return layout(shown, { heading: texts.invoice.title, content, notice, isOver: !isOpen });
}
