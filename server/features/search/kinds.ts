import { writtenAmount } from '../../domain/currencies.ts';
import { toPublicId } from '../../domain/ids.ts';
import { readSearch } from '../../domain/search.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { listCustomerRows } from '../customers/index.ts';
import { findEstimatesByNumber, toEstimate } from '../estimates/index.ts';
import { findInvoicesByNumber, findToday } from '../invoices/index.ts';
import { listJobRows } from '../jobs/index.ts';
import { searchLeadRows } from '../leads/index.ts';
import { scoreOf } from './rank.ts';
import type { SearchResult } from './schemas.ts';

/** How each kind is found and shown. Null if the text is too short to search for. */
type Find = (tx: Tx, q: string, limit: number) => Promise<SearchResult[] | null>;

interface Person {
  lifecycle_number: string;
  name: string | null;
  phone: string | null;
  email: string | null;
}

/** A lifecycle number that was typed is itself the result. */
export const findLeads: Find = async (tx, q, limit) => {
  const search = readSearch(q, 'lead');
  if (search === null) return isDocumentNumber(q) ? [] : null;
  const rows = await searchLeadRows(tx, search, limit);
  return rows.map((row) => {
    const isNumber = search.numbers.includes(row.lifecycle_number);
    const found = isNumber
      ? ({ kind: 'lifecycle', id: row.lifecycle_number } as const)
      : ({ kind: 'lead', id: toPublicId('lead', row.lead_id) } as const);
    const subtitle = [row.phone ?? row.email, row.service_needed.replaceAll('_', ' ')];
    return { ...found, ...shownPerson(q, row, subtitle) };
  });
};

export const findCustomers: Find = async (tx, q, limit) => {
  const search = readSearch(q, 'customer');
  if (search === null) return isDocumentNumber(q) ? [] : null;
  const rows = await listCustomerRows(tx, search, null, limit);
  return rows.map((row) => ({
    kind: 'customer',
    id: toPublicId('customer', row.customer_id),
    ...shownPerson(q, row, [row.phone ?? row.email, row.address]),
  }));
};

function shownPerson(q: string, row: Person, subtitle: readonly (string | null)[]) {
  const { lifecycle_number, name, phone, email } = row;
  return {
    lifecycle_number,
    title: name ?? phone ?? email ?? lifecycle_number,
    subtitle: joined(subtitle),
    score: scoreOf(q, { names: [name], phone, email, number: lifecycle_number }),
  };
}

export const findJobs: Find = async (tx, q, limit) => {
  const search = readSearch(q, 'job');
  if (search === null) return isDocumentNumber(q) ? [] : null;
  const filters = {
    statuses: null,
    customerId: null,
    lifecycleNumber: null,
    assignedTo: null,
    search,
  };
  const rows = await listJobRows(tx, filters, null, limit);
  return rows.map((row) => ({
    kind: 'job',
    id: toPublicId('job', row.job_id),
    lifecycle_number: row.lifecycle_number,
    title: row.title,
    subtitle: row.status.replaceAll('_', ' '),
    score: JOB_SCORE * scoreOf(q, { names: [row.title, row.customer_name] }),
  }));
};

/** A person comes before their jobs. */
const JOB_SCORE = 0.8;

const INVOICE_NUMBER = /^(inv-?)?0*(\d{1,15})$/i;
const ESTIMATE_NUMBER = /^(est-?)?0*(\d{1,15})$/i;

function isDocumentNumber(q: string): boolean {
  return /^(?:inv|est)-?\d/i.test(q.trim());
}

export const findInvoices: Find = async (tx, q) => {
  const [, prefix, ordinal] = INVOICE_NUMBER.exec(q.trim()) ?? [];
  if (ordinal === undefined) return [];
  const rows = await findInvoicesByNumber(tx, `INV-${ordinal.padStart(6, '0')}`);
  return rows.map((row) => ({
    kind: 'invoice',
    id: toPublicId('invoice', row.invoice_id),
    lifecycle_number: row.lifecycle_number,
    title: `Invoice ${row.number}`,
    subtitle: joined([writtenAmount(row.total, row.currency), row.status.replaceAll('_', ' ')]),
    score: documentScore(prefix),
  }));
};

/** The newest version, which leads to those before it. */
export const findEstimates: Find = async (tx, q) => {
  const [, prefix, ordinal] = ESTIMATE_NUMBER.exec(q.trim()) ?? [];
  if (ordinal === undefined) return [];
  const [row] = await findEstimatesByNumber(tx, `EST-${ordinal.padStart(6, '0')}`);
  if (row === undefined) return [];
  const { estimate_id, lifecycle_number, number, title, status } = toEstimate(
    row,
    await findToday(tx),
  );
  return [
    {
      kind: 'estimate',
      id: estimate_id,
      lifecycle_number,
      title: `Estimate ${number}`,
      subtitle: joined([title, status]),
      score: documentScore(prefix),
    },
  ];
};

/** Digits alone can also be those of a phone number. */
function documentScore(prefix: string | undefined): number {
  return prefix === undefined ? 0.85 : 1;
}

function joined(parts: readonly (string | null)[]): string | null {
  const present = parts.filter((part) => part !== null && part !== '');
  return present.length === 0 ? null : present.join(' · ');
}
