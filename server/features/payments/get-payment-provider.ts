import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findProvider, toPaymentProvider } from './provider-queries.ts';
import { PaymentProviderShown } from './provider-schemas.ts';

export const getPaymentProvider = read({
  id: 'getPaymentProvider',
  path: '/v1/payment-providers/{id}',
  tag: 'Payments',
  resource: 'payment provider',
  scopes: ['payment_providers:read'],
  summary: 'Get a payment provider',
  description: 'Returns a payment provider with its address for webhooks, without its keys.',
  responses: returns(PaymentProviderShown, 'The payment provider.'),
  async run(tx, { params, baseUrl }) {
    return toPaymentProvider(await findProvider(tx, params.id), baseUrl);
  },
});
