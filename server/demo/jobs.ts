import type { CreateJob } from '../../packages/sdk/src/index.ts';
import type { Api } from './api.ts';
import { byDay, DAY, dateOf, HOUR, inOfficeHours, MINUTE } from './calendar.ts';
import { type Offer, offer, sign } from './estimates.ts';
import { addHome, addMachine } from './homes.ts';
import { billAndCollect, billAtTheDoor, planDeposit } from './invoices.ts';
import { findSlot, iso, plan, type Slot, type Story, technician } from './story.ts';
import { JOB_NOTES, LOST, ON_HOLD, QUESTIONS_BY_MAIL, REVIEWS } from './texts.ts';

/** Jobs, from the contract on. */
export interface Sale {
  jobId: string;
  customerId: string;
  /** In cents. */
  amount: number;
  title: string;
  /** Where something is installed. */
  propertyId: string | null;
}

const WORKDAY_MINUTES = 8 * 60;
const ABOUT_THE_ESTIMATE = [
  { channel: 'call', body: 'Ask {{ lead.name }} what they think of the estimate.' },
  { channel: 'task', body: 'Look up the rebate for {{ lead.name }} and add it to the estimate.' },
  {
    channel: 'email',
    subject: 'Your estimate',
    body: 'Hi {{ lead.name }},\n\ndo you have any questions about our estimate? We are happy to help.\n\n{{ organization.name }}',
  },
] as const;

/** A repair is sold and done while the technician is there. */
export async function doOnTheSpot(story: Story, userId: string): Promise<void> {
  const { random, service, dispatcher } = story;
  if (service.kind === 'repair' && random.chance(0.12)) return;
  const sale = await contract(story, { assigned_to: userId });
  const own = technician(story, userId);
  await own.jobs.start(sale.jobId);
  if (random.chance(0.3)) {
    await own.jobs.notes.create(sale.jobId, { text: random.pick(JOB_NOTES) });
  }
  await own.jobs.complete(sale.jobId);
  await billAtTheDoor(story, sale);
  planReview(story, sale);
  if (random.chance(0.7)) return;
  plan(story, inOfficeHours(story.world.clock.time + 2 * DAY), async () => {
    if (service.warrantyMonths > 0) await dispatcher.jobs.enrollWarranty(sale.jobId);
    else await dispatcher.jobs.close(sale.jobId);
  });
}

/** After an estimate: a yes within days, a no, or no decision yet. */
export async function sell(story: Story): Promise<void> {
  const { random, world, leadId, dispatcher } = story;
  const made = await offer(story);
  const decidesAt = inOfficeHours(world.clock.time + random.between(2, 130) * HOUR);
  if (random.chance(0.25)) planQuestion(story);
  if (random.chance(0.52)) {
    plan(story, decidesAt, () => sold(story, made));
    return;
  }
  await dispatcher.followUps.create({
    lead_id: leadId,
    delay: random.pick(['P2D', 'P3D', 'P7D']),
    ...random.pick(ABOUT_THE_ESTIMATE),
  });
  if (random.chance(0.4)) {
    plan(story, decidesAt + 5 * DAY, async () => {
      const reason = random.pick(LOST);
      await dispatcher.estimates.decline(made.estimateId, { reason });
      await dispatcher.leads.lose(leadId, { reason });
    });
  }
}

function planQuestion(story: Story): void {
  const { random, world, leadId, dispatcher } = story;
  const [subject, body] = random.pick(QUESTIONS_BY_MAIL);
  plan(story, byDay(world.clock.time + random.between(1, 20) * HOUR), async () => {
    await dispatcher.communications.create({
      lead_id: leadId,
      channel: 'email',
      direction: 'inbound',
      subject,
      body,
    });
  });
}

async function contract(story: Story, fields: Partial<CreateJob>): Promise<Sale> {
  const { random, world, service, leadId, dispatcher } = story;
  const amount = random.between(...service.price) * 100;
  const title = random.pick(service.titles);
  const job = await dispatcher.jobs.create({
    lead_id: leadId,
    title,
    service: service.code,
    contract: {
      signed_at: iso(world.clock.time),
      amount,
      currency: 'USD',
      terms: null,
    },
    warranty_months: service.warrantyMonths,
    ...fields,
  });
  const { job_id: jobId, customer_id: customerId } = job;
  return { jobId, customerId, amount, title, propertyId: null };
}

async function sold(story: Story, made: Offer): Promise<void> {
  const { random, world, service, dispatcher } = story;
  const { invoice, ...signed } = await sign(story, made);
  const { title } = made;
  const sale: Sale = { ...signed, title, propertyId: null };
  sale.propertyId = await addHome(story, sale);
  for (const title of service.checklist) {
    await dispatcher.jobs.checklist.create(sale.jobId, { title });
  }
  planDeposit(story, invoice);
  // Until the equipment has arrived.
  const scheduledAt = inOfficeHours(world.clock.time + random.between(1, 70) * HOUR);
  plan(story, scheduledAt, () => schedule(story, sale));
}

async function schedule(story: Story, sale: Sale): Promise<void> {
  const { random, world, dispatcher } = story;
  if (random.chance(0.06)) {
    await dispatcher.jobs.cancel(sale.jobId, { reason: 'The financing fell through' });
    return;
  }
  if (random.chance(0.12)) {
    await dispatcher.jobs.pause(sale.jobId, { reason: random.pick(ON_HOLD) });
    plan(story, inOfficeHours(world.clock.time + random.between(4, 14) * DAY), async () => {
      await dispatcher.jobs.resume(sale.jobId);
      await scheduleNow(story, sale);
    });
    return;
  }
  await scheduleNow(story, sale);
}

async function scheduleNow(story: Story, sale: Sale): Promise<void> {
  const { random, world, service, dispatcher, household } = story;
  const from = world.clock.time + random.between(1, 5) * DAY;
  const minutes = WORKDAY_MINUTES;
  const slot = await findSlot(story, { team: 'Installation', from, minutes, earliest: true });
  if (slot === null) return;
  const visit = {
    starts_at: iso(slot.startsAt),
    duration_minutes: minutes,
    assigned_to: slot.userId,
    // A heat pump is carried by two.
    ...(service.code === 'heat_pump_installation' && { crew: slot.others.slice(0, 1) }),
    type: 'installation',
    location: household.location,
  };
  await dispatcher.jobs.schedule(sale.jobId, visit);
  plan(story, slot.startsAt + random.between(0, 20) * MINUTE, () => begin(story, sale, slot));
  const days = service.days + (random.chance(0.25) ? 1 : 0);
  plan(story, slot.startsAt + 7 * HOUR, () => endDay(story, sale, slot, days - 1));
}

async function begin(story: Story, sale: Sale, slot: Slot): Promise<void> {
  const { random } = story;
  const own = technician(story, slot.userId);
  await own.jobs.start(sale.jobId);
  const visit = await visitOf(own, sale, slot);
  await own.appointments.start(visit);
  if (random.chance(0.6)) {
    await own.jobs.notes.create(sale.jobId, { text: random.pick(JOB_NOTES) });
  }
}

async function visitOf(own: Api, { jobId }: Sale, { startsAt, userId }: Slot): Promise<string> {
  const day = dateOf(startsAt);
  const query = { from: day, to: day, assigned_to: userId, limit: 50 };
  const { data } = await own.appointments.list(query);
  return data.find((one) => one.job_id === jobId)!.appointment_id;
}

/** Some installations take another day, with the same technician. */
async function endDay(story: Story, sale: Sale, slot: Slot, daysLeft: number): Promise<void> {
  const { dispatcher, world } = story;
  const own = technician(story, slot.userId);
  const { checklist } = await own.jobs.get(sale.jobId);
  const open = checklist.filter((item) => item.checked_at === null);
  const done = daysLeft > 0 ? open.slice(0, 1) : open;
  for (const { item_id } of done) await own.checklistItems.check(item_id);
  if (daysLeft > 0) {
    const visit = await visitOf(own, sale, slot);
    await own.appointments.complete(visit);
    const minutes = WORKDAY_MINUTES;
    const from = world.clock.time + 2 * HOUR;
    const next = await findSlot(story, { team: 'Installation', from, minutes, earliest: true });
    if (next === null) return;
    await dispatcher.appointments.create({
      job_id: sale.jobId,
      starts_at: iso(next.startsAt),
      duration_minutes: minutes,
      assigned_to: next.userId,
      type: 'installation',
    });
    plan(story, next.startsAt + 7 * HOUR, () => endDay(story, sale, next, daysLeft - 1));
    return;
  }
  await own.jobs.complete(sale.jobId);
  await addMachine(story, sale);
  planReview(story, sale);
  await billAndCollect(story, sale);
  planWarranty(story, sale);
}

function planWarranty(story: Story, sale: Sale): void {
  const { random, world, dispatcher } = story;
  plan(story, inOfficeHours(world.clock.time + random.between(20, 60) * HOUR), async () => {
    if (random.chance(0.2)) return;
    await dispatcher.jobs.enrollWarranty(sale.jobId);
    if (random.chance(0.25)) planClaim(story, sale.jobId);
  });
}

function planClaim(story: Story, jobId: string): void {
  const { random, world, dispatcher } = story;
  plan(story, inOfficeHours(world.clock.time + random.between(1, 6) * DAY), async () => {
    const claim = await dispatcher.jobs.warrantyClaims.create(jobId, {
      description: random.pick([
        'The outdoor unit rattles at night.',
        'The thermostat shows E4.',
        'Condensate drips on the floor.',
      ]),
    });
    plan(story, inOfficeHours(world.clock.time + random.between(2, 5) * DAY), async () => {
      await dispatcher.warrantyClaims.close(claim.claim_id, {
        resolution: 'Tightened the mounts and checked the charge. No parts needed.',
      });
    });
  });
}

/** The playbook asks the day after; a third of the customers reply. */
function planReview(story: Story, { customerId }: Sale): void {
  const { random, world, dispatcher } = story;
  if (!random.chance(0.4)) return;
  plan(story, byDay(world.clock.time + random.between(26, 60) * HOUR), async () => {
    const body = random.pick(REVIEWS);
    await dispatcher.communications.create({
      customer_id: customerId,
      channel: 'sms',
      direction: 'inbound',
      body,
    });
  });
}
