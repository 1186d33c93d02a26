import Type from 'typebox';
import { textField } from '../../domain/text-limits.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { listQuarantinedRows, toReceipt } from './receipt-queries.ts';
import { Receipt } from './receipt-schemas.ts';

export const listQuarantine = read({
  id: 'listQuarantine',
  path: '/v1/quarantine',
  tag: 'Sources',
  resource: 'receipt',
  scopes: ['sources:read'],
  alsoNeeds: [['leads:read']],
  summary: 'List what is in quarantine',
  description:
    'Returns what arrived and could not become a lead, newest first, with the reason. Release it with what is missing, or discard it.',
  query: listQuery({
    source_id: Type.Optional(
      Type.String(textField('id', 'Only of this source.', 'source_01h455vb4pex5vsknk084sn02q')),
    ),
  }),
  ignoresEmpty: true,
  responses: pagesOf(Receipt, 'What is in quarantine, newest first.'),
  run: async (tx, { query }) =>
    pageById(
      query,
      'receipt',
      (before, limit) =>
        listQuarantinedRows(tx, filterById('source', query.source_id), before, limit),
      toReceipt,
    ),
});
