import { z } from 'zod';
import { structuredAnswer } from '../answers.ts';
import { Refused } from '../api.ts';
import { asList, asObject, asText, type JsonObject } from '../json.ts';
import type { Session } from '../session.ts';
import { tool } from '../tool.ts';
import { integer, optional } from './fields.ts';

const MAX_SLOTS = 20;
/** Each of them costs a request. */
const MAX_USERS = 8;
const DEFAULT_DAYS = 7;

export const checkAvailability = tool({
  name: 'check_availability',
  title: 'Check availability',
  description:
    'Open slots, soonest first, of a user, a team, or anyone with the skill. Offer only these times.',
  kind: 'read',
  operations: ['getAvailability'],
  input: () =>
    z.strictObject({
      user_id: optional('Default: anyone.'),
      team_id: optional('Instead of user_id.'),
      from: optional('First day; default today. 2027-03-01'),
      to: optional('Last day; default a week.'),
      duration_minutes: integer('Default 60.'),
      service: optional('Skill that is needed, such as ac_repair.'),
    }),
  output: z.object({
    time_zone: z.string(),
    slots: z.array(
      z.object({ starts_at: z.string(), ends_at: z.string(), user_ids: z.array(z.string()) }),
    ),
    more: z.boolean(),
  }),
  async run({ user_id, team_id, ...rest }, { session }) {
    const days = await daysOf(session, rest);
    const who =
      user_id === undefined && team_id === undefined
        ? await anyone(session, rest.service)
        : [{ user_id, team_id }];
    const found = await Promise.all(
      who.map((one) =>
        session.read('getAvailability', { parameters: { ...rest, ...days, ...one } }),
      ),
    );
    const slots = merge(found.flatMap((one) => asList(asObject(one).slots).map(asObject)));
    return structuredAnswer({
      time_zone: asText(asObject(found[0]).time_zone),
      slots: slots.slice(0, MAX_SLOTS),
      more: slots.length > MAX_SLOTS,
    });
  },
});

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

/** The users who take visits: those with the skill, or all who work. A token for own work finds its own user. */
async function anyone(session: Session, service: string | undefined): Promise<JsonObject[]> {
  if (!session.may('listUsers')) return [{ user_id: 'me' }];
  const users = asList(
    asObject(await session.read('listUsers', { parameters: { limit: 100 } })).data,
  );
  const able = users
    .map(asObject)
    .filter(({ active }) => active === true)
    .filter(({ skills }) => service === undefined || asList(skills).includes(service));
  if (able.length === 0) {
    const detail =
      'No active user has this skill. Use find_records with kind user to see the skills.';
    throw new Refused('no_one_available', detail);
  }
  const technicians = able.filter(({ role }) => role === 'technician');
  const chosen = technicians.length > 0 ? technicians : able;
  return chosen.slice(0, MAX_USERS).map(({ user_id }) => ({ user_id }));
}

/** One row per time, with everyone who is free then. */
function merge(slots: readonly JsonObject[]) {
  const byTime = new Map<string, { starts_at: string; ends_at: string; user_ids: string[] }>();
  for (const { starts_at, ends_at, user_ids } of slots) {
    const known = byTime.get(asText(starts_at));
    const users = asList(user_ids).map(asText);
    if (known) known.user_ids.push(...users);
    else {
      const slot = { starts_at: asText(starts_at), ends_at: asText(ends_at), user_ids: users };
      byTime.set(slot.starts_at, slot);
    }
  }
  return [...byTime.values()].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}
