import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

const selectZone = statement(
  'select_time_zone_of_user',
  `select coalesce(u.time_zone, o.time_zone) as time_zone from organizations o
   join users u on u.organization_id = o.organization_id and u.user_id = $2
   where o.organization_id = $1`,
);

export async function findTimeZone(tx: Tx, userId: string): Promise<string> {
  const rows = tx.query<{ time_zone: string }>(selectZone, [tx.organizationId, userId]);
  return (await foundRow(rows, 'user', userId)).time_zone;
}

export interface Place {
  lead_id: string;
  address: string | null;
  notes: string | null;
}

const selectPlaces = statement(
  'select_places_of_leads',
  `select l.lead_id, coalesce(c.address, l.address) as address, l.notes from leads l
   left join customers c on c.organization_id = l.organization_id and c.customer_id = l.customer_id
   where l.organization_id = $1 and l.lead_id = any ($2)`,
);

/** What the contacts of visits say about how to get there. */
export function placesOf(tx: Tx, leadIds: readonly string[]): Promise<Place[]> {
  return tx.query(selectPlaces, [tx.organizationId, leadIds]);
}
