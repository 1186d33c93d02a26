import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listProviderRows, toPaymentProvider } from './provider-queries.ts';
import { PaymentProviderShown } from './provider-schemas.ts';

export const listPaymentProviders = read({
  id: 'listPaymentProviders',
  path: '/v1/payment-providers',
  tag: 'Payments',
  resource: 'payment provider',
  scopes: ['payment_providers:read'],
  summary: 'List payment providers',
  description: 'Returns the payment providers, active or not, newest first, without their keys.',
  query: listQuery({}),
  responses: pagesOf(PaymentProviderShown, 'The payment providers, newest first.'),
  run: newestFirst('payment_provider', listProviderRows, (row, { baseUrl }) =>
    toPaymentProvider(row, baseUrl),
  ),
});
