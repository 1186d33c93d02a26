import type { Interval } from '../../domain/working-hours.ts';
import {
  type Calendar,
  isFree,
  type RequestedSlot,
  type Scheduling,
  warningsOf,
} from '../calendar/index.ts';
import { consecutive } from './consecutive.ts';
import { distanceKm, type Place, travelMinutes } from './distance.ts';
import type { Reason, ReasonCode } from './suggest-schemas.ts';

/** Who should take an appointment, and why. Pure rules. */

export interface Need extends RequestedSlot {
  service: string;
  place: Place | null;
}

/** Where somebody is at a time of the day, for work that waits or is done. */
export interface StopOfDay extends Interval {
  place: Place | null;
}

export interface Candidate {
  /** Without the appointment itself, should it be theirs already. */
  calendar: Calendar;
  /** Of the day of the appointment, in order. */
  stops: readonly StopOfDay[];
}

export interface Suggestion {
  userId: string;
  name: string;
  score: number;
  isFree: boolean;
  reasons: Reason[];
}

/**
 * What each thing counts, of 1 in all. Nothing outweighs being free, and no empty day outweighs the
 * skill: whoever is not free, or less skilled, comes behind, and within the same the emptier day leads.
 */
const FREE = 0.6;
const OUTSIDE_WORKING_HOURS = 0.18;
const SKILL = { matches: 0.28, generalist: 0.14, missing: 0 };
const EMPTY_DAY = 0.12;
/** A day of as much work and driving counts nothing any more. */
const FULL_DAY_MINUTES = 10 * 60;
const MINUTE = 60_000;

/** The best first. Whoever is not free is left out, unless nobody is. */
export function suggest(
  need: Need,
  candidates: readonly Candidate[],
  scheduling: Scheduling,
): Suggestion[] {
  const scored = candidates.map((candidate) => scoreCandidate(need, candidate, scheduling));
  const free = scored.filter((one) => one.isFree);
  return (free.length > 0 ? free : scored).sort(
    (a, b) =>
      Number(b.isFree) - Number(a.isFree) ||
      b.score - a.score ||
      (a.name === b.name ? (a.userId < b.userId ? -1 : 1) : a.name < b.name ? -1 : 1),
  );
}

export function scoreCandidate(
  need: Need,
  { calendar, stops }: Candidate,
  scheduling: Scheduling,
): Suggestion {
  const presence = presenceOf(need, calendar, scheduling);
  const skill = skillOf(need.service, calendar);
  const emptiness = Math.max(0, 1 - minutesOfDay(need, stops) / FULL_DAY_MINUTES);
  const score = presence.counts + SKILL[skill] + EMPTY_DAY * emptiness;
  return {
    userId: calendar.userId,
    name: calendar.name,
    score: Math.round(score * 10_000) / 10_000,
    isFree: presence.isFree,
    reasons: [
      ...presence.reasons,
      skillReason(skill, need.service),
      ...travelReasons(need, stops),
      loadReason(stops),
    ],
  };
}

/** Free is who has nothing else at that time, buffers included, works then, and is not away. */
function presenceOf(need: Need, calendar: Calendar, scheduling: Scheduling) {
  const { name } = calendar;
  const isTaken = !isFree(need, calendar, scheduling.bufferMs);
  const warnings = warningsOf({ ...need, service: null }, calendar, scheduling, need.start);
  const obstacles = warnings.flatMap(({ code, detail }) =>
    code === 'outside_working_hours' || code === 'time_off' ? [reason(code, detail)] : [],
  );
  if (isTaken) {
    obstacles.unshift(reason('busy', `${name} has another appointment then, or too close to it.`));
  }
  if (obstacles.length === 0) {
    const reasons = [reason('free', `${name} works then and has nothing else to do.`)];
    return { isFree: true, counts: FREE, reasons };
  }
  const couldComeIn = obstacles.every(({ code }) => code === 'outside_working_hours');
  return { isFree: false, counts: couldComeIn ? OUTSIDE_WORKING_HOURS : 0, reasons: obstacles };
}

/** Somebody without any skill on their list may do everything; others do what is on it. */
function skillOf(service: string, { skills }: Calendar): keyof typeof SKILL {
  if (skills.includes(service)) return 'matches';
  return skills.length === 0 ? 'generalist' : 'missing';
}

function skillReason(skill: keyof typeof SKILL, service: string): Reason {
  switch (skill) {
    case 'matches':
      return reason('skill_matches', `Has the skill ${service}.`);
    case 'generalist':
      return reason('generalist', 'Has no skills listed, so may do anything.');
    case 'missing':
      return reason('skill_missing', `Does not have the skill ${service}.`);
  }
}

/**
 * How full the day would be: the work it has, and the way from stop to stop with this one among them. By
 * the whole way, and not by what this stop adds to it, because one more appointment next door would make
 * that shorter, and whoever is given more to do must not seem to have less.
 */
function minutesOfDay(need: Need, stops: readonly StopOfDay[]): number {
  const work = stops.reduce((minutes, { start, end }) => minutes + (end - start) / MINUTE, 0);
  const places = [...before(need, stops), need, ...after(need, stops)].flatMap(
    ({ place }) => place ?? [],
  );
  const km = consecutive(places).reduce((way, [from, to]) => way + distanceKm(from, to), 0);
  return work + travelMinutes(km);
}

function travelReasons(need: Need, stops: readonly StopOfDay[]): Reason[] {
  const ways = [
    { place: before(need, stops).at(-1)?.place, words: 'from the appointment before' },
    { place: after(need, stops)[0]?.place, words: 'to the next one' },
  ].flatMap(({ place, words }) =>
    place && need.place ? `${distanceKm(place, need.place).toFixed(1)} km ${words}` : [],
  );
  return ways.length === 0 ? [] : [reason('travel', `${ways.join(', ')}.`)];
}

function loadReason(stops: readonly StopOfDay[]): Reason {
  if (stops.length === 0) return reason('load', 'Nothing else that day.');
  const hours = stops.reduce((sum, { start, end }) => sum + end - start, 0) / (60 * MINUTE);
  const count = stops.length === 1 ? 'One appointment' : `${stops.length} appointments`;
  return reason('load', `${count} that day, ${Number(hours.toFixed(1))} h.`);
}

function before({ start }: Interval, stops: readonly StopOfDay[]): readonly StopOfDay[] {
  return stops.filter((stop) => stop.start < start);
}

function after({ start }: Interval, stops: readonly StopOfDay[]): readonly StopOfDay[] {
  return stops.filter((stop) => stop.start >= start);
}

function reason(code: ReasonCode, detail: string): Reason {
  return { code, detail };
}
