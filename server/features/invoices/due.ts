import type { Status } from './invoice.ts';

/** Pure rules: what is to be collected for a job. */

export interface InvoiceOfJob {
  invoice_id: string;
  job_id: string;
  number: string;
  status: Status;
  currency: string;
  total: number;
  paid: number;
}

interface Contract {
  contract_amount: number | null;
  contract_currency: string | null;
}

export interface Due {
  amount: number;
  currency: string;
  /** Null if there is no invoice yet, or more than one. */
  invoice_id: string | null;
}

const OPEN: readonly Status[] = ['draft', 'sent', 'partially_paid'];

/** Invoices that a payment can be for. A draft is sent when it is paid. */
export function openInvoices(invoices: readonly InvoiceOfJob[]): InvoiceOfJob[] {
  return invoices.filter(({ status, total, paid }) => OPEN.includes(status) && total > paid);
}

/** What the open invoices come to, or else what of the contract was not invoiced yet; null if nothing is owed. */
export function dueOf(contract: Contract, invoices: readonly InvoiceOfJob[]): Due | null {
  const open = openInvoices(invoices);
  const [first] = open;
  if (first === undefined) return restOfContract(contract, invoices);
  const { currency } = first;
  const amount = open
    .filter((one) => one.currency === currency)
    .reduce((sum, { total, paid }) => sum + total - paid, 0);
  return { amount, currency, invoice_id: open.length === 1 ? first.invoice_id : null };
}

function restOfContract(
  { contract_amount, contract_currency: currency }: Contract,
  invoices: readonly InvoiceOfJob[],
): Due | null {
  if (contract_amount === null || currency === null) return null;
  const invoiced = invoices
    .filter((one) => one.status !== 'void' && one.currency === currency)
    .reduce((sum, { total }) => sum + total, 0);
  const amount = contract_amount - invoiced;
  return amount > 0 ? { amount, currency, invoice_id: null } : null;
}
