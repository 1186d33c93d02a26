import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import {
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  FAILURE_CODES,
  type FailureCode,
} from './checkout.ts';

export const CreateCheckoutBody = field.closedObject(
  'CreateCheckout',
  'Where the customer goes after it.',
  {
    return_url: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.url,
        description:
          'Page for the customer after the payment, with `payment=done` or `payment=canceled` added. Default: a page that says thank you.',
        examples: ['https://alder.example.com/thanks'],
      }),
    ),
  },
  { example: {} },
);

const checkoutFields = {
  checkout_id: field.id('checkout', 'Id of the checkout.'),
  invoice_id: field.id('invoice', 'Id of the invoice.'),
  lifecycle_number: field.lifecycleNumber,
  amount: Type.Integer({ description: 'Amount to pay, in minor units.', examples: [124_900] }),
  currency: Type.String({ description: 'ISO 4217 code.', examples: ['USD'] }),
  status: Type.Unsafe<CheckoutStatus>({
    type: 'string',
    enum: [...CHECKOUT_STATUSES],
    description:
      '`preparing` until there is a `url`, usually below a second. `processing`: paid in a way that takes days. `expired`: its page is closed. `failed`: see `failure_code`.',
    examples: ['open'],
  }),
  failure_code: Type.Unsafe<FailureCode | null>({
    type: ['string', 'null'],
    enum: [...FAILURE_CODES, null],
    description:
      '`keys_refused`: the provider does not take its keys. `request_refused`: it does not take this amount. `unavailable`: it does not respond. `payment_failed`: the bank of the customer refused.',
    examples: [null],
  }),
  failure: field.nullable({ description: 'Why it failed.', examples: [null] }),
  expires_at: field.nullableTime('When its page closes.'),
  ...field.timestamps,
};

/** The address is enough to open it, so events do not have it. */
export const LoggedCheckout = field.closedObject(
  'LoggedCheckout',
  'A checkout without its address.',
  checkoutFields,
);
export type LoggedCheckout = Static<typeof LoggedCheckout>;

export const Checkout = field.closedObject(
  'Checkout',
  'A page of the payment provider on which the balance of an invoice is paid.',
  {
    ...checkoutFields,
    url: field.nullable({
      description: 'Page on which the customer pays. Anyone who has it can pay.',
      examples: ['https://checkout.stripe.com/c/pay/cs_test_exampleOnly'],
    }),
  },
);
export type Checkout = Static<typeof Checkout>;
