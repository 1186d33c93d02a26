import { nextAllowed, recipientZones } from '../../../domain/quiet-hours.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { findOrganization } from '../../organizations/index.ts';

/**
 * When whoever has this phone may next be written to by what runs by itself: `tx.now`, or the end of the
 * organization's quiet hours where they are. Null if there is no such time.
 */
export async function nextAwake(tx: Tx, phone: string | null): Promise<Date | null> {
  const organization = await findOrganization(tx);
  const hours = {
    allowed_from: organization.quiet_allowed_from,
    allowed_until: organization.quiet_allowed_until,
  };
  return nextAllowed(tx.now, hours, recipientZones(phone, organization.time_zone));
}
