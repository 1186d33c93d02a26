import type { Interval } from '../../domain/working-hours.ts';
import { type Calendar, type Calendars, type Scheduling, shiftsOf } from './calendars.ts';
import { type Blocked, explainSlots, findSlots, joinTeam, type TeamSlot } from './slots.ts';

/** Pure rules: the calendars of some people in, the open slots and the reasons for all the rest out. */
export interface Asked {
  window: Interval;
  durationMs: number;
  /** The organization's own, unless another is asked for. */
  stepMs: number | null;
  /** A skill that they must have. */
  service: string | null;
  now: number;
}

export interface PersonBlocked extends Omit<Blocked, 'reason'> {
  userId: string;
  reason: Blocked['reason'] | 'inactive' | 'skill_missing';
}

export function openSlots({ people, scheduling }: Calendars, asked: Asked): TeamSlot[] {
  return joinTeam(
    people
      .filter((person) => excluded(person, asked) === null)
      .map((person) => {
        const options = optionsOf(scheduling, asked);
        return {
          userId: person.userId,
          slots: findSlots(shiftsOf(person, asked.window), person.busy, options),
        };
      }),
  );
}

export function explainedSlots(
  { people, scheduling }: Calendars,
  asked: Asked,
): { slots: TeamSlot[]; blocked: PersonBlocked[] } {
  const options = optionsOf(scheduling, asked);
  const explained = people.map((person) => {
    const { userId, busy } = person;
    const reason = excluded(person, asked);
    if (reason !== null) {
      return { userId, slots: [], blocked: [{ ...asked.window, userId, reason, ref: null }] };
    }
    const { slots, blocked } = explainSlots(shiftsOf(person, asked.window), busy, options);
    return { userId, slots, blocked: blocked.map((one) => ({ ...one, userId })) };
  });
  return {
    slots: joinTeam(explained),
    blocked: explained
      .flatMap(({ blocked }): PersonBlocked[] => blocked)
      .sort((a, b) => a.start - b.start || a.end - b.end || (a.userId < b.userId ? -1 : 1)),
  };
}

/** Why somebody is not to be asked at all. */
function excluded(person: Calendar, { service }: Asked): 'inactive' | 'skill_missing' | null {
  if (!person.isActive) return 'inactive';
  return service === null || person.skills.includes(service) ? null : 'skill_missing';
}

function optionsOf(scheduling: Scheduling, asked: Asked) {
  return {
    durationMs: asked.durationMs,
    stepMs: asked.stepMs ?? scheduling.stepMs,
    bufferMs: scheduling.bufferMs,
    notBefore: asked.now + scheduling.minimumNoticeMs,
    notAfter: asked.now + scheduling.horizonMs,
    window: asked.window,
  };
}
