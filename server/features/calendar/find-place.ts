import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem, Refusal } from '../../platform/errors.ts';
import { unknownAssignee } from '../organizations/index.ts';
import { findAlternatives } from './alternatives.ts';
import type { Warning } from './appointment-schemas.ts';
import { chooseMember, dayOf, type Wanted, warningsOf } from './booking.ts';
import type { For } from './booking-body.ts';
import { type Calendar, type Calendars, readCalendars, type Whose } from './calendars.ts';
import { lockCalendars } from './lock-calendars.ts';

/** A time that somebody will be asked to keep, with what is unusual about it. */
export interface Place {
  assignedTo: string | null;
  teamId: string | null;
  blockedUntil: Date;
  warnings: Warning[];
}

/**
 * The calendars of whoever could keep the time. From here to the end of the transaction nobody else books
 * these people.
 */
export function lookAround(tx: Tx, wanted: Wanted, who: For): Promise<Calendars> {
  const whose = whoseOf(who);
  lockCalendars(tx, whose);
  return readCalendars(tx, whose, spanAround(wanted));
}

/** Finds who keeps the time, and what is unusual about it. Whether it is free, the constraint decides. */
export async function findPlace(
  tx: Tx,
  wanted: Wanted,
  who: For,
  calendars: Calendars,
  isStrict: boolean,
): Promise<Place> {
  const { scheduling } = calendars;
  const person = choosePerson(wanted, who, calendars, tx.now);
  const warnings = warningsOf(wanted, person, scheduling, tx.now.getTime());
  const [first, ...more] = warnings;
  if (isStrict && first) throw await warnedOf(tx, wanted, whoseOf(who), [first, ...more]);
  return {
    assignedTo: person?.userId ?? null,
    teamId: 'teamId' in who ? who.teamId : null,
    blockedUntil: new Date(wanted.end + scheduling.bufferMs),
    warnings,
  };
}

export function whoseOf(who: For): Whose {
  if ('teamId' in who) return who;
  return { userIds: who.assignedTo === null ? [] : [who.assignedTo] };
}

function choosePerson(
  wanted: Wanted,
  who: For,
  { people, scheduling }: Calendars,
  now: Date,
): Calendar | null {
  if ('teamId' in who) {
    const member = chooseMember(wanted, people, scheduling, now.getTime());
    // What is open instead is looked for when the locks are free again.
    if (member === null) throw new Refusal('appointment_no_overlap');
    return member;
  }
  if (who.assignedTo === null) return null;
  const person = people[0];
  if (person?.isActive) return person;
  throw unknownAssignee();
}

/** Refuses what is only unusual, for who wants nothing unusual; the first reason gives the code. */
async function warnedOf(
  tx: Tx,
  wanted: Wanted,
  whose: Whose,
  warnings: readonly [Warning, ...Warning[]],
): Promise<Problem> {
  const alternatives = await findAlternatives(tx, whose, wanted);
  const detail = warnings.map((warning) => warning.detail).join(' ');
  const next = alternatives.length === 0 ? 'Book it' : 'Choose one of the alternatives, or book it';
  return conflict(warnings[0].code, `${detail} ${next} without strict.`, {
    warnings,
    alternatives,
  });
}

/** The day around it, to see how much everybody has to do, and whatever reaches into the time itself. */
function spanAround(wanted: Wanted): { start: number; end: number } {
  const day = dayOf(wanted.start, 'UTC');
  const DAY = day.end - day.start;
  return { start: day.start - DAY, end: Math.max(day.end, wanted.end) + DAY };
}
