import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

export const KINDS = ['lifecycle', 'customer', 'lead', 'job', 'invoice', 'estimate'] as const;

export const SearchResult = field.closedObject('SearchResult', 'Something that a search found.', {
  kind: Type.Unsafe<(typeof KINDS)[number]>({
    type: 'string',
    enum: [...KINDS],
    description: 'What was found.',
    examples: ['customer'],
  }),
  id: Type.String({
    description: 'Its id; for a lifecycle, its number.',
    examples: ['customer_01h455vb4pex5vsknk084sn02q'],
  }),
  lifecycle_number: field.lifecycleNumber,
  title: Type.String({ description: 'Its name for people.', examples: ['Dana Whitfield'] }),
  subtitle: field.nullable({
    description: 'What distinguishes it from others with this name.',
    examples: ['+14155550134'],
  }),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How well it matches: 1 is exactly what was typed.',
    examples: [0.9],
  }),
});
export type SearchResult = Static<typeof SearchResult>;
