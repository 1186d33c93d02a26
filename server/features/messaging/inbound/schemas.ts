import Type from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';

const reference = Type.String({ minLength: 1, maxLength: 200 });

/** Request bodies of a gateway, as in docs/sms-gateway.md. */
export const ReceivedTextBody = Type.Object({
  from: Type.String({ minLength: 1, maxLength: TEXT_LIMITS.phone }),
  to: Type.String({ maxLength: TEXT_LIMITS.phone }),
  body: Type.String({ maxLength: 10_000 }),
  reference,
});

export const DeliveryReportBody = Type.Object({
  reference,
  status: Type.Unsafe<'sent' | 'delivered' | 'failed'>({
    type: 'string',
    enum: ['sent', 'delivered', 'failed'],
  }),
  reason: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 300 })),
});
