import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Coordinates } from '../../platform/outbound/geocoder.ts';

const selectEarlier = statement(
  'select_coordinates_of_earlier_visit',
  `select (location -> 'latitude')::float as latitude, (location -> 'longitude')::float as longitude
   from appointments
   where organization_id = $1 and lifecycle_number = $2 and location ->> 'address' = $3
     and location ? 'latitude' and location ? 'longitude'
   order by updated_at desc limit 1`,
);

/** Where an earlier visit of the same lifecycle was, such as one that a dispatcher pinned by hand. */
export async function earlierCoordinates(
  tx: Tx,
  lifecycleNumber: string,
  address: string,
): Promise<Coordinates | null> {
  const values = [tx.organizationId, lifecycleNumber, address];
  const [row] = await tx.query<Coordinates>(selectEarlier, values);
  return row ?? null;
}
