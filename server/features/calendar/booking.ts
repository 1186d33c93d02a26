import { type Place, travelMs } from '../../domain/distance.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { ServedArea } from '../areas/index.ts';
import type { Warning, WarningCode } from './appointment-schemas.ts';
import { type Calendar, type Calendars, type Scheduling, shiftsOf } from './calendars.ts';
import { firstWays, withBreakBefore } from './slots.ts';

/** Pure rules: warnings about a time, the team member who takes it, and the slots near it. */

/** What is needed, as far as areas and capacity matter. */
export interface Need {
  /** Null if no service was named. */
  service: string | null;
  /** Null if it is not known where, or if everywhere is served. */
  area: ServedArea | null;
  /** How many users the visit needs. */
  crewSize: number;
  /** Null if it is not known where. */
  place: Place | null;
}

export const NO_NEED: Need = { service: null, area: null, crewSize: 1, place: null };

export interface RequestedSlot extends Interval {
  /** Skills that the user must have. */
  skills: readonly string[];
  /** Kept free after it; null for the organization's setting. */
  bufferMs: number | null;
  /** The appointment to be moved there, if any: it does not block its own move. */
  movedId?: string;
}

/** A slot to be booked. */
export interface RequestedPlace extends RequestedSlot {
  need: Need;
}

/** What is unusual about the time, but does not prevent a booking. */
export function warningsOf(
  requested: RequestedSlot,
  person: Calendar | null,
  scheduling: Scheduling,
  now: number,
): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: WarningCode, detail: string) => warnings.push({ code, detail });
  if (requested.start < now) warn('in_the_past', 'The time is in the past.');
  else if (requested.start < now + scheduling.minimumNoticeMs) {
    warn('minimum_notice', 'The time is sooner than your organization’s minimum notice allows.');
  }
  if (requested.start > now + scheduling.horizonMs) {
    warn('beyond_horizon', 'The time is later than your organization’s booking horizon.');
  }
  if (person === null) return warnings;
  const { name } = person;
  if (!shiftsOf(person, requested).some((shift) => contains(shift, requested))) {
    warn('outside_working_hours', `${name} does not work at that time.`);
  }
  if (person.busy.some((busy) => busy.reason === 'time_off' && overlap(busy, requested))) {
    warn('time_off', `${name} has that time off.`);
  }
  const missing = missingSkills(requested, person);
  if (missing.length > 0) {
    const what = missing.length === 1 ? 'the skill' : 'the skills';
    warn('skill_missing', `${name} does not have ${what} ${missing.join(', ')}.`);
  }
  return warnings;
}

/** The same for everyone on the visit, each once; and whether they are as many as the service needs. */
export function warningsOfCrew(
  requested: RequestedPlace,
  people: readonly Calendar[],
  scheduling: Scheduling,
  now: number,
): Warning[] {
  const each = people.length === 0 ? [null] : people;
  const all = each.flatMap((person) => warningsOf(requested, person, scheduling, now));
  const once = [...new Map(all.map((warning) => [warning.detail, warning])).values()];
  const { crewSize } = requested.need;
  if (people.length === 0 || people.length >= crewSize) return once;
  const detail = `The service needs ${crewSize} people, and ${people.length} would go.`;
  return [...once, { code: 'crew_missing', detail }];
}

/** The skills that are needed and that the user does not have. */
export function missingSkills(
  { skills }: Pick<RequestedSlot, 'skills'>,
  person: Pick<Calendar, 'skills'>,
): string[] {
  return skills.filter((skill) => !person.skills.includes(skill));
}

export function bufferOf(
  { bufferMs }: Pick<RequestedSlot, 'bufferMs'>,
  scheduling: Scheduling,
): number {
  return bufferMs ?? scheduling.bufferMs;
}

/** The rule of the exclusion constraint: an appointment blocks time from its start to the end of its buffer. */
export function isFree(
  requested: Interval,
  { busy }: Pick<Calendar, 'busy'>,
  bufferMs: number,
): boolean {
  return !busy.some(
    (one) =>
      one.reason !== 'time_off' &&
      requested.start < one.end + one.bufferMs &&
      one.start < requested.end + bufferMs,
  );
}

/** Whether there is time for the way from the visit before or where the day starts, and to the one after. */
function isReached(
  { start, end, need: { place } }: RequestedPlace,
  person: Calendar,
  { travel }: Scheduling,
): boolean {
  const { busy, startLocation = null } = person;
  const shifts = shiftsOf(person, withBreakBefore({ start, end }));
  const ways = firstWays(shifts, { travel, startLocation, place });
  if (ways.some((way) => overlap(way, { start, end }))) return false;
  return busy.every((one) => {
    const other = one.place ?? null;
    const [there, back] = [travelMs(travel, place, other), travelMs(travel, other, place)];
    return there + back === 0 || end + there <= one.start || one.end + back <= start;
  });
}

/**
 * The free members with the least work that day, as many as are needed; among equals, the first by id. Members who work at
 * that time come before those who do not. Members who take no visits or lack the skill are left out.
 */
export function chooseMembers(
  requested: RequestedPlace,
  members: readonly Calendar[],
  scheduling: Scheduling,
  now: number,
): Calendar[] | null {
  const day = dayOf(requested.start, scheduling.timeZone);
  const chosen = members
    .filter((member) => member.isActive && member.isOffered && member.isInArea)
    .filter((member) => isFree(requested, member, bufferOf(requested, scheduling)))
    .filter((member) => isReached(requested, member, scheduling))
    .filter((member) => missingSkills(requested, member).length === 0)
    .map((member) => ({
      member,
      warnings: warningsOf(requested, member, scheduling, now).length,
      load: loadWithin(day, member),
    }))
    .sort(
      (a, b) =>
        a.warnings - b.warnings || a.load - b.load || (a.member.userId < b.member.userId ? -1 : 1),
    )
    .slice(0, requested.need.crewSize)
    .map(({ member }) => member);
  return chosen.length < requested.need.crewSize ? null : chosen;
}

export function dayOf(time: number, timeZone: string): Interval {
  const date = Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return {
    start: date.toZonedDateTime(timeZone).epochMilliseconds,
    end: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
}

/** The time of the day that is already booked. */
function loadWithin(day: Interval, { busy }: Calendar): number {
  return busy
    .filter(({ reason }) => reason !== 'time_off')
    .reduce((load, { start, end }) => {
      return load + Math.max(0, Math.min(end, day.end) - Math.max(start, day.start));
    }, 0);
}

/** The calendars without this appointment. */
export function without(appointmentId: string | undefined, calendars: Calendars): Calendars {
  const people = calendars.people.map((person) => {
    return { ...person, busy: person.busy.filter(({ ref }) => ref !== appointmentId) };
  });
  return { ...calendars, people };
}

/** The open slots closest to a time, closest first; of two at the same distance, the earlier first. */
export function nearest<Slot extends Interval>(
  slots: readonly Slot[],
  time: number,
  count: number,
): Slot[] {
  const distance = ({ start }: Slot) => Math.abs(start - time);
  return slots
    .filter(({ start }) => start !== time)
    .sort((a, b) => distance(a) - distance(b) || a.start - b.start)
    .slice(0, count);
}

function contains(outer: Interval, inner: Interval): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}
