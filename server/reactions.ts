import { followAppointment } from './features/follow-ups/index.ts';
import { locateAppointments } from './features/geocoding/index.ts';
import { followInvoice } from './features/payments/index.ts';
import { followAppointmentOfRuns } from './features/playbooks/index.ts';
import type { Reaction } from './platform/events/reaction.ts';

/** What must follow from events in the transaction that emits them, one per line. */
export const reactions: readonly Reaction[] = [
  followAppointment,
  followAppointmentOfRuns,
  followInvoice,
];

/** Without a geocoder, no search is queued that nothing would do. */
export function reactionsWith({ hasGeocoder }: { hasGeocoder: boolean }): readonly Reaction[] {
  return hasGeocoder ? [...reactions, locateAppointments] : reactions;
}
