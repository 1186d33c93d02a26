import { placeOf } from '../../domain/distance.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { areaIdOf, findServedArea } from '../areas/index.ts';
import {
  findPropertyOrNull,
  oneLine,
  type PropertyRow,
  readPropertyOf,
} from '../properties/index.ts';
import type { AppointmentRow } from './appointment-row.ts';
import { type Booking, readBooking, type VisitRequest } from './booking-body.ts';
import type { Location } from './visit-schemas.ts';
import type { VisitTarget } from './visit-target.ts';

/** Reads a booking at the place that it names, or else at that of its job. The place says where, unless the body does. */
export async function readBookingAt(
  tx: Tx,
  booking: Booking,
  { leadId, propertyId = null }: VisitTarget,
): Promise<VisitRequest> {
  const property =
    booking.property_id === undefined
      ? await findPropertyOrNull(tx, propertyId)
      : await readPropertyOf(tx, booking.property_id, leadId);
  if (property === null) return readBooking(tx, booking);
  const { postal_code } = property.address;
  const at = { postal_code, location: locationOf(property), ...booking };
  return { ...(await readBooking(tx, at)), propertyId: property.property_id };
}

/** What a change or the booking of a hold says about the place of a visit of this lead. */
export async function newPropertyOf(
  tx: Tx,
  { property_id, location }: Pick<Booking, 'property_id' | 'location'>,
  leadId: string | null,
): Promise<Partial<Pick<AppointmentRow, 'property_id' | 'location'>>> {
  if (property_id === undefined || leadId === null) return {};
  const property = await readPropertyOf(tx, property_id, leadId);
  if (property === null) return { property_id: null };
  const isGiven = location !== undefined;
  return {
    property_id: property.property_id,
    ...(isGiven ? {} : { location: locationOf(property) }),
  };
}

/** The area of a place that a change names; undefined if it does not say which one, so the visit keeps its own. */
export async function areaOfChange(
  tx: Tx,
  changes: Pick<Booking, 'property_id' | 'location' | 'postal_code'>,
  after: Pick<AppointmentRow, 'property_id' | 'location'>,
): Promise<string | null | undefined> {
  const { property_id, location, postal_code } = changes;
  if ([property_id, location, postal_code].every((one) => one === undefined)) return undefined;
  const property =
    property_id === undefined ? null : await findPropertyOrNull(tx, after.property_id);
  const where = {
    postalCode: postal_code ?? property?.address.postal_code ?? null,
    point: placeOf(after.location),
  };
  if (where.postalCode === null && where.point === null) return undefined;
  return areaIdOf(await findServedArea(tx, where));
}

function locationOf({ address, coordinates }: PropertyRow): Location {
  return { address: oneLine(address).slice(0, TEXT_LIMITS.address), ...coordinates };
}
