export { balancesOf, sumBalances } from './balances.ts';
export { MAX_PAYMENTS, type OpenInvoice, openInvoice } from './change-invoice.ts';
export { collectPayment } from './collect-payment.ts';
export { countInvoices } from './count-invoices.ts';
export { createInvoice } from './create-invoice.ts';
export { type Due, dueOf } from './due.ts';
export * as invoiceEvents from './events.ts';
export { getInvoice } from './get-invoice.ts';
export { METHODS, type Method, OWED, PROVIDER_KINDS, type ProviderKind } from './invoice.ts';
export { invoicesOfJobs } from './invoices-of-jobs.ts';
export { issueNewInvoice } from './issue-new-invoice.ts';
export { listInvoices } from './list-invoices.ts';
export { listInvoiceRows } from './list-invoices-query.ts';
export { newestInvoices } from './newest-invoices.ts';
export { openInvoiceNumbers } from './open-invoices.ts';
export { assertPayable, payInvoice } from './pay-invoice.ts';
export { listPayments, toPayment } from './payment-queries.ts';
export {
  findInvoice,
  findInvoiceOrNull,
  findInvoicesByNumber,
  findToday,
  type InvoiceRow,
  lockInvoice,
  toInvoice,
} from './queries.ts';
export {
  findLedgerPaymentOrNull,
  type InvoiceParties,
  invoiceIdsOfCustomer,
  type LedgerPayment,
  listLedgerPayments,
  partiesOfInvoices,
} from './received-payments.ts';
export { recordPayment } from './record-payment.ts';
export { recordRefund } from './record-refund.ts';
export { refundInvoice, unrefundedOf } from './refund-invoice.ts';
export { Invoice, InvoiceLine, providerField, providerPaymentId } from './schemas.ts';
export { type DeliverInvoice, sendInvoice } from './send-invoice.ts';
export { updateInvoice } from './update-invoice.ts';
export { voidInvoice } from './void-invoice.ts';
