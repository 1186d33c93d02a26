import Type, { type Static } from 'typebox';
import { closedObject, id, lifecycleNumber } from '../../platform/http/fields.ts';

export const DuplicateMatch = closedObject(
  'DuplicateMatch',
  'A lead that another lead likely duplicates, and why.',
  {
    lead_id: id(
      'lead',
      'Id of the lead that is likely duplicated: the oldest one of its chain that is not deleted.',
    ),
    customer_id: Type.Optional(id('customer', 'Id of the customer that lead was converted to.')),
    lifecycle_number: lifecycleNumber,
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How sure the match is, up to 1. From 0.5 it is likely, from 0.9 it is certain.',
      examples: [0.97],
    }),
    confidence: Type.Unsafe<'likely' | 'certain'>({
      type: 'string',
      enum: ['likely', 'certain'],
      description:
        '`likely`: a person should review the match. `certain`: safe to merge without review.',
      examples: ['certain'],
    }),
    reasons: Type.Array(
      Type.String({ description: 'Code of a reason.', examples: ['same_phone'] }),
      {
        description: 'Reasons for and against the match.',
        examples: [['same_phone', 'similar_name']],
      },
    ),
  },
);
export type DuplicateMatch = Static<typeof DuplicateMatch>;
