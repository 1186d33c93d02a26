import { conflict } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { findOrganization } from '../organizations/index.ts';
import { priceItemCreated } from './events.ts';
import { checkPriceItem, newDefinition } from './price-item.ts';
import { priceItemResource } from './queries.ts';
import { CreatePriceItemBody, PriceItem } from './schemas.ts';

export const createPriceItem = mutation({
  id: 'createPriceItem',
  method: 'POST',
  path: '/v1/price-items',
  tag: 'Price items',
  resource: 'price item',
  scopes: ['price_items:write'],
  summary: 'Create a price item',
  description: 'Adds an item to your price list. Lines of estimates can name it by its code.',
  body: CreatePriceItemBody,
  responses: creates(PriceItem, 'The new price item.'),
  problems: ['price_item_exists'],
  check: checkPriceItem,
  refusals: { price_items_pkey: exists },
  async run(tx, { body }) {
    const { currency } = await findOrganization(tx);
    const row = {
      code: body.code,
      ...newDefinition(body, currency),
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, priceItemResource, row, priceItemCreated) };
  },
});

function exists() {
  return conflict(
    'price_item_exists',
    'Your organization already has a price item with this code. Change it with PATCH /v1/price-items/{code}, or choose another code.',
  );
}
