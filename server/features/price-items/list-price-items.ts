import Type from 'typebox';
import { CODE_FORM } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { listPriceItemRows, toPriceItem } from './queries.ts';
import { KINDS, type Kind, PriceItem } from './schemas.ts';

const CODE = new RegExp(CODE_FORM);

export const listPriceItems = read({
  id: 'listPriceItems',
  path: '/v1/price-items',
  tag: 'Price items',
  resource: 'price item',
  scopes: ['price_items:read'],
  summary: 'List price items',
  description: 'Returns your price items, active or not.',
  query: listQuery({
    kind: Type.Optional(
      Type.Unsafe<Kind>({
        type: 'string',
        enum: [...KINDS],
        description: 'Return only items of this kind.',
        examples: ['part'],
      }),
    ),
    active: Type.Optional(
      Type.Boolean({
        description: 'Return only active items, or only inactive ones.',
        examples: [true],
      }),
    ),
  }),
  responses: pagesOf(PriceItem, 'The price items, in the order of their codes.'),
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listPriceItemRows(tx, {
      after: readCursor(query.cursor, CODE)?.[0] ?? '',
      kind: query.kind ?? null,
      active: query.active ?? null,
      limit: limit + 1,
    });
    return pageOf(rows, limit, toPriceItem, ({ code }) => code);
  },
});
