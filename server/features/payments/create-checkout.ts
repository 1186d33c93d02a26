import { mutation } from '../../platform/http/operation.ts';
import { isWebAddress } from '../../platform/web-address.ts';
import { toCheckout } from './checkout-queries.ts';
import { Checkout, CreateCheckoutBody } from './checkout-schemas.ts';
import { openCheckout } from './open-checkout.ts';

export const createCheckout = mutation({
  id: 'createCheckout',
  method: 'POST',
  path: '/v1/invoices/{id}/checkout',
  tag: 'Payments',
  resource: 'invoice',
  scopes: ['invoices:write', 'invoices:own'],
  summary: 'Let a customer pay online',
  description:
    'Opens a page of your payment provider for the open balance of an invoice. Get the checkout until it has a `url`, and give that to the customer. While one for the same balance is open, or a payment is being processed, that one is returned with 200. The payment is recorded when the provider reports it.',
  body: CreateCheckoutBody,
  isBodyOptional: true,
  responses: {
    201: { description: 'The new checkout.', body: Checkout },
    200: { description: 'The checkout that is open or being processed.', body: Checkout },
  },
  problems: ['invoice_not_sent', 'invoice_void', 'nothing_owed', 'payment_provider_missing'],
  effect: 'external',
  check: ({ return_url }) => ({
    errors:
      typeof return_url === 'string' && !isWebAddress(return_url)
        ? [
            {
              pointer: '/return_url',
              code: 'invalid_url',
              detail:
                'The field return_url must be a complete http or https address, such as https://alder.example.com/thanks.',
            },
          ]
        : [],
  }),
  async run(tx, { params, body, baseUrl }) {
    const options = { returnUrl: body.return_url, baseUrl };
    const { checkout, isNew } = await openCheckout(tx, params.id, options);
    const shown = toCheckout(checkout);
    return isNew ? { status: 201, body: shown } : { status: 200, body: shown };
  },
});
