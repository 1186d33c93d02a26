import { nextAllowed, recipientZones } from '../../../domain/quiet-hours.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { findOrganization } from '../../organizations/index.ts';

/**
 * The next time at which an automatic message may be sent to this phone: `tx.now`, or the end of the
 * organization's quiet hours in the recipient's time zone. Null if there is no such time.
 */
export async function nextContactTime(tx: Tx, phone: string | null): Promise<Date | null> {
  const organization = await findOrganization(tx);
  const hours = {
    allowed_from: organization.quiet_allowed_from,
    allowed_until: organization.quiet_allowed_until,
  };
  return nextAllowed(tx.now, hours, recipientZones(phone, organization.time_zone));
}
