import type { Agenda } from './agenda.ts';
import type { Api } from './api.ts';
import { DAY, dateOf } from './calendar.ts';
import type { Service } from './company.ts';
import type { DemoClock } from './demo-clock.ts';
import type { Household } from './households.ts';
import type { Company } from './open-company.ts';
import type { Random } from './random.ts';

/** The environment of every story. */
export interface World {
  company: Company;
  agenda: Agenda;
  clock: DemoClock;
  /** The end of the story: today. Steps planned for later do not happen. */
  end: number;
}

/** One contact, from the first message on. */
export interface Story {
  world: World;
  random: Random;
  household: Household;
  service: Service;
  source: string;
  leadId: string;
  /** The dispatcher in charge. */
  dispatcher: Api;
  /** Called when the work is done. */
  comesBack?: () => void;
}

export function plan({ world }: Pick<Story, 'world'>, at: number, take: () => Promise<void>): void {
  world.agenda.plan(at, take);
}

export interface Slot {
  startsAt: number;
  userId: string;
  /** Who else is free. */
  others: readonly string[];
}

/** An open slot of the team, as a dispatcher finds it; null if there is none within the week. */
export async function findSlot(
  { world, random, service, dispatcher }: Story,
  wanted: { team: keyof Company['teams']; from: number; minutes: number; earliest?: boolean },
): Promise<Slot | null> {
  const { slots } = await dispatcher.availability.get({
    team_id: world.company.teams[wanted.team],
    from: dateOf(wanted.from),
    to: dateOf(wanted.from + 3 * DAY),
    duration_minutes: wanted.minutes,
    service: service.code,
  });
  const open = slots.filter(({ starts_at }) => Date.parse(starts_at) >= wanted.from);
  const [earliest] = open;
  if (earliest === undefined) return null;
  const slot = wanted.earliest ? earliest : random.pick(open.slice(0, 24));
  const userId = random.pick(slot.user_ids);
  const others = slot.user_ids.filter((one) => one !== userId);
  return { startsAt: Date.parse(slot.starts_at), userId, others };
}

export function technician({ world }: Story, userId: string): Api {
  return world.company.technicians.get(userId)!;
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function firstName({ household }: Story): string {
  return household.name.split(' ')[0]!;
}
