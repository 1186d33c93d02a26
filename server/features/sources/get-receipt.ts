import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findReceipt, toReceipt } from './receipt-queries.ts';
import { Receipt } from './receipt-schemas.ts';

export const getReceipt = read({
  id: 'getReceipt',
  path: '/v1/receipts/{id}',
  tag: 'Sources',
  resource: 'receipt',
  scopes: ['sources:read'],
  alsoNeeds: [['leads:read']],
  summary: 'Get something that a source sent',
  description: 'Returns a receipt with the whole payload that is kept.',
  responses: returns(Receipt, 'The receipt.'),
  run: showById(findReceipt, toReceipt),
});
