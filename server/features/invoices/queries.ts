import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { numberedEvent, pendingEvent } from '../../platform/events/event.ts';
import { invoiceCreated } from './events.ts';
import { isOverdue, type Status } from './invoice.ts';
import type { Invoice, InvoiceLine } from './schemas.ts';

export interface InvoiceRow {
  invoice_id: string;
  number: string;
  lifecycle_number: string;
  job_id: string;
  customer_id: string;
  property_id: string | null;
  /** The current name of the customer, and the title of the job. */
  customer_name: string | null;
  job_title: string | null;
  /** It was made by the acceptance of an estimate. */
  is_deposit: boolean;
  status: Status;
  currency: string;
  due_on: string;
  lines: InvoiceLine[];
  subtotal: number;
  tax: number;
  total: number;
  paid: number;
  payment_count: number;
  notes: string | null;
  delivery: 'issued' | 'email' | 'sms' | null;
  communication_id: string | null;
  delivery_reason: string | null;
  sent_at: Date | null;
  paid_at: Date | null;
  voided_at: Date | null;
  void_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

const invoices = table<InvoiceRow>('invoices', {
  invoice_id: 'key',
  number: 'fixed',
  lifecycle_number: 'fixed',
  job_id: 'fixed',
  customer_id: 'fixed',
  property_id: 'value',
  customer_name: { sql: 'name_of_customer(organization_id, customer_id)' },
  job_title: { sql: 'title_of_job(organization_id, job_id)' },
  is_deposit: 'fixed',
  status: 'value',
  currency: 'fixed',
  due_on: 'value',
  lines: 'json',
  subtotal: 'value',
  tax: 'value',
  total: 'value',
  paid: 'value',
  payment_count: 'value',
  notes: 'value',
  delivery: 'value',
  communication_id: 'value',
  delivery_reason: 'value',
  sent_at: 'value',
  paid_at: 'value',
  voided_at: 'value',
  void_reason: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});
export const COLUMNS = invoices.columns;

/** `is_overdue` depends on the current day, so it is not stored. */
export function toInvoice(row: InvoiceRow, today: string): Invoice {
  return {
    invoice_id: toPublicId('invoice', row.invoice_id),
    number: row.number,
    lifecycle_number: row.lifecycle_number,
    job_id: toPublicId('job', row.job_id),
    customer_id: toPublicId('customer', row.customer_id),
    property_id: toPublicIdOrNull('property', row.property_id),
    customer_name: row.customer_name,
    job_title: row.job_title,
    status: row.status,
    is_deposit: row.is_deposit,
    currency: row.currency,
    due_on: row.due_on,
    is_overdue: isOverdue(row, today),
    lines: row.lines.map(({ description, quantity, unit_amount, tax_rate, amount, tax }) => ({
      description,
      quantity,
      unit_amount,
      tax_rate,
      amount,
      tax,
    })),
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    paid: row.paid,
    balance: row.total - row.paid,
    notes: row.notes,
    // Those that were sent before there were messages were only marked.
    delivery: row.delivery ?? (row.sent_at === null ? null : 'issued'),
    communication_id: toPublicIdOrNull('communication', row.communication_id),
    delivery_reason: row.delivery_reason,
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    voided_at: row.voided_at?.toISOString() ?? null,
    void_reason: row.void_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const selectByNumber = statement(
  'select_invoices_by_number',
  `select ${COLUMNS} from invoices where organization_id = $1 and number = $2`,
);

/** The invoice with this number, such as INV-000042, or none. */
export function findInvoicesByNumber(tx: Tx, number: string): Promise<InvoiceRow[]> {
  return tx.query(selectByNumber, [tx.organizationId, number]);
}

const selectToday = statement(
  'select_today',
  `select ($2::timestamptz at time zone time_zone)::date::text as today, time_zone as "timeZone"
   from organizations where organization_id = $1`,
);

/** Today’s date in the organization’s time zone. */
export async function findToday(tx: Tx): Promise<string> {
  return (await findCalendar(tx)).today;
}

/** Today’s date, and the time zone that says so. */
export async function findCalendar(tx: Tx): Promise<{ today: string; timeZone: string }> {
  const values = [tx.organizationId, tx.now];
  const [row] = await tx.query<{ today: string; timeZone: string }>(selectToday, values);
  if (!row) throw notFound('organization');
  return row;
}

const insertRow = statement(
  'insert_invoice',
  'select insert_invoice($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) as number',
);

function valuesOf(tx: Tx, row: Omit<InvoiceRow, 'number'>): unknown[] {
  return [
    tx.organizationId,
    row.invoice_id,
    row.lifecycle_number,
    row.job_id,
    row.customer_id,
    row.status,
    row.currency,
    row.due_on,
    JSON.stringify(row.lines),
    row.subtotal,
    row.tax,
    row.total,
    row.notes,
    row.created_at,
    row.property_id,
    row.is_deposit,
  ];
}

/**
 * The same for an invoice that is changed in the same transaction: it waits for the number, so the organization's
 * counter stays locked for a round trip more.
 */
export async function insertAndReadInvoice(
  tx: Tx,
  row: Omit<InvoiceRow, 'number'>,
  today: string,
): Promise<InvoiceRow> {
  const [inserted] = await tx.query<{ number: string }>(insertRow, valuesOf(tx, row));
  const invoice = { ...row, number: inserted?.number ?? '' };
  tx.emit(row.lifecycle_number, pendingEvent(invoiceCreated, toInvoice(invoice, today)));
  return invoice;
}

/** Inserts the invoice and emits its event. The database assigns the number. */
export function insertInvoice(
  tx: Tx,
  row: Omit<InvoiceRow, 'number'>,
  today: string,
): { invoice: Omit<Invoice, 'number'>; number: Promise<string> } {
  const { number: _assigned, ...invoice } = toInvoice({ ...row, number: '' }, today);
  const inserted = tx.queryWithEvents<{ number: string }>(insertRow, valuesOf(tx, row));
  tx.emit(row.lifecycle_number, numberedEvent(invoiceCreated, invoice));
  const number = inserted.then(([first]) => first?.number ?? '');
  // The commit throws a failure; an unhandled rejection here would end the process.
  number.catch(() => {});
  return { invoice, number };
}

export function saveInvoice(tx: Tx, row: InvoiceRow): void {
  invoices.update(tx, row);
}

export const newestRows = invoices.newestOf('lifecycle_number', 'text');

/** A locked invoice accepts no other change or payment, so that nothing is paid twice. */
export const {
  find: findInvoice,
  findOrNull: findInvoiceOrNull,
  lock: lockInvoice,
} = invoices.byKey('invoice');
