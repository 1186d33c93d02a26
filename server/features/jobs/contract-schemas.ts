import Type, { type Static } from 'typebox';
import { CURRENCY_FORM } from '../../domain/currencies.ts';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import { nullable, nullableInteger, nullableTime } from '../../platform/http/fields.ts';

const contractFields = {
  signed_at: Type.Optional(
    nullable({
      format: 'date-time',
      description: 'When the contract was signed, with the offset from UTC.',
      examples: ['2027-02-26T09:00:00-08:00'],
    }),
  ),
  amount: Type.Optional(
    nullableInteger({
      minimum: 0,
      maximum: 1_000_000_000_000_000,
      description: 'The agreed price in minor units of the currency, such as cents.',
      examples: [245_000],
    }),
  ),
  currency: Type.Optional(
    nullable({
      pattern: CURRENCY_FORM,
      description: 'ISO 4217 code of the currency. Requires `amount`. Default: the organization’s.',
      examples: ['USD'],
    }),
  ),
  terms: Type.Optional(
    nullable(
      textField(
        'notes',
        'Other terms of the contract, stored exactly as sent.',
        'Half in advance, half on completion.',
      ),
    ),
  ),
};
/** What a job shows can be sent back. */
const ignored = Type.Optional(
  nullable({ maxLength: TEXT_LIMITS.id, description: 'Ignored.', examples: [null] }),
);
const contractExample = {
  signed_at: '2027-02-26T09:00:00-08:00',
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
  return Type.Object(
    { ...contractFields, estimate_id: ignored, document_hash: ignored },
    {
      additionalProperties: false,
      title: 'Contract',
      description:
        'The contract. It is replaced as a whole: a field that you leave out becomes null.',
      examples: [contractExample],
    },
  );
}

export const Contract = Type.Object(
  {
    signed_at: nullableTime('When the contract was signed.'),
    amount: nullableInteger({
      description: 'The agreed price in minor units of the currency, such as cents.',
      examples: [245_000],
    }),
    currency: nullable({
      description: 'Three-letter ISO 4217 code of the currency.',
      examples: ['USD'],
    }),
    terms: nullable({ description: 'Other terms of the contract.', examples: [null] }),
    estimate_id: nullable({
      description: 'Id of the accepted estimate; null if the contract has none.',
      examples: [null],
    }),
    document_hash: nullable({
      description: 'SHA-256 of what was signed: see verifyEstimate.',
      examples: [null],
    }),
  },
  {
    additionalProperties: false,
    title: 'Contract',
    description: 'The contract; null if all of its fields are empty.',
    examples: [{ ...contractExample, estimate_id: null, document_hash: null }],
  },
);
export type Contract = Static<typeof Contract>;
