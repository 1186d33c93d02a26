import type { Static } from 'typebox';
import { dateSpanErrors } from '../../domain/date-span.ts';
import { placeOf } from '../../domain/distance.ts';
import { toPublicId } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { localTime } from '../../domain/local-time.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findServedArea, type ServedArea, servedArea } from '../areas/index.ts';
import { openSlots, readCalendars, withDefaultService } from '../calendar/index.ts';
import { findLead, findLeadOfLifecycle } from '../leads/index.ts';
import { findServiceRules } from '../services/index.ts';
import { daysBetween } from './board.ts';
import { timeZoneOfOrganization } from './replan-queries.ts';
import {
  MAX_DAYS,
  MAX_SUGGESTED,
  SLOT_TARGETS,
  SuggestedSlots,
  SuggestSlotsBody,
} from './slot-schemas.ts';
import { bestSlots, type SlotNeed, type SlotSuggestion, spaced } from './slot-suggestions.ts';
import {
  MAX_BUFFER_MS,
  MAX_CANDIDATES,
  startLocations,
  stopsBetween,
  visitingUserIds,
} from './suggest-queries.ts';

const MINUTE = 60_000;

export const suggestSlots = read({
  id: 'suggestSlots',
  method: 'POST',
  path: '/v1/dispatch/suggest-slots',
  tag: 'Dispatch',
  resource: 'lead',
  scopes: ['appointments:read'],
  summary: 'Suggest slots for a lead',
  description:
    'Suggests users and times for a new appointment, best first, and why: by skill, work, travel and how soon. Every suggestion is an open slot, so it can be booked with `strict`. This changes nothing.',
  body: SuggestSlotsBody,
  responses: returns(SuggestedSlots, 'The suggested slots.'),
  async run(tx, { body }) {
    assertWhat(body);
    const [lead, timeZone] = await Promise.all([findTarget(tx, body), timeZoneOfOrganization(tx)]);
    const days = daysBetween(body.from, body.to, timeZone);
    const window = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
    const service = body.service ?? lead.service_needed;
    const place = placeOf(body.location ?? null);
    // What the booking of a suggestion will need: a code that is not defined is only preferred.
    const { service: booked = null } = await withDefaultService(tx, asBooking(body));
    const [rules, needed, area] = await Promise.all([
      findServiceRules(tx, service),
      findServiceRules(tx, booked),
      findServedArea(tx, { postalCode: body.postal_code ?? null, point: place }),
    ]);
    if (area === 'outside') return { suggestions: [] };
    const durationMs = (body.duration_minutes ?? rules.minutes) * MINUTE;
    const { skills, bufferMs } = rules;
    const { crewSize } = needed;
    const need = { service, window, days, skills, bufferMs, place, crewSize };
    const who = { teamId: body.team_id, area: servedArea(area), skills: needed.skills };
    const found = await findSlots(tx, need, durationMs, who);
    const best = await bestSlots(found.slots, found.candidates, need, body.limit ?? MAX_SUGGESTED);
    return { suggestions: best.map((one) => toSuggestion(one, timeZone)) };
  },
});

type Body = Static<typeof SuggestSlotsBody>;

function assertWhat(body: Body): void {
  const errors = [
    ...oneOfErrors(body, SLOT_TARGETS, 'who the appointment is for'),
    ...dateSpanErrors(body, MAX_DAYS, 'field'),
  ];
  if (errors.length > 0) throw validationFailed(errors);
}

function findTarget(tx: Tx, { lead_id, lifecycle_number }: Body) {
  if (lifecycle_number !== undefined) return findLeadOfLifecycle(tx, lifecycle_number);
  return findLead(tx, knownId('lead', lead_id ?? ''));
}

function asBooking({ lead_id, lifecycle_number, service }: Body) {
  return {
    ...(lead_id !== undefined && { lead_id }),
    ...(lifecycle_number !== undefined && { lifecycle_number }),
    ...(service !== undefined && { service }),
  };
}

/** Who can be suggested. */
interface Who {
  teamId: string | undefined;
  area: ServedArea | null;
  skills: readonly string[];
}

/** The slots of availability, at most one after the other for each user or crew, and what those users have to do already. */
async function findSlots(
  tx: Tx,
  need: SlotNeed,
  durationMs: number,
  { teamId, area, skills }: Who,
) {
  const { window, crewSize, place } = need;
  const owners =
    teamId === undefined
      ? { userIds: await visitingUserIds(tx, MAX_CANDIDATES) }
      : { teamId: knownId('team', teamId) };
  const [calendars, stops, starts] = await Promise.all([
    readCalendars(tx, owners, withMargin(window), { service: need.service, area, crewSize, place }),
    stopsBetween(tx, window, []),
    startLocations(tx),
  ]);
  const now = tx.now.getTime();
  const request = {
    window,
    durationMs,
    stepMs: null,
    skills,
    bufferMs: need.bufferMs,
    crewSize,
    place,
    now,
  };
  const slots =
    crewSize === 1
      ? await openSlots(calendars, request, spaced)
      : spaced(await openSlots(calendars, request, (own) => own));
  const candidates = new Map(
    calendars.people.map((calendar) => [
      calendar.userId,
      {
        calendar,
        stops: stops.get(calendar.userId) ?? [],
        startLocation: starts.get(calendar.userId) ?? null,
      },
    ]),
  );
  return { slots, candidates };
}

/** A slot at the end of the last day can reach into the next one. */
function withMargin({ start, end }: Interval): Interval {
  const DAY = 24 * 60 * MINUTE;
  return { start: start - DAY, end: end + DAY + MAX_BUFFER_MS };
}

function toSuggestion(suggestion: SlotSuggestion, zone: string) {
  const { userId, crew, name, start, end, score, reasons } = suggestion;
  return {
    user_id: toPublicId('user', userId),
    crew: crew.map((id) => toPublicId('user', id)),
    name,
    starts_at: localTime(start, zone),
    ends_at: localTime(end, zone),
    score,
    reasons,
  };
}
