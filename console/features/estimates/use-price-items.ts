import type { PriceItem } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

const MAX_ITEMS = 1_000;

/** The price list in this currency; empty without the right to read it. */
export function usePriceItems(currency: string): readonly PriceItem[] {
  const mayRead = mayI(useMe(), 'price_items:read');
  const { value = [] } = useQuery<readonly PriceItem[]>('price items', {
    load: async (signal) =>
      mayRead
        ? api.priceItems
            .list({ active: true, limit: 200 }, { signal })
            .toArray({ limit: MAX_ITEMS })
        : [],
    isAffectedBy: (event) => kindOf(event) === 'price_item',
  });
  return value.filter((item) => item.currency === currency);
}
