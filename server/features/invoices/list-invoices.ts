import Type from 'typebox';
import { toUuid } from '../../domain/ids.ts';
import type { FieldError } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { STATUSES, type Status } from './invoice.ts';
import { listInvoiceRows } from './list-invoices-query.ts';
import { findToday, toInvoice } from './queries.ts';
import { Invoice } from './schemas.ts';

export const listInvoices = read({
  id: 'listInvoices',
  path: '/v1/invoices',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:read'],
  summary: 'List invoices',
  description: 'The invoices of your organization, newest first. Filters are combined.',
  query: listQuery({
    status: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Only those with this status, or with one of these, separated by commas.',
        examples: ['sent,partially_paid'],
      }),
    ),
    overdue: Type.Optional(
      Type.Boolean({
        description:
          'true: only those that are owed and were due before today; false: only the others.',
        examples: [true],
      }),
    ),
    job_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Only those of this job.',
        examples: ['job_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    customer_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Only those of this customer.',
        examples: ['customer_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'Only those under this number.',
        examples: ['100042-7'],
      }),
    ),
  }),
  answers: {
    200: { description: 'A page of invoices.', body: page(Invoice, 'The invoices, newest first.') },
  },
  check: ({ status }) => unknownStatuses(status),
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const filters = {
      statuses: query.status === undefined ? null : statusesOf(query.status),
      overdue: query.overdue ?? null,
      jobId: idOf('job', query.job_id),
      customerId: idOf('customer', query.customer_id),
      lifecycleNumber: query.lifecycle_number ?? null,
    };
    const before = readIdCursor('invoice', query.cursor);
    const today = await findToday(tx);
    const rows = await listInvoiceRows(tx, filters, today, before, limit + 1);
    return pageOf(
      rows,
      limit,
      (row) => toInvoice(row, today),
      (row) => idCursor('invoice', row.invoice_id),
    );
  },
});

function statusesOf(text: string): Status[] {
  return [...new Set(text.split(','))] as Status[];
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** An id that is nothing's has no invoices; that is an answer, not a mistake. */
function idOf(kind: 'job' | 'customer', publicId: string | undefined): string | null {
  return publicId === undefined ? null : (toUuid(kind, publicId) ?? NOBODY);
}

function unknownStatuses(status: unknown): FieldError[] {
  const known: readonly string[] = STATUSES;
  if (typeof status !== 'string') return [];
  if (status.split(',').every((one) => known.includes(one))) return [];
  const detail = `The query parameter status must be of ${STATUSES.join(', ')}, separated by commas.`;
  return [{ pointer: '/status', code: 'not_allowed', detail }];
}
