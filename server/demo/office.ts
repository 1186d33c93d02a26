import { atTime, DAY, dateOf, weekdayOf } from './calendar.ts';
import type { Random } from './random.ts';
import type { World } from './story.ts';
import { FOLLOWED_UP } from './texts.ts';

/** The daily routine of the dispatchers, except on Sundays. */
export function planOfficeDays(world: World, random: Random, start: number): void {
  for (let day = start; day <= world.end; day += DAY) {
    world.agenda.plan(atTime(day, 18, 30), () => endEmergencies(world, day));
    if (weekdayOf(day) === 7) continue;
    for (const hour of [10, 15]) {
      world.agenda.plan(atTime(day, hour, 40), () => completeFollowUps(world, random));
    }
    world.agenda.plan(atTime(day, 16, 20), () => reviewDuplicates(world, random));
  }
}

/** Completes due calls and tasks. The last of them are left for today. */
async function completeFollowUps(world: World, random: Random): Promise<void> {
  const dispatcher = random.pick(world.company.dispatchers);
  const { data } = await dispatcher.followUps.list({ status: ['due'], limit: 100 });
  for (const { follow_up_id } of data) {
    if (random.chance(0.3)) continue;
    await dispatcher.followUps.complete(follow_up_id, {
      note: random.pick(FOLLOWED_UP),
    });
  }
}

/** Most are the same person; some are not, and some are left for tomorrow. */
async function reviewDuplicates(world: World, random: Random): Promise<void> {
  const dispatcher = random.pick(world.company.dispatchers);
  const { data } = await dispatcher.leads.list({
    outcome: ['open'],
    relation: 'new',
    age: '2d',
    limit: 200,
  });
  for (const lead of data) {
    if (lead.duplicate_match === null || lead.customer_id !== null) continue;
    if (random.chance(0.45)) continue;
    const other = await dispatcher.leads.get(lead.duplicate_match.lead_id);
    if (other.deleted_at !== null || other.merged_into !== null) continue;
    await dispatcher.leads.merge(lead.lead_id, { into: other.lead_id });
  }
}

/** The technician on call reports the visits in the evening. */
async function endEmergencies({ company }: World, day: number): Promise<void> {
  const date = dateOf(day);
  const own = company.technicians.get(company.onCall)!;
  const { data } = await own.appointments.list({
    from: date,
    to: date,
    assigned_to: company.onCall,
    status: ['booked'],
  });
  for (const { appointment_id, type } of data) {
    if (type === 'emergency') await own.appointments.complete(appointment_id);
  }
}
