import { isMark } from '../../domain/erased.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Coordinates } from '../../platform/outbound/geocoder.ts';

const selectAddress = statement(
  'select_address_of_appointment',
  `select coalesce(a.location ->> 'address', c.address, l.address) as address
   from appointments a
   join leads l on l.organization_id = a.organization_id and l.lead_id = a.lead_id
   left join customers c on c.organization_id = l.organization_id and c.customer_id = l.customer_id
   where a.organization_id = $1 and a.appointment_id = $2`,
);

/** Where the visit takes place: its own address, or that of the contact. */
export async function addressOf(tx: Tx, appointmentId: string): Promise<string | null> {
  const values = [tx.organizationId, appointmentId];
  const [row] = await tx.query<{ address: string | null }>(selectAddress, values);
  const address = row?.address?.trim() || null;
  return address === null || isMark(address) ? null : address;
}

const selectEarlier = statement(
  'select_coordinates_of_earlier_visit',
  `select (a.location -> 'latitude')::float as latitude, (a.location -> 'longitude')::float as longitude
   from appointments a
   join leads l on l.organization_id = a.organization_id and l.lead_id = a.lead_id
   left join customers c on c.organization_id = l.organization_id and c.customer_id = l.customer_id
   where a.organization_id = $1 and a.lifecycle_number = $2 and a.location ? 'latitude' and a.location ? 'longitude'
     and coalesce(a.location ->> 'address', c.address, l.address) = $3
   order by a.updated_at desc limit 1`,
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
