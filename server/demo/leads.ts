import type { CaptureLead, Lead } from '../../packages/sdk/src/index.ts';
import type { Api } from './api.ts';
import { byDay, DAY, HOUR, inOfficeHours, MINUTE } from './calendar.ts';
import { GREETED_BY_TEXT, SERVICES, SOURCES } from './company.ts';
import { type Household, mistyped, spelledOut } from './households.ts';
import type { Random } from './random.ts';
import { plan, type Story, type World } from './story.ts';
import { LOST, NOT_FOR_US, NOT_REACHED, REACHED, REPLIES_TO_TEXT, transcript } from './texts.ts';
import { bookVisit } from './visits.ts';

/** A new request: how it arrives, who talks to the contact, and what happens next. */
export function planLead(world: World, random: Random, household: Household, at: number): void {
  const source = random.weighted(SOURCES);
  const service = random.weighted(SERVICES.map((one) => [one, one.weight]));
  const dispatcher = random.pick(world.company.dispatchers);
  const capturedAt = source === 'phone' || source === 'referral' ? inOfficeHours(at) : at;
  world.agenda.plan(capturedAt, async () => {
    const story = { world, random, household, service, source, dispatcher };
    const lead = await capture(story, wordsOf(story));
    const told = { ...story, leadId: lead.lead_id };
    await proceed({ ...told, comesBack: () => planReturn(told) }, lead);
  });
}

type StoryStart = Omit<Story, 'leadId'>;

async function capture(
  { world, source, dispatcher }: StoryStart,
  lead: CaptureLead,
): Promise<Lead> {
  const by: Api = world.company.sources.get(source) ?? dispatcher;
  const captured = await by.leads.create({ source, ...lead });
  if ('phone' in captured) return captured;
  throw new Error(`The token of ${source} cannot read the lead that it captured.`);
}

function wordsOf({ random, household, service, source }: StoryStart): CaptureLead {
  const { name, phone, email, address, language } = household;
  const complaint = random.pick(service.complaints);
  const common = { name, service_needed: service.code, ...(language && { language }) };
  switch (source) {
    case 'phone':
    case 'referral':
      return {
        ...common,
        phone,
        address,
        transcript: {
          channel: 'call',
          text: transcript(random, name, complaint),
          duration_seconds: random.between(95, 540),
        },
      };
    case 'chat':
      return {
        ...common,
        email,
        ...(random.chance(0.7) && { phone }),
        transcript: {
          channel: 'chat',
          text: `Visitor: ${complaint}\nAssistant: Thank you! How can we reach you?\nVisitor: ${email}`,
        },
      };
    default:
      return {
        ...common,
        ...(random.chance(0.93) && { phone }),
        email,
        address,
        notes: complaint,
        consent: { sms: 'granted', call: 'granted', source: 'Website, below the form' },
      };
  }
}

async function proceed(story: Story, lead: Lead): Promise<void> {
  const { random, world, source, leadId } = story;
  const { time } = world.clock;
  planDuplicate(story);
  // A dispatcher reviews it in the daily routine of the office. A customer who comes back is not reviewed.
  if (lead.duplicate_of !== undefined && lead.relation === 'new') return;
  // The playbook books these automatically.
  const isBooked = story.service.code === 'no_heat' && !hasTalked(source);
  const getsText = GREETED_BY_TEXT.includes(source) && lead.phone !== null;
  if (getsText && random.chance(0.35)) planReply(story, time);
  const fate = random.weighted([
    ['books', isBooked ? 0 : 66],
    ['silent', isBooked ? 80 : 14],
    ['not for us', 7],
    ['unwanted', 2],
    ['undecided', 11],
  ] as const);
  const talksAt = hasTalked(source)
    ? time + 3 * MINUTE
    : inOfficeHours(time + random.between(4, 110) * MINUTE);
  plan(story, talksAt, async () => {
    switch (fate) {
      case 'not for us': {
        const reason = random.pick(NOT_FOR_US);
        await story.dispatcher.leads.disqualify(leadId, { reason });
        return;
      }
      case 'unwanted':
        await story.dispatcher.leads.delete(leadId);
        return;
      case 'silent':
        await tryToReach(story);
        return;
      case 'undecided':
        await talk(story);
        planDecision(story);
        return;
      case 'books':
        await talk(story);
        await bookVisit(story);
    }
  });
}

function hasTalked(source: string): boolean {
  return source === 'phone' || source === 'referral';
}

async function talk(story: Story): Promise<void> {
  const { random, leadId, dispatcher, source } = story;
  if (hasTalked(source)) return;
  await dispatcher.communications.create({
    lead_id: leadId,
    channel: 'call',
    direction: 'outbound',
    body: random.pick(REACHED),
    duration_seconds: random.between(60, 420),
  });
}

async function tryToReach(story: Story): Promise<void> {
  const { random, world, leadId, dispatcher } = story;
  await dispatcher.communications.create({
    lead_id: leadId,
    channel: 'call',
    direction: 'outbound',
    body: random.pick(NOT_REACHED),
    duration_seconds: random.between(8, 40),
  });
  if (random.chance(0.5)) return;
  await dispatcher.followUps.create({
    lead_id: leadId,
    channel: random.pick(['call', 'sms', 'sms'] as const),
    due_at: new Date(inOfficeHours(world.clock.time + random.between(18, 60) * HOUR)).toISOString(),
    body: 'Hi {{ lead.name }}, we tried to reach you about your request. When can we call you?',
  });
}

function planDecision(story: Story): void {
  const { random, world, leadId, dispatcher } = story;
  const decidedAt = inOfficeHours(world.clock.time + random.between(3, 12) * DAY);
  plan(story, decidedAt, async () => {
    if (random.chance(0.4)) return bookVisit(story);
    if (random.chance(0.7)) {
      await dispatcher.leads.lose(leadId, { reason: random.pick(LOST) });
    }
  });
}

/** A reply to the first text; two in a hundred opt out. */
function planReply(story: Story, from: number): void {
  const { random, leadId, dispatcher } = story;
  const body = random.chance(0.08) ? 'STOP' : random.pick(REPLIES_TO_TEXT);
  plan(story, byDay(from + random.between(2, 45) * MINUTE), async () => {
    await dispatcher.communications.create({
      lead_id: leadId,
      channel: 'sms',
      direction: 'inbound',
      body,
    });
  });
}

/** Some customers are back within weeks, with another problem: a call, and a visit under a number of its own. */
function planReturn(story: Story): void {
  const { random, world, household } = story;
  if (!random.chance(0.2)) return;
  const service = random.weighted(SERVICES.map((one) => [one, one.weight]));
  const { name, phone, address } = household;
  plan(story, inOfficeHours(world.clock.time + random.between(3, 12) * DAY), async () => {
    const words = { name, phone, address, service_needed: service.code };
    const lead = await capture({ ...story, service, source: 'phone' }, words);
    await bookVisit({ ...story, service, source: 'phone', leadId: lead.lead_id });
  });
}

/** One in nine contacts us again: through another source, with a typo, or a week later for another service. */
function planDuplicate(story: Story): void {
  const { random, world, household } = story;
  if (!random.chance(0.11)) return;
  const { name, phone, email, address } = household;
  const kind = random.pick(['other source', 'typo', 'again'] as const);
  const again = random.weighted(SERVICES.map((one) => [one, one.weight]));
  const service = kind === 'again' ? again : story.service;
  const delay = kind === 'again' ? random.between(5, 11) * DAY : random.between(1, 30) * HOUR;
  const lead = {
    'other source': { source: 'phone', name, phone: spelledOut(phone) },
    typo: { source: 'web_form', name, email: mistyped(random, email), phone, address },
    again: { source: 'phone', name: name.split(' ').at(-1), phone, address },
  }[kind];
  plan(story, inOfficeHours(world.clock.time + delay), async () => {
    await capture({ ...story, source: lead.source }, { ...lead, service_needed: service.code });
  });
}
