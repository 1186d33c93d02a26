import Type from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { DEFAULT_LIMIT, listQuery, pageById, pageOf, pagesOf } from '../../platform/paging.ts';
import { STATUSES } from './invoice.ts';
import { duePosition, listInvoiceRowsByDue, readDuePosition } from './list-invoices-by-due.ts';
import { listInvoiceRowsByPaid } from './list-invoices-by-paid.ts';
import { listInvoiceRowsBySent, readSentPosition, sentPosition } from './list-invoices-by-sent.ts';
import { listInvoiceRows } from './list-invoices-query.ts';
import { findCalendar, toInvoice } from './queries.ts';
import { Invoice } from './schemas.ts';
import {
  isBySent,
  paidBetween,
  SENT_FILTERS,
  sentFilterErrors,
  sentFilters,
} from './sent-filters.ts';

export const listInvoices = read({
  id: 'listInvoices',
  path: '/v1/invoices',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:read', 'invoices:own'],
  summary: 'List invoices',
  description:
    'Returns the invoices of your organization, newest first unless `sort` says otherwise, or last sent first with a filter of sent invoices. An invoice must match all filters that you send.',
  query: listQuery({
    status: commaList(STATUSES, {
      maxLength: 100,
      description: 'Return only invoices with one of these statuses.',
      example: 'sent,partially_paid',
    }),
    sort: Type.Optional(
      Type.Unsafe<'created_at' | 'due_on'>({
        type: 'string',
        enum: ['created_at', 'due_on'],
        default: 'created_at',
        description: '`created_at`: newest first. `due_on`: earliest due date first.',
        examples: ['due_on'],
      }),
    ),
    overdue: Type.Optional(
      Type.Boolean({
        description:
          '`true` returns only invoices that are past the due date with a balance; `false` returns only the others.',
        examples: [true],
      }),
    ),
    number: Type.Optional(
      Type.String({
        maxLength: 30,
        description: 'Return only the invoice with this number.',
        examples: ['INV-000042'],
      }),
    ),
    job_id: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.id,
        description: 'Return only invoices of this job.',
        examples: ['job_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    customer_id: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.id,
        description: 'Return only invoices of this customer.',
        examples: ['customer_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.lifecycleNumber,
        description: 'Return only invoices with this lifecycle number.',
        examples: ['100042-7'],
      }),
    ),
    ...SENT_FILTERS,
  }),
  responses: pagesOf(Invoice, 'The invoices, newest first.'),
  check: (query) => [...unknownStatuses(STATUSES, query.status), ...sentFilterErrors(query)],
  async run(tx, { query, caller }) {
    const filters = {
      statuses: filterByStatus(STATUSES, query.status),
      overdue: query.overdue ?? null,
      jobId: filterById('job', query.job_id),
      customerId: filterById('customer', query.customer_id),
      lifecycleNumber: query.lifecycle_number ?? null,
      number: query.number?.toUpperCase() ?? null,
    };
    const { today, timeZone } = await findCalendar(tx);
    const wanted = { ...filters, ...sentFilters(query, caller, timeZone) };
    const paid = paidBetween(query, timeZone);
    if (paid !== null) {
      return pageById(
        query,
        'invoice',
        (before, limit) => listInvoiceRowsByPaid(tx, wanted, paid, today, before, limit),
        (row) => toInvoice(row, today),
      );
    }
    if (isBySent(query)) {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const after = readSentPosition(query.cursor);
      const rows = await listInvoiceRowsBySent(tx, wanted, today, after, limit + 1);
      return pageOf(rows, limit, (row) => toInvoice(row, today), sentPosition);
    }
    if (query.sort === 'due_on') {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const after = readDuePosition(query.cursor);
      const rows = await listInvoiceRowsByDue(tx, filters, today, after, limit + 1);
      return pageOf(rows, limit, (row) => toInvoice(row, today), duePosition);
    }
    return pageById(
      query,
      'invoice',
      (before, limit) => listInvoiceRows(tx, filters, today, before, limit),
      (row) => toInvoice(row, today),
    );
  },
});
