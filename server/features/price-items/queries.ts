import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Definition } from './price-item.ts';
import type { PriceItem } from './schemas.ts';

export interface PriceItemRow extends Definition {
  code: string;
  created_at: Date;
  updated_at: Date;
}

const priceItems = table<PriceItemRow>('price_items', {
  code: 'key',
  name: 'value',
  kind: 'fixed',
  unit_amount: 'value',
  currency: 'value',
  unit: 'value',
  tax_rate: 'value',
  cost: 'value',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { find: findPriceItem, lock: lockPriceItem } = priceItems.byKey('price item');

export function toPriceItem({ created_at, updated_at, ...row }: PriceItemRow): PriceItem {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export const priceItemResource = {
  insert: priceItems.insert,
  save: priceItems.update,
  show: toPriceItem,
};

export interface PriceItemFilters {
  /** Codes after this one. */
  after: string;
  kind: string | null;
  active: boolean | null;
  limit: number;
}

const selectPage = statement(
  'list_price_items',
  `select ${priceItems.columns} from price_items
   where organization_id = $1 and code > $2 and ($3::text is null or kind = $3) and ($4::boolean is null or active = $4)
   order by code limit $5`,
);

/** In the order of their codes. */
export function listPriceItemRows(tx: Tx, filters: PriceItemFilters): Promise<PriceItemRow[]> {
  const { after, kind, active, limit } = filters;
  return tx.query(selectPage, [tx.organizationId, after, kind, active, limit]);
}

const selectSome = statement(
  'find_price_items_of_codes',
  `select ${priceItems.columns} from price_items where organization_id = $1 and code = any ($2)`,
);

/** The items with these codes, by code. */
export async function findPriceItems(
  tx: Tx,
  codes: readonly string[],
): Promise<Map<string, PriceItemRow>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.query<PriceItemRow>(selectSome, [tx.organizationId, codes]);
  return new Map(rows.map((row) => [row.code, row]));
}
