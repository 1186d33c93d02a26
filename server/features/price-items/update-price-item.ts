import { validationFailed } from '../../platform/errors.ts';
import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { priceItemUpdated } from './events.ts';
import { changed, checkPriceItem, onlyDiscounts } from './price-item.ts';
import { lockPriceItem, priceItemResource } from './queries.ts';
import { PriceItem, UpdatePriceItemBody } from './schemas.ts';

export const updatePriceItem = mutation({
  id: 'updatePriceItem',
  method: 'PATCH',
  path: '/v1/price-items/{code}',
  tag: 'Price items',
  resource: 'price item',
  scopes: ['price_items:write'],
  params: { code: 'price_item_code' },
  summary: 'Update a price item',
  description:
    'Changes the fields you send. Estimates keep their prices. `active: false` deactivates it.',
  body: UpdatePriceItemBody,
  responses: returns(PriceItem, 'The updated price item.'),
  check: checkPriceItem,
  async run(tx, { params, body }) {
    const before = await lockPriceItem(tx, params.code);
    const after = changed(before, body);
    if (after.kind !== 'discount' && after.unit_amount < 0) {
      throw validationFailed([onlyDiscounts()]);
    }
    return {
      status: 200,
      body: updateResource(tx, priceItemResource, before, after, priceItemUpdated),
    };
  },
});
