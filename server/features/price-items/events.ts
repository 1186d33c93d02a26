import { eventTypeAbout } from '../../platform/events/event.ts';
import { PriceItem } from './schemas.ts';

const priceItemEvent = eventTypeAbout(
  PriceItem,
  ({ name }) => `Price item ${name}`,
  'price_items:read',
);

export const priceItemCreated = priceItemEvent('price_item.created', 'A price item was created.');
export const priceItemUpdated = priceItemEvent(
  'price_item.updated',
  'A price item changed. `previous` holds the values before.',
);
