import type { Interval } from '../../domain/working-hours.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import { type Calendar, type Calendars, type Scheduling, shiftsOf } from './calendars.ts';
import { type Blocked, explainSlots, findSlots, mergeTeamSlots, type TeamSlot } from './slots.ts';

/** Pure rules: from the calendars of some users to their open slots and the reasons for all other time. */
export interface AvailabilityRequest {
  window: Interval;
  durationMs: number;
  /** Null for the organization's setting. */
  stepMs: number | null;
  /** Skill that the user must have. */
  service: string | null;
  now: number;
}

/** Why a user has no slots at all. */
type Exclusion = 'inactive' | 'takes_no_visits' | 'skill_missing';

export interface PersonBlocked extends Omit<Blocked, 'reason'> {
  userId: string;
  reason: Blocked['reason'] | Exclusion;
}

/** Chooses from the slots of one user, in order, those that matter: a team can have millions. */
export type Choose = (slots: readonly Interval[]) => readonly Interval[];

export async function openSlots(
  { people, scheduling }: Calendars,
  request: AvailabilityRequest,
  choose: Choose,
): Promise<TeamSlot[]> {
  const options = optionsOf(scheduling, request);
  const able = people.filter((person) => exclusionReason(person, request) === null);
  const members = await mapWithPauses(able, (person) => ({
    userId: person.userId,
    slots: choose(findSlots(shiftsOf(person, request.window), person.busy, options)),
  }));
  return mergeTeamSlots(members);
}

export async function explainedSlots(
  { people, scheduling }: Calendars,
  request: AvailabilityRequest,
  choose: Choose,
): Promise<{ slots: TeamSlot[]; blocked: PersonBlocked[] }> {
  const options = optionsOf(scheduling, request);
  const explained = await mapWithPauses(people, (person) => {
    const { userId, busy } = person;
    const reason = exclusionReason(person, request);
    if (reason !== null) {
      return { userId, slots: [], blocked: [{ ...request.window, userId, reason, ref: null }] };
    }
    const { slots, blocked } = explainSlots(shiftsOf(person, request.window), busy, options);
    choose(blocked);
    return { userId, slots: choose(slots), blocked: blocked.map((one) => ({ ...one, userId })) };
  });
  return {
    slots: mergeTeamSlots(explained),
    blocked: explained
      .flatMap(({ blocked }): PersonBlocked[] => blocked)
      .sort((a, b) => a.start - b.start || a.end - b.end || (a.userId < b.userId ? -1 : 1)),
  };
}

/** Null if the user can have slots. */
function exclusionReason(person: Calendar, { service }: AvailabilityRequest): Exclusion | null {
  if (!person.isActive) return 'inactive';
  if (!person.isOffered) return 'takes_no_visits';
  return service === null || person.skills.includes(service) ? null : 'skill_missing';
}

function optionsOf(scheduling: Scheduling, request: AvailabilityRequest) {
  return {
    durationMs: request.durationMs,
    stepMs: request.stepMs ?? scheduling.stepMs,
    bufferMs: scheduling.bufferMs,
    notBefore: request.now + scheduling.minimumNoticeMs,
    notAfter: request.now + scheduling.horizonMs,
    window: request.window,
  };
}
