import type { Interval } from '../../domain/working-hours.ts';
import type { Warning, WarningCode } from './appointment-schemas.ts';
import { type Calendar, type Calendars, type Scheduling, shiftsOf } from './calendars.ts';
import type { TeamSlot } from './slots.ts';

/** Pure rules: what is unusual about a time, who of a team takes it, and what is near it. */

export interface Wanted extends Interval {
  service: string | null;
  /** The appointment that would be moved there, if it is one: it is not in its own way. */
  movedId?: string;
}

/** What nobody is kept from doing, but should know of. */
export function warningsOf(
  wanted: Wanted,
  person: Calendar | null,
  scheduling: Scheduling,
  now: number,
): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: WarningCode, detail: string) => warnings.push({ code, detail });
  if (wanted.start < now) warn('in_the_past', 'It starts in the past.');
  else if (wanted.start < now + scheduling.minimumNoticeMs) {
    warn('minimum_notice', 'It starts sooner than your organization’s minimum notice.');
  }
  if (wanted.start > now + scheduling.horizonMs) {
    warn('beyond_horizon', 'It starts later than your organization’s horizon.');
  }
  if (person === null) return warnings;
  const { name } = person;
  if (!shiftsOf(person, wanted).some((shift) => contains(shift, wanted))) {
    warn('outside_working_hours', `${name} does not work at that time.`);
  }
  if (person.busy.some((busy) => busy.reason === 'time_off' && overlap(busy, wanted))) {
    warn('time_off', `${name} has that time off.`);
  }
  if (wanted.service !== null && !person.skills.includes(wanted.service)) {
    warn('skill_missing', `${name} does not have the skill ${wanted.service}.`);
  }
  return warnings;
}

/** As the exclusion constraint has it: from a start to the end of the buffer behind. */
export function isFree(wanted: Interval, { busy }: Calendar, bufferMs: number): boolean {
  return !busy.some(
    (one) =>
      one.reason !== 'time_off' &&
      wanted.start < one.end + one.bufferMs &&
      one.start < wanted.end + bufferMs,
  );
}

/**
 * Of the members who are free, who has the least to do on that day; of equals whoever comes first. Who
 * works then goes before who does not, and who cannot do it is not asked.
 */
export function chooseMember(
  wanted: Wanted,
  members: readonly Calendar[],
  scheduling: Scheduling,
  now: number,
): Calendar | null {
  const day = dayOf(wanted.start, scheduling.timeZone);
  const [first] = members
    .filter((member) => member.isActive && isFree(wanted, member, scheduling.bufferMs))
    .filter(({ skills }) => wanted.service === null || skills.includes(wanted.service))
    .map((member) => ({
      member,
      warnings: warningsOf(wanted, member, scheduling, now).length,
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

/** The working time already taken. */
function loadWithin(day: Interval, { busy }: Calendar): number {
  return busy
    .filter(({ reason }) => reason !== 'time_off')
    .reduce((load, { start, end }) => {
      return load + Math.max(0, Math.min(end, day.end) - Math.max(start, day.start));
    }, 0);
}

/** The same calendars as if the appointment were not there. */
export function without(appointmentId: string | undefined, calendars: Calendars): Calendars {
  const people = calendars.people.map((person) => {
    return { ...person, busy: person.busy.filter(({ ref }) => ref !== appointmentId) };
  });
  return { ...calendars, people };
}

/** The open slots closest to a time, the closest first; of two as close the earlier. */
export function nearest(slots: readonly TeamSlot[], time: number, count: number): TeamSlot[] {
  const distance = ({ start }: TeamSlot) => Math.abs(start - time);
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
