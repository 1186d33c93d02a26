export { createPriceItem } from './create-price-item.ts';
export * as priceItemEvents from './events.ts';
export { getPriceItem } from './get-price-item.ts';
export { listPriceItems } from './list-price-items.ts';
export { amountOfKind } from './price-item.ts';
export { findPriceItems, type PriceItemRow } from './queries.ts';
export { KINDS, type Kind } from './schemas.ts';
export { updatePriceItem } from './update-price-item.ts';
