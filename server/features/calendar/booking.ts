import type { Interval } from '../../domain/working-hours.ts';
import type { Warning, WarningCode } from './appointment-schemas.ts';
import { type Calendar, type Calendars, type Scheduling, shiftsOf } from './calendars.ts';

/** Pure rules: warnings about a time, the team member who takes it, and the slots near it. */

export interface RequestedSlot extends Interval {
  service: string | null;
  /** The appointment to be moved there, if any: it does not block its own move. */
  movedId?: string;
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
  if (requested.service !== null && !person.skills.includes(requested.service)) {
    warn('skill_missing', `${name} does not have the skill ${requested.service}.`);
  }
  return warnings;
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

/**
 * The free member with the least work that day; among equals, the first by id. Members who work at that time
 * come before those who do not. Members who take no visits or lack the skill are left out.
 */
export function chooseMember(
  requested: RequestedSlot,
  members: readonly Calendar[],
  scheduling: Scheduling,
  now: number,
): Calendar | null {
  const day = dayOf(requested.start, scheduling.timeZone);
  const [first] = members
    .filter((member) => member.isActive && member.isOffered)
    .filter((member) => isFree(requested, member, scheduling.bufferMs))
    .filter(({ skills }) => requested.service === null || skills.includes(requested.service))
    .map((member) => ({
      member,
      warnings: warningsOf(requested, member, scheduling, now).length,
      load: loadWithin(day, member),
    }))
    .sort(
      (a, b) =>
        a.warnings - b.warnings || a.load - b.load || (a.member.userId < b.member.userId ? -1 : 1),
    );
  return first?.member ?? null;
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
