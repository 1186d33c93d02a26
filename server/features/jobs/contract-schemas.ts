import Type, { type Static } from 'typebox';
import { CURRENCY_FORM } from '../../domain/currencies.ts';
import { textField } from '../../domain/text-limits.ts';
import { nullable, nullableInteger, nullableTime } from '../../platform/http/fields.ts';

const contractFields = {
  signed_at: Type.Optional(
    nullable({
      format: 'date-time',
      description: 'When it was signed, with the offset from UTC.',
      examples: ['2027-03-01T09:00:00-05:00'],
    }),
  ),
  amount: Type.Optional(
    nullableInteger({
      minimum: 0,
      maximum: 1_000_000_000_000_000,
      description: 'What was agreed on, in minor units of the currency; together with it.',
      examples: [245_000],
    }),
  ),
  currency: Type.Optional(
    nullable({
      pattern: CURRENCY_FORM,
      description: 'The currency, by its three letters of ISO 4217.',
      examples: ['USD'],
    }),
  ),
  terms: Type.Optional(
    nullable(
      textField(
        'notes',
        'What was agreed on besides, kept as sent.',
        'Half in advance, half on completion.',
      ),
    ),
  ),
};
const contractExample = {
  signed_at: '2027-03-01T09:00:00-05:00',
  amount: 245_000,
  currency: 'USD',
  terms: 'Half in advance, half on completion.',
};

/** A list of types, not a union: the serializer writes it without trying each branch. */
export const ContractBody = Type.Unsafe<Static<ReturnType<typeof contractObject>> | null>({
  ...contractObject(),
  type: ['object', 'null'],
});

export type ContractBody = Static<typeof ContractBody>;

function contractObject() {
  return Type.Object(contractFields, {
    additionalProperties: false,
    description: 'What was agreed on. It is sent whole: what is left out of it is empty.',
    examples: [contractExample],
  });
}

export const Contract = Type.Object(
  {
    signed_at: nullableTime('When it was signed.'),
    amount: nullableInteger({
      description: 'What was agreed on, in minor units of the currency.',
      examples: [245_000],
    }),
    currency: nullable({ description: 'The currency, by ISO 4217.', examples: ['USD'] }),
    terms: nullable({ description: 'What was agreed on besides.', examples: [null] }),
  },
  {
    additionalProperties: false,
    description: 'What was agreed on; null if nothing was written down.',
    examples: [contractExample],
  },
);
export type Contract = Static<typeof Contract>;
