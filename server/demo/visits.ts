import type { Api } from './api.ts';
import { atTime, byDay, DAY, HOUR, inOfficeHours, MINUTE } from './calendar.ts';
import { doOnTheSpot, sell } from './jobs.ts';
import { findSlot, iso, plan, type Slot, type Story, technician } from './story.ts';
import { CANCELED, CONFIRMATIONS, STARS } from './texts.ts';

/** Books a visit: an estimate for an installation, a service call for everything else. */
export async function bookVisit(story: Story): Promise<void> {
  const { random, world, service, leadId, dispatcher, household } = story;
  const isEstimate = service.kind === 'installation';
  const team = isEstimate ? 'Installation' : 'Service';
  const from = world.clock.time + random.between(20, isEstimate ? 120 : 60) * HOUR;
  const slot = await findSlot(story, { team, from, minutes: service.visitMinutes });
  if (slot === null) return;
  const isUnassigned = slot.startsAt > world.end && random.chance(0.15);
  const { appointment_id } = await dispatcher.appointments.create({
    lead_id: leadId,
    starts_at: iso(slot.startsAt),
    duration_minutes: service.visitMinutes,
    type: isEstimate ? 'estimate' : 'service_call',
    location: household.location,
    ...(!isUnassigned && { assigned_to: slot.userId }),
  });
  if (!isUnassigned) planVisit(story, appointment_id, slot);
}

function planVisit(story: Story, id: string, slot: Slot): void {
  const { random, world, dispatcher } = story;
  const fate = random.weighted([
    ['takes place', 80],
    ['canceled', 8],
    ['no show', 5],
    ['moved', 7],
  ] as const);
  if (fate === 'canceled') {
    plan(story, inOfficeHours(slot.startsAt - random.between(20, 40) * HOUR), async () => {
      await dispatcher.appointments.cancel(id, { reason: random.pick(CANCELED) });
    });
    return;
  }
  if (fate === 'moved') {
    plan(story, inOfficeHours(world.clock.time + random.between(1, 8) * HOUR), () =>
      move(story, id, slot),
    );
    return;
  }
  planConfirmation(story, id, slot);
  // Technicians do not always report every step; on today's board they do.
  const isToday = slot.startsAt > world.end - DAY;
  if (isToday) {
    plan(story, atTime(slot.startsAt, 6, 55), async () => {
      await dispatcher.appointments.dispatch(id);
    });
  }
  const own = technician(story, slot.userId);
  if (isToday || random.chance(0.3)) {
    plan(story, slot.startsAt - random.between(10, 25) * MINUTE, async () => {
      await own.appointments.enRoute(id);
    });
  }
  if (fate === 'no show') {
    plan(story, slot.startsAt + 20 * MINUTE, async () => {
      await own.appointments.noShow(id);
      if (random.chance(0.5)) planAnother(story);
    });
    return;
  }
  plan(story, slot.startsAt + random.between(-5, 12) * MINUTE, async () => {
    await own.appointments.start(id);
  });
  const takes = story.service.visitMinutes * (0.7 + random.next() * 0.4);
  plan(story, slot.startsAt + Math.round(takes) * MINUTE, () => end(story, id, own, slot));
}

async function end(story: Story, id: string, own: Api, slot: Slot): Promise<void> {
  await own.appointments.complete(id);
  planStars(story, id);
  if (story.service.kind === 'installation') return sell(story);
  await doOnTheSpot(story, slot.userId);
  story.comesBack?.();
}

/** Some say what they think of the visit on the page of its link. */
function planStars(story: Story, appointment_id: string): void {
  const { random, world, dispatcher } = story;
  if (!random.chance(0.15)) return;
  const [rating, comment] = random.pick(STARS);
  plan(story, byDay(world.clock.time + random.between(2, 20) * HOUR), async () => {
    const { url } = await dispatcher.links.create({ purpose: 'visit', appointment_id });
    await dispatcher.visitPage(`${url}/review`, { rating, comment });
  });
}

/** The day before: the playbook reminds, some get a text about the work, and most customers reply. */
function planConfirmation(story: Story, id: string, slot: Slot): void {
  const { random, world, leadId, dispatcher, source } = story;
  const asksAt = byDay(slot.startsAt - 22 * HOUR);
  if (asksAt < world.clock.time || asksAt > slot.startsAt - HOUR) return;
  // Chat visitors may have left no phone number.
  const isReachable = source !== 'chat';
  plan(story, asksAt, async () => {
    if (isReachable && random.chance(0.35)) {
      await dispatcher.messages.create({
        lead_id: leadId,
        channel: 'sms',
        to: story.household.phone,
        template_id: world.company.templates.preparation,
      });
    }
    if (!random.chance(0.75)) return;
    plan(story, world.clock.time + random.between(3, 50) * MINUTE, async () => {
      // C and YES confirm the visit by themselves.
      if (random.chance(0.4)) {
        const body = random.pick(CONFIRMATIONS);
        await dispatcher.communications.create({
          lead_id: leadId,
          channel: 'sms',
          direction: 'inbound',
          body,
        });
        if (body === 'C' || body === 'YES') return;
      }
      await dispatcher.appointments.confirm(id);
    });
  });
}

async function move(story: Story, id: string, slot: Slot): Promise<void> {
  const { service, dispatcher } = story;
  const team = service.kind === 'installation' ? 'Installation' : 'Service';
  const from = slot.startsAt + DAY;
  const later = await findSlot(story, { team, from, minutes: service.visitMinutes });
  if (later === null) return;
  await dispatcher.appointments.update(id, {
    starts_at: iso(later.startsAt),
    assigned_to: later.userId,
  });
  const own = technician(story, later.userId);
  plan(story, later.startsAt, async () => {
    await own.appointments.start(id);
  });
  plan(story, later.startsAt + service.visitMinutes * MINUTE, () => end(story, id, own, later));
}

function planAnother(story: Story): void {
  const { random, world } = story;
  plan(story, inOfficeHours(world.clock.time + random.between(3, 48) * HOUR), () =>
    bookVisit(story),
  );
}
