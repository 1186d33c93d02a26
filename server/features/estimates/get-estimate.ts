import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findToday } from '../invoices/index.ts';
import { findEstimate, toEstimate } from './queries.ts';
import { Estimate } from './schemas.ts';

export const getEstimate = read({
  id: 'getEstimate',
  path: '/v1/estimates/{id}',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:read', 'estimates:own'],
  summary: 'Get an estimate',
  description: 'Returns one version of an estimate.',
  responses: returns(Estimate, 'The estimate.'),
  async run(tx, { params }) {
    const [row, today] = await Promise.all([findEstimate(tx, params.id), findToday(tx)]);
    return toEstimate(row, today);
  },
});
