import { followAppointment } from './features/follow-ups/index.ts';
import { followAppointmentOfRuns } from './features/playbooks/index.ts';
import type { Reaction } from './platform/events/reaction.ts';

/** What must follow from events in the transaction that emits them, one per line. */
export const reactions: readonly Reaction[] = [followAppointment, followAppointmentOfRuns];
