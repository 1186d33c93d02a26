import { toPublicId } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import { openSlots } from './availability.ts';
import { nearest, type Wanted, without } from './booking.ts';
import { readCalendars, type Whose } from './calendars.ts';

const DAY = 24 * 60 * 60_000;
/** Nearby first; where little is open, as far as a month. */
const REACHES = [3 * DAY, 31 * DAY];
const HOW_MANY = 3;

export interface Alternative {
  starts_at: string;
  ends_at: string;
  user_ids: string[];
}

/** The three open slots closest to a time, of the same people. */
export async function findAlternatives(
  tx: Tx,
  whose: Whose,
  wanted: Wanted,
): Promise<Alternative[]> {
  const now = tx.now.getTime();
  // Nothing is open in the past, nor beyond the horizon: what is closest lies this side of it.
  let around = Math.max(wanted.start, now);
  let alternatives: Alternative[] = [];
  for (const reach of REACHES) {
    const window = { start: around - reach, end: around + reach };
    const calendars = await readCalendars(tx, whose, { ...window, end: window.end + 2 * DAY });
    const slots = openSlots(without(wanted.movedId, calendars), {
      window,
      durationMs: wanted.end - wanted.start,
      stepMs: null,
      service: wanted.service,
      now,
    });
    alternatives = nearest(slots, wanted.start, HOW_MANY).map(({ start, end, userIds }) => ({
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(end).toISOString(),
      user_ids: userIds.map((id) => toPublicId('user', id)),
    }));
    if (alternatives.length === HOW_MANY) break;
    around = Math.min(around, now + calendars.scheduling.horizonMs);
  }
  return alternatives;
}

export async function slotTaken(tx: Tx, whose: Whose, wanted: Wanted): Promise<Problem> {
  const alternatives = await findAlternatives(tx, whose, wanted);
  const next =
    alternatives.length === 0
      ? 'Nothing is open within a month of it: ask for somebody else.'
      : 'Choose one of the alternatives.';
  return conflict('slot_taken', `That time is taken. ${next}`, { alternatives });
}
