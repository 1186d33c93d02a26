import Type, { type Static } from 'typebox';
import { closedObject, id, lifecycleNumber } from '../../platform/http/fields.ts';

export const DuplicateMatch = closedObject('DuplicateMatch', 'Whom a lead likely is, and why.', {
  lead_id: id('lead', 'Id of the lead it likely is: the oldest living one of its kind.'),
  customer_id: Type.Optional(id('customer', 'Id of the customer which that lead became.')),
  lifecycle_number: lifecycleNumber,
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How sure it is, from 0.5 (likely) over 0.9 (certain) to 1.',
    examples: [0.97],
  }),
  confidence: Type.Unsafe<'likely' | 'certain'>({
    type: 'string',
    enum: ['likely', 'certain'],
    description: '`likely`: somebody should look. `certain`: safe to merge without looking.',
    examples: ['certain'],
  }),
  reasons: Type.Array(Type.String({ description: 'A reason.', examples: ['same_phone'] }), {
    description: 'What speaks for it, and what speaks against it.',
    examples: [['same_phone', 'similar_name']],
  }),
});
export type DuplicateMatch = Static<typeof DuplicateMatch>;
