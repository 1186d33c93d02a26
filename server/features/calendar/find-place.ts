import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem, Refusal } from '../../platform/errors.ts';
import { unknownAssignee, unknownUser } from '../organizations/index.ts';
import { findAlternatives } from './alternatives.ts';
import type { Warning } from './appointment-schemas.ts';
import {
  bufferOf,
  chooseMembers,
  dayOf,
  isFree,
  type RequestedPlace,
  warningsOf,
  warningsOfCrew,
} from './booking.ts';
import type { AssigneeChoice } from './booking-body.ts';
import { type Calendar, type CalendarOwners, type Calendars, readCalendars } from './calendars.ts';
import { lockCalendars } from './lock-calendars.ts';

/** Who takes the requested time, and what is unusual about it. */
export interface Place {
  assignedTo: string | null;
  /** Who goes with them. */
  crew: string[];
  teamId: string | null;
  blockedUntil: Date;
  warnings: Warning[];
}

/**
 * Reads the calendars of all users who could take the time. Until the transaction ends, no other booking can
 * change these calendars.
 */
export function lockAndReadCalendars(
  tx: Tx,
  requested: RequestedPlace,
  assignee: AssigneeChoice,
): Promise<Calendars> {
  const owners = calendarOwnersOf(assignee);
  lockCalendars(tx, owners);
  const { area, place } = requested.need;
  return readCalendars(tx, owners, spanAround(requested), { area, place });
}

/** Chooses the assignee and collects the warnings. The constraint decides whether the time is free. */
export async function findPlace(
  tx: Tx,
  requested: RequestedPlace,
  assignee: AssigneeChoice,
  calendars: Calendars,
  isStrict: boolean,
): Promise<Place> {
  const { scheduling } = calendars;
  const people = choosePeople(requested, assignee, calendars, tx.now);
  const warnings = warningsOfCrew(requested, people, scheduling, tx.now.getTime());
  const [first, ...more] = warnings;
  if (isStrict && first) {
    // Of all users, the one without warnings would have been chosen. If only they are the reason, the time is not open.
    const ofTime = warningsOf(requested, null, scheduling, tx.now.getTime());
    if ('everyone' in assignee && ofTime.length === 0) throw new Refusal('appointment_no_overlap');
    throw await strictRefusal(tx, requested, calendarOwnersOf(assignee), [first, ...more]);
  }
  const [leads, ...crew] = people.map(({ userId }) => userId);
  return {
    assignedTo: leads ?? null,
    crew,
    teamId: 'teamId' in assignee ? assignee.teamId : null,
    blockedUntil: new Date(requested.end + bufferOf(requested, scheduling)),
    warnings,
  };
}

/** The rule of the constraint, for a place that was chosen from locked calendars: everyone is free then. */
export function assertFree(
  requested: RequestedPlace,
  { place, calendars }: { place: Place; calendars: Calendars },
): void {
  const { people, scheduling } = calendars;
  const going = people.filter(
    ({ userId }) => userId === place.assignedTo || place.crew.includes(userId),
  );
  const bufferMs = bufferOf(requested, scheduling);
  if (going.every((person) => isFree(requested, person, bufferMs))) return;
  throw new Refusal('appointment_no_overlap');
}

export function calendarOwnersOf(assignee: AssigneeChoice): CalendarOwners {
  if (!('assignedTo' in assignee)) return assignee;
  return {
    userIds: assignee.assignedTo === null ? [] : [assignee.assignedTo, ...assignee.crew],
  };
}

/** Who leads the visit, and then the crew; empty if no one is assigned. */
function choosePeople(
  requested: RequestedPlace,
  assignee: AssigneeChoice,
  { people, scheduling }: Calendars,
  now: Date,
): Calendar[] {
  if (!('assignedTo' in assignee)) {
    const members = chooseMembers(requested, people, scheduling, now.getTime());
    // Alternatives are searched after this transaction has released its locks.
    if (members === null) throw new Refusal('appointment_no_overlap');
    return members;
  }
  if (assignee.assignedTo === null) return [];
  return [assignee.assignedTo, ...assignee.crew].map((id, index) => {
    const person = people.find(({ userId }) => userId === id);
    if (person?.isActive) return person;
    throw index === 0 ? unknownAssignee() : unknownUser(`/crew/${index - 1}`);
  });
}

/** With `strict`, warnings are refused; the first warning sets the problem code. */
async function strictRefusal(
  tx: Tx,
  requested: RequestedPlace,
  owners: CalendarOwners,
  warnings: readonly [Warning, ...Warning[]],
): Promise<Problem> {
  const alternatives = await findAlternatives(tx, owners, requested, { isStrict: true });
  const detail = warnings.map((warning) => warning.detail).join(' ');
  const next =
    alternatives.length === 0
      ? 'Book it without strict.'
      : 'Choose one of the alternatives, or book it without strict.';
  return conflict(warnings[0].code, `${detail} ${next}`, {
    warnings,
    alternatives,
  });
}

/** The whole day, to compare the workload of users, and everything that overlaps the requested time. */
function spanAround(requested: RequestedPlace): { start: number; end: number } {
  const day = dayOf(requested.start, 'UTC');
  const DAY = day.end - day.start;
  return { start: day.start - DAY, end: Math.max(day.end, requested.end) + DAY };
}
