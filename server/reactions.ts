import { followAppointment } from './features/follow-ups/index.ts';
import { locateAppointments } from './features/geocoding/index.ts';
import { followInvoice } from './features/payments/index.ts';
import { followAppointmentOfRuns } from './features/playbooks/index.ts';
import { routePlaces } from './features/routing/index.ts';
import type { Reaction } from './platform/events/reaction.ts';

/** What must follow from events in the transaction that emits them, one per line. */
export const reactions: readonly Reaction[] = [
  followAppointment,
  followAppointmentOfRuns,
  followInvoice,
];

/** Without a geocoder or a routing server, nothing is queued that nothing would do. */
export function reactionsWith(has: { geocoder: boolean; routing: boolean }): readonly Reaction[] {
  return [
    ...reactions,
    ...(has.geocoder ? [locateAppointments] : []),
    ...(has.routing ? [routePlaces] : []),
  ];
}
