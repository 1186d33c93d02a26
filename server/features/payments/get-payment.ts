import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { ReceivedPayment } from './payment-schemas.ts';
import { findReceivedPayment } from './received-payments.ts';

export const getPayment = read({
  id: 'getPayment',
  path: '/v1/payments/{id}',
  tag: 'Payments',
  resource: 'payment',
  scopes: ['invoices:read'],
  summary: 'Get a payment',
  description: 'Returns a payment, with what was refunded of it and its dispute.',
  responses: returns(ReceivedPayment, 'The payment.'),
  run: (tx, { params }) => findReceivedPayment(tx, params.id),
});
