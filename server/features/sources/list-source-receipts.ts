import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { findSource } from './queries.ts';
import { listReceiptRows, toReceipt } from './receipt-queries.ts';
import { Receipt } from './receipt-schemas.ts';

export const listSourceReceipts = read({
  id: 'listSourceReceipts',
  path: '/v1/sources/{id}/receipts',
  tag: 'Sources',
  resource: 'source',
  scopes: ['sources:read'],
  alsoNeeds: [['leads:read']],
  summary: 'List what a source sent',
  description:
    'Returns everything that arrived, newest first, with what became of it. Payloads are kept as the retention of raw payloads says.',
  query: listQuery({}),
  responses: pagesOf(Receipt, 'The receipts, newest first.'),
  async run(tx, { params, query }) {
    const { source_id } = await findSource(tx, params.id);
    return pageById(
      query,
      'receipt',
      (before, limit) => listReceiptRows(tx, source_id, before, limit),
      toReceipt,
    );
  },
});
