import { type Place, travelMinutes } from '../../domain/distance.ts';
import {
  bufferOf,
  type Calendar,
  isFree,
  missingSkills,
  type RequestedSlot,
  type Scheduling,
  warningsOf,
} from '../calendar/index.ts';
import type { Reason, ReasonCode } from './suggest-schemas.ts';
import { kmOf, located, tripsOf, type WayStop } from './way.ts';

/** Pure rules: which users should take an appointment, and why. */

export interface Need extends RequestedSlot {
  place: Place | null;
  /** Of a defined service: then a user without listed skills cannot do it, as in availability. */
  areSkillsDefined?: boolean;
}

/** Where a user is at a time of the day, for planned or completed work. */
export type StopOfDay = WayStop;

export interface Candidate {
  /** Without the appointment itself, if it is already assigned to this user. */
  calendar: Calendar;
  /** The stops on the day of the appointment, in order. */
  stops: readonly StopOfDay[];
  /** Where the user's days start, if that is known. */
  startLocation?: Place | null;
}

export interface Suggestion {
  userId: string;
  name: string;
  score: number;
  isFree: boolean;
  reasons: Reason[];
}

/**
 * Weights, which add up to 1. Being free outweighs everything else, and the skill outweighs an empty day. Among
 * users who are equally free and skilled, the emptier day wins.
 */
const FREE = 0.6;
const OUTSIDE_WORKING_HOURS = 0.18;
const SKILL = { matches: 0.28, generalist: 0.14, missing: 0 };
const EMPTY_DAY = 0.12;
/** A day with this much work and driving scores 0 for emptiness. */
const FULL_DAY_MINUTES = 10 * 60;
const MINUTE = 60_000;

/** Best first. Users who are not free are left out, unless no user is free. */
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

/** How well a user fits, given that they are free. */
export interface Fit {
  score: number;
  reasons: Reason[];
}

/** The share of skill and day in the score of a user who is free, from 0 to 1, and its reasons. */
export function fitOf(need: Need, candidate: Candidate): Fit {
  const { calendar, stops } = candidate;
  const skill = skillOf(need, calendar);
  const emptiness = Math.max(0, 1 - minutesOfDay(need, candidate) / FULL_DAY_MINUTES);
  return {
    score: (SKILL[skill] + EMPTY_DAY * emptiness) / (1 - FREE),
    reasons: [
      skillReason(skill, need, calendar),
      ...travelReasons(need, candidate),
      loadReason(stops),
    ],
  };
}

export function scoreCandidate(
  need: Need,
  candidate: Candidate,
  scheduling: Scheduling,
): Suggestion {
  const { calendar } = candidate;
  const presence = presenceOf(need, calendar, scheduling);
  const fit = fitOf(need, candidate);
  const score = presence.weight + fit.score * (1 - FREE);
  return {
    userId: calendar.userId,
    name: calendar.name,
    score: Math.round(score * 10_000) / 10_000,
    isFree: presence.isFree,
    reasons: [...presence.reasons, ...fit.reasons],
  };
}

/** A user is free if they work at that time and have no time off and no other appointment, buffers included. */
function presenceOf(need: Need, calendar: Calendar, scheduling: Scheduling) {
  const { name } = calendar;
  const isTaken = !isFree(need, calendar, bufferOf(need, scheduling));
  const warnings = warningsOf({ ...need, skills: [] }, calendar, scheduling, need.start);
  const obstacles = warnings.flatMap(({ code, detail }) =>
    code === 'outside_working_hours' || code === 'time_off' ? [reason(code, detail)] : [],
  );
  if (isTaken) {
    obstacles.unshift(
      reason('busy', `${name} has another appointment at that time, or too close to it.`),
    );
  }
  if (obstacles.length === 0) {
    const reasons = [reason('free', `${name} works at that time and has no other appointment.`)];
    return { isFree: true, weight: FREE, reasons };
  }
  const isOnlyOffShift = obstacles.every(({ code }) => code === 'outside_working_hours');
  return { isFree: false, weight: isOnlyOffShift ? OUTSIDE_WORKING_HOURS : 0, reasons: obstacles };
}

/** Who lists no skills can do any service that no one has defined; everyone else needs all skills of the service. */
export function skillOf(need: SkillNeed, calendar: Calendar): keyof typeof SKILL {
  if (missingSkills(need, calendar).length === 0) return 'matches';
  return calendar.skills.length === 0 && !need.areSkillsDefined ? 'generalist' : 'missing';
}

type SkillNeed = Pick<Need, 'skills' | 'areSkillsDefined'>;

function skillReason(skill: keyof typeof SKILL, need: Need, calendar: Calendar): Reason {
  switch (skill) {
    case 'matches':
      return reason('skill_matches', skillsDetail('Has', need.skills));
    case 'generalist':
      return reason('generalist', 'Has no skills listed, and nothing says what the service needs.');
    case 'missing':
      return reason('skill_missing', skillsDetail('Does not have', missingSkills(need, calendar)));
  }
}

function skillsDetail(verb: string, skills: readonly string[]): string {
  if (skills.length === 0) return 'The service needs no skill.';
  return `${verb} the skill${skills.length === 1 ? '' : 's'} ${skills.join(', ')}.`;
}

/**
 * How full the day would be: all work, and all travel from where the day starts, from stop to stop including this
 * appointment. Not only the detour for this appointment, because one more appointment next door would make that shorter,
 * and more work must never raise a score.
 */
function minutesOfDay(need: Need, { stops, startLocation = null }: Candidate): number {
  const work = stops.reduce((minutes, { start, end }) => minutes + (end - start) / MINUTE, 0);
  return work + travelMinutes(kmOf(tripsOf(startLocation, located(withNeed(need, stops)))));
}

function travelReasons(need: Need, { stops, startLocation = null }: Candidate): Reason[] {
  const distances = tripsOf(startLocation, withNeed(need, stops)).flatMap(({ from, to, km }) => {
    if (km === null || (from !== need && to !== need)) return [];
    if (from === need) return `${km.toFixed(1)} km to the next one`;
    const where = from === null ? 'from where the day starts' : 'from the previous appointment';
    return `${km.toFixed(1)} km ${where}`;
  });
  return distances.length === 0 ? [] : [reason('travel', `${distances.join(', ')}.`)];
}

/** The stops of the day in order, with this appointment among them. */
function withNeed(need: Need, stops: readonly StopOfDay[]): StopOfDay[] {
  const isBefore = (stop: StopOfDay) => stop.start < need.start;
  return [...stops.filter(isBefore), need, ...stops.filter((stop) => !isBefore(stop))];
}

function loadReason(stops: readonly StopOfDay[]): Reason {
  if (stops.length === 0) return reason('load', 'No other appointments that day.');
  const hours = stops.reduce((sum, { start, end }) => sum + end - start, 0) / (60 * MINUTE);
  const count = stops.length === 1 ? 'One appointment' : `${stops.length} appointments`;
  return reason('load', `${count} that day, ${Number(hours.toFixed(1))} h.`);
}

function reason(code: ReasonCode, detail: string): Reason {
  return { code, detail };
}
