import type { Place } from '../../domain/distance.ts';
import { type Interval, mergeIntervals } from '../../domain/working-hours.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import { bufferOf, missingSkills, nearest } from './booking.ts';
import { type Calendar, type Calendars, type Scheduling, shiftsOf } from './calendars.ts';
import { within } from './intervals.ts';
import {
  type Blocked,
  explainSlots,
  findSlots,
  mergeTeamSlots,
  type TeamSlot,
  withBreakBefore,
} from './slots.ts';

/** Pure rules: from the calendars of some users to their open slots and the reasons for all other time. */
export interface AvailabilityRequest {
  window: Interval;
  durationMs: number;
  /** Null for the organization's setting. */
  stepMs: number | null;
  /** Skills that the user must have. */
  skills: readonly string[];
  /** Kept free after a slot; null for the organization's setting. */
  bufferMs: number | null;
  /** How many users a visit needs. */
  crewSize: number;
  /** Where the visit is, if that is known. */
  place: Place | null;
  now: number;
}

/** Why a user has no slots at all. */
type Exclusion = 'inactive' | 'takes_no_visits' | 'skill' | 'area';

export interface PersonBlocked extends Omit<Blocked, 'reason'> {
  userId: string;
  reason: Blocked['reason'] | Exclusion | 'capacity' | 'crew';
}

/** Chooses from the slots of one user, in order, those that matter: a team can have millions. */
export type Choose = (slots: readonly Interval[]) => readonly Interval[];

/** Only as many users at each start as a visit needs: for those who ask when, and not who. */
export function onlyStarts({ crewSize }: Pick<AvailabilityRequest, 'crewSize'>): Choose {
  const free = new Map<number, number>();
  return (slots) =>
    slots.filter(({ start }) => {
      const count = free.get(start) ?? 0;
      if (count < crewSize) free.set(start, count + 1);
      return count < crewSize;
    });
}

export async function openSlots(
  calendars: Calendars,
  request: AvailabilityRequest,
  choose: Choose,
): Promise<TeamSlot[]> {
  const able = calendars.people.filter((person) => exclusionReason(person, request) === null);
  const members = await mapWithPauses(able, (person) => ({
    userId: person.userId,
    slots: choose(slotsOf(person, calendars, request)),
  }));
  return mergeTeamSlots(members).filter((slot) => isCrew(slot, request));
}

/** The open slots closest to a time, closest first. */
export async function nearestSlots(
  calendars: Calendars,
  request: AvailabilityRequest,
  time: number,
  count: number,
): Promise<TeamSlot[]> {
  // For one user, the closest of all are among the closest of each. A crew has to be free together.
  const choose: Choose = (own) => (request.crewSize > 1 ? own : nearest(own, time, count));
  return nearest(await openSlots(calendars, request, choose), time, count);
}

export async function explainedSlots(
  calendars: Calendars,
  request: AvailabilityRequest,
  choose: Choose,
): Promise<{ slots: TeamSlot[]; blocked: PersonBlocked[] }> {
  const explained = await mapWithPauses(calendars.people, (person) => {
    const { userId, busy } = person;
    const reason = exclusionReason(person, request);
    if (reason !== null) {
      return { userId, slots: [], blocked: [{ ...request.window, userId, reason, ref: null }] };
    }
    const options = optionsOf(person, calendars.scheduling, request);
    const { slots, blocked } = explainSlots(shiftsAround(person, request), busy, options);
    const full = slots.filter((slot) => isOnFullDay(slot, calendars));
    choose(blocked);
    return {
      userId,
      slots: choose(slots.filter((slot) => !isOnFullDay(slot, calendars))),
      blocked: [...blocked, ...fullTimes(calendars, full, request)].map((one) => ({
        ...one,
        userId,
      })),
    };
  });
  const merged = mergeTeamSlots(explained);
  return {
    slots: merged.filter((slot) => isCrew(slot, request)),
    blocked: explained
      .flatMap(({ blocked }): PersonBlocked[] => blocked)
      .concat(withoutCrew(merged, request))
      .sort((a, b) => a.start - b.start || a.end - b.end || (a.userId < b.userId ? -1 : 1)),
  };
}

/** A day that is full has no slots that start on it. */
function slotsOf(person: Calendar, calendars: Calendars, request: AvailabilityRequest): Interval[] {
  const options = optionsOf(person, calendars.scheduling, request);
  const slots = findSlots(shiftsAround(person, request), person.busy, options);
  if (calendars.fullDays.length === 0) return slots;
  return slots.filter((slot) => !isOnFullDay(slot, calendars));
}

function isOnFullDay({ start }: Interval, { fullDays }: Calendars): boolean {
  return fullDays.some((day) => day.start <= start && start < day.end);
}

function shiftsAround(person: Calendar, { window }: AvailabilityRequest): Interval[] {
  return shiftsOf(person, withBreakBefore(window));
}

/** The days that are full, and the slots that would start on them: one can end on the next day. */
function fullTimes(
  { fullDays }: Calendars,
  slots: readonly Interval[],
  { window }: AvailabilityRequest,
) {
  return mergeIntervals([...fullDays, ...slots])
    .flatMap((time) => within(window, time))
    .map((time) => ({ ...time, reason: 'capacity' as const, ref: null }));
}

function isCrew({ userIds }: TeamSlot, { crewSize }: AvailabilityRequest): boolean {
  return userIds.length >= crewSize;
}

/** Times at which some users are free, but too few of them. */
function withoutCrew(slots: readonly TeamSlot[], request: AvailabilityRequest): PersonBlocked[] {
  const short = slots.filter((slot) => !isCrew(slot, request));
  const userIds = new Set(short.flatMap((slot) => slot.userIds));
  return [...userIds].flatMap((userId) =>
    mergeIntervals(short.filter((slot) => slot.userIds.includes(userId))).map((time) => ({
      ...time,
      userId,
      reason: 'crew' as const,
      ref: null,
    })),
  );
}

/** Null if the user can have slots. */
function exclusionReason(person: Calendar, request: AvailabilityRequest): Exclusion | null {
  if (!person.isActive) return 'inactive';
  if (!person.isOffered) return 'takes_no_visits';
  if (!person.isInArea) return 'area';
  return missingSkills(request, person).length === 0 ? null : 'skill';
}

function optionsOf(
  { startLocation = null }: Calendar,
  scheduling: Scheduling,
  request: AvailabilityRequest,
) {
  return {
    startLocation,
    durationMs: request.durationMs,
    stepMs: request.stepMs ?? scheduling.stepMs,
    bufferMs: bufferOf(request, scheduling),
    place: request.place,
    travel: scheduling.travel,
    notBefore: request.now + scheduling.minimumNoticeMs,
    notAfter: request.now + scheduling.horizonMs,
    window: request.window,
  };
}
