import type { Tx } from '../../platform/database/transaction.ts';
import {
  type AppointmentRow,
  appointmentReviewed,
  changeAppointment,
  lockAppointment,
} from '../calendar/index.ts';

export interface Review {
  /** Stars, from 1 to 5. */
  rating: number;
  comment: string | null;
}

const CHANGEABLE_MS = 30 * 24 * 60 * 60_000;

/** Pure: only a visit that took place is reviewed. Afterwards the review can be changed for 30 days. */
export function canReview(
  { status, reviewed_at }: Pick<AppointmentRow, 'status' | 'reviewed_at'>,
  now: Date,
): boolean {
  if (status !== 'completed') return false;
  return reviewed_at === null || now.getTime() - reviewed_at.getTime() < CHANGEABLE_MS;
}

/**
 * Records what the customer says about a visit. The same review again changes nothing. A visit that cannot be reviewed
 * stays as it is. Completing a visit that was reviewed cannot be undone: its customer has seen that it took place.
 */
export async function reviewVisit(
  tx: Tx,
  appointmentId: string,
  { rating, comment }: Review,
): Promise<void> {
  const before = await lockAppointment(tx, appointmentId);
  const isSame = before.review_rating === rating && before.review_comment === comment;
  if (isSame || !canReview(before, tx.now)) return;
  const reviewed_at = before.reviewed_at ?? tx.now;
  const review = { review_rating: rating, review_comment: comment, reviewed_at };
  changeAppointment(tx, before, { ...review, last_step_at: null }, appointmentReviewed);
}
