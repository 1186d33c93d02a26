import { z } from 'zod';
import { structuredAnswer } from '../answers.ts';
import { asList, asObject, asText, type JsonObject } from '../json.ts';
import type { Session } from '../session.ts';
import { tool } from '../tool.ts';
import { integer, optional } from './fields.ts';

const DEFAULT_SLOTS = 20;
const DEFAULT_DAYS = 7;

export const checkAvailability = tool({
  name: 'check_availability',
  title: 'Check availability',
  description:
    'Open slots, soonest first. With service and postal_code, people, length and area follow. Offer only these times.',
  kind: 'read',
  operations: ['getAvailability'],
  input: () =>
    z.strictObject({
      service: optional('A code such as ac_repair.'),
      postal_code: optional('Of the place.'),
      user_id: optional('Default: anyone.'),
      team_id: optional('Instead of user_id.'),
      from: optional('First day; default today. 2027-03-01'),
      to: optional('Last day; default a week.'),
      duration_minutes: integer('Default: that of the service, or 60.'),
      crew_size: integer('Default: that of the service, or 1.'),
      windows: optional('Arrival windows, such as PT2H.'),
      limit: z.int().min(1).max(50).describe('Default 20.').optional(),
    }),
  output: z.object({
    time_zone: z.string(),
    duration_minutes: z.number(),
    outside_area: z.boolean(),
    slots: z.array(
      z.looseObject({ starts_at: z.string(), ends_at: z.string(), user_ids: z.array(z.string()) }),
    ),
    more: z.boolean(),
    reasons: z.array(z.string()).optional(),
  }),
  async run({ limit = DEFAULT_SLOTS, ...given }, { session }) {
    const isAnyone = given.user_id === undefined && given.team_id === undefined;
    const parameters = {
      ...given,
      ...(await daysOf(session, given)),
      // A token for own work may only look into the calendar of its user.
      ...(isAnyone && !session.mayForAll('getAvailability') && { user_id: 'me' }),
    };
    // One more than is shown says whether there are more.
    const found = await read(session, { ...parameters, limit: limit + 1 });
    const slots = asList(found.slots);
    const isNone = slots.length === 0 && found.outside_area !== true;
    return structuredAnswer({
      time_zone: asText(found.time_zone),
      duration_minutes: found.duration_minutes,
      outside_area: found.outside_area === true,
      slots: slots.slice(0, limit),
      more: slots.length > limit,
      ...(isNone && { reasons: await reasonsFor(session, parameters) }),
    });
  },
});

async function read(session: Session, parameters: JsonObject): Promise<JsonObject> {
  return asObject(await session.read('getAvailability', { parameters }));
}

/** Why there is no slot at all, such as "skill": each reason once. */
async function reasonsFor(session: Session, parameters: JsonObject): Promise<string[]> {
  const { blocked } = await read(session, { ...parameters, explain: true });
  return [...new Set(asList(blocked).map((one) => asText(asObject(one).reason)))];
}

/** A week from today, where the organization is. */
async function daysOf(
  session: Session,
  given: { from?: string | undefined; to?: string | undefined },
) {
  const from = given.from ?? (await today(session));
  const start = Date.parse(`${from}T00:00:00Z`);
  if (Number.isNaN(start)) return { from, to: given.to ?? from };
  const week = new Date(start + (DEFAULT_DAYS - 1) * 86_400_000);
  return { from, to: given.to ?? week.toISOString().slice(0, 10) };
}

async function today(session: Session): Promise<string> {
  const { organization } = asObject(await session.read('getMe'));
  const timeZone = asText(asObject(organization).time_zone);
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(session.now());
}
