import Type, { type Static } from 'typebox';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import * as field from '../../platform/http/fields.ts';

/** A booked visit that its assignee will not make: the assignee is off or no longer active. */
export const StrandedVisit = field.closedObject(
  'StrandedVisit',
  'A booked appointment that the assigned user will not make.',
  {
    appointment_id: field.id('appointment', 'Id of the appointment.'),
    lifecycle_number: field.lifecycleNumber,
    starts_at: field.time('When the appointment starts.'),
    ends_at: field.time('When the appointment ends.'),
  },
);
export type StrandedVisit = Static<typeof StrandedVisit>;

export const strandedVisits = Type.Optional(
  Type.Array(StrandedVisit, {
    description:
      'Present if there are any: booked appointments of the user that this change leaves without someone to do them. Assign them to another user, or move them. Empty if your token lacks `appointments:read`.',
    ...shownWith(['appointments:read']),
  }),
);

/** The field, only if there are any. */
export function withStranded<Shown extends object>(
  shown: Shown,
  stranded: StrandedVisit[],
): Shown & { stranded?: StrandedVisit[] } {
  return stranded.length === 0 ? shown : { ...shown, stranded };
}

/** Finds the coming visits of a user within the time, or all of them, and reports each as stranded. */
export type StrandVisits = (
  tx: Tx,
  userId: string,
  time: { starts_at: Date; ends_at: Date } | null,
) => Promise<StrandedVisit[]>;

/** The visits of a lifecycle that are still to come, earliest first. */
export type ComingVisits = (
  tx: Tx,
  lifecycleNumber: string,
) => Promise<Pick<StrandedVisit, 'appointment_id' | 'starts_at'>[]>;
