import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findPriceItem, toPriceItem } from './queries.ts';
import { PriceItem } from './schemas.ts';

export const getPriceItem = read({
  id: 'getPriceItem',
  path: '/v1/price-items/{code}',
  tag: 'Price items',
  resource: 'price item',
  scopes: ['price_items:read'],
  params: { code: 'price_item_code' },
  summary: 'Get a price item',
  description: 'Returns the price item with this code, active or not.',
  responses: returns(PriceItem, 'The price item.'),
  run: async (tx, { params }) => toPriceItem(await findPriceItem(tx, params.code)),
});
