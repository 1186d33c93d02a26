import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findCheckout, toCheckout } from './checkout-queries.ts';
import { Checkout } from './checkout-schemas.ts';

export const getCheckout = read({
  id: 'getCheckout',
  path: '/v1/checkouts/{id}',
  tag: 'Payments',
  resource: 'checkout',
  scopes: ['invoices:read', 'invoices:own'],
  summary: 'Get a checkout',
  description: 'Returns a checkout: its page, and whether it was paid.',
  responses: returns(Checkout, 'The checkout.'),
  async run(tx, { params }) {
    return toCheckout(await findCheckout(tx, params.id));
  },
});
