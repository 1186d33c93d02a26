import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';
import { PROVIDER_KINDS, type ProviderKind } from '../invoices/index.ts';

const MAX_KEY = 300;

const kind = Type.Unsafe<ProviderKind>({
  type: 'string',
  enum: [...PROVIDER_KINDS],
  description: 'Who takes the payments.',
  examples: ['stripe'],
});
const status = Type.Unsafe<'active' | 'disabled'>({
  type: 'string',
  enum: ['active', 'disabled'],
  description: 'A disabled one opens no checkouts. What it still reports is recorded.',
  examples: ['active'],
});
const secretKey = Type.String({
  pattern: '^(sk|rk)_(test|live)_[A-Za-z0-9_]+$',
  maxLength: MAX_KEY,
  description: 'Secret or restricted key of the account. Stored encrypted, never returned.',
  examples: ['rk_test_exampleOnly'],
  'x-for-people': true,
});
const webhookSecret = Type.String({
  pattern: '^whsec_[A-Za-z0-9_+/=-]+$',
  maxLength: MAX_KEY,
  description: 'Signing secret of the endpoint at the provider. Stored encrypted, never returned.',
  examples: ['whsec_exampleOnly'],
  'x-for-people': true,
});

export const CreatePaymentProviderBody = field.closedObject(
  'CreatePaymentProvider',
  'The account and its keys.',
  { kind, secret_key: secretKey, webhook_secret: webhookSecret },
  {
    example: {
      kind: 'stripe',
      secret_key: 'rk_test_exampleOnly',
      webhook_secret: 'whsec_exampleOnly',
    },
  },
);

export const UpdatePaymentProviderBody = field.closedObject(
  'UpdatePaymentProvider',
  'The fields to change; fields you leave out stay unchanged.',
  {
    secret_key: Type.Optional(secretKey),
    webhook_secret: Type.Optional(webhookSecret),
    status: Type.Optional(status),
  },
  { example: { status: 'disabled' } },
);

export const PaymentProviderShown = field.closedObject(
  'PaymentProvider',
  'An account at a provider of payments.',
  {
    payment_provider_id: field.id('payment_provider', 'Id of the payment provider.'),
    kind,
    mode: Type.Unsafe<'test' | 'live'>({
      type: 'string',
      enum: ['test', 'live'],
      description: 'Whether its keys move real money.',
      examples: ['test'],
    }),
    status,
    provider_key: Type.String({
      description: 'Key in its address; it never changes.',
      examples: ['7m2k9x4c0p8t5w1z6b3d7f2h4j'],
    }),
    webhook_url: Type.String({
      description: 'Address for the webhooks of the provider.',
      examples: ['https://intake.example.com/p/7m2k9x4c0p8t5w1z6b3d7f2h4j'],
    }),
    ...field.timestamps,
  },
);
export type PaymentProviderShown = Static<typeof PaymentProviderShown>;
