import Type from 'typebox';
import { idInput } from '../../domain/reference-fields.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import * as field from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { invoiceIdsOfCustomer, PROVIDER_KINDS, type ProviderKind } from '../invoices/index.ts';
import { PAYMENT_STATUSES, ReceivedPayment } from './payment-schemas.ts';
import { listReceivedPayments } from './received-payments.ts';

export const listPayments = read({
  id: 'listPayments',
  path: '/v1/payments',
  tag: 'Payments',
  resource: 'payment',
  scopes: ['invoices:read'],
  summary: 'List payments',
  description:
    'Returns all payments that were received, newest first: recorded by people and by the payment provider, and those that fit no invoice (`status=unmatched`).',
  query: listQuery({
    status: field.commaList(PAYMENT_STATUSES, {
      description: 'Only these statuses.',
      example: 'unmatched',
      maxLength: 100,
    }),
    invoice_id: idInput('invoice', 'Only of this invoice.'),
    customer_id: idInput('customer', 'Only of this customer.'),
    provider: Type.Optional(
      Type.Unsafe<ProviderKind | 'manual'>({
        type: 'string',
        enum: [...PROVIDER_KINDS, 'manual'],
        description: 'Only of this provider; `manual`: recorded by people.',
        examples: ['stripe'],
      }),
    ),
  }),
  responses: pagesOf(ReceivedPayment, 'The payments, newest first.'),
  check: ({ status }) => unknownStatuses(PAYMENT_STATUSES, status),
  async run(tx, { query }) {
    const filters = {
      invoiceIds: await invoiceIdsOf(tx, query),
      provider: query.provider ?? null,
      statuses: filterByStatus(PAYMENT_STATUSES, query.status) ?? PAYMENT_STATUSES,
    };
    return pageById(
      query,
      'payment',
      (before, limit) => listReceivedPayments(tx, filters, before, limit),
      ({ shown }) => shown,
    );
  },
});

/** Null for all invoices. */
async function invoiceIdsOf(
  tx: Tx,
  query: { invoice_id?: string; customer_id?: string },
): Promise<string[] | null> {
  const invoiceId = filterById('invoice', query.invoice_id);
  const customerId = filterById('customer', query.customer_id);
  if (customerId === null) return invoiceId === null ? null : [invoiceId];
  const ids = await invoiceIdsOfCustomer(tx, customerId);
  return invoiceId === null ? ids : ids.filter((id) => id === invoiceId);
}
