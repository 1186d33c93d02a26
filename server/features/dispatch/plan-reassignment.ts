import { outOfRangeErrors } from '../../domain/date-span.ts';
import { toPublicId } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { localTime } from '../../domain/local-time.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { CAN_BE_UNASSIGNED, type FullAppointment, readCalendars } from '../calendar/index.ts';
import { findUser } from '../organizations/index.ts';
import { daysBetween } from './board.ts';
import { placeOf } from './distance.ts';
import { replanCreated } from './events.ts';
import { type Option, replanDay, type Visit } from './replan-day.ts';
import { timeZoneOfOrganization, visitsToReplan } from './replan-queries.ts';
import { replanResource } from './replan-row.ts';
import { PlanReassignmentBody, Replan, type ReplanPlan } from './replan-schemas.ts';
import { type Candidate, scoreCandidate } from './suggest.ts';
import {
  MAX_BUFFER_MS,
  MAX_CANDIDATES,
  startLocations,
  stopsBetween,
  visitingUserIds,
} from './suggest-queries.ts';

/** A plan is looked at for minutes. Later, the day is another one. */
const TTL_MS = 30 * 60_000;

export const planReassignment = mutation({
  id: 'planReassignment',
  method: 'POST',
  path: '/v1/dispatch/replans',
  tag: 'Dispatch',
  resource: 'replan',
  scopes: ['appointments:write'],
  summary: 'Plan a day without a user',
  description:
    'Proposes who takes the appointments of a user who cannot work on a day, all considered together: the fewest are left over or get a new time, with the least travel, also from where the days of users start. Nothing changes until you apply the plan, within 30 minutes.',
  body: PlanReassignmentBody,
  responses: creates(Replan, 'The plan.'),
  check: (body) => ({ errors: outOfRangeErrors(body, ['date'], 'field') }),
  async run(tx, { body }) {
    const userId = knownId('user', body.user_id);
    const [, timeZone] = await Promise.all([findUser(tx, userId), timeZoneOfOrganization(tx)]);
    const [day = { start: 0, end: 0 }] = daysBetween(body.date, body.date, timeZone);
    const row = {
      replan_id: newUuid(),
      date: body.date,
      user_id: userId,
      reason: body.reason,
      plan: await planDay(tx, userId, day, timeZone),
      expires_at: new Date(tx.now.getTime() + TTL_MS),
      applied_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, replanResource, row, replanCreated) };
  },
});

async function planDay(
  tx: Tx,
  userId: string,
  day: Interval,
  timeZone: string,
): Promise<ReplanPlan> {
  const [rows, everyone] = await Promise.all([
    visitsToReplan(tx, userId, day),
    visitingUserIds(tx, MAX_CANDIDATES),
  ]);
  const userIds = everyone.filter((id) => id !== userId);
  const span = { start: day.start, end: day.end + MAX_BUFFER_MS };
  const [{ people, scheduling }, stops, starts] = await Promise.all([
    readCalendars(tx, { userIds }, span),
    stopsBetween(tx, day, []),
    startLocations(tx),
  ]);
  const candidates = people.map(
    (calendar): Candidate => ({
      calendar,
      stops: stops.get(calendar.userId) ?? [],
      startLocation: starts.get(calendar.userId) ?? null,
    }),
  );
  const visits = rows.map(toVisit);
  const { places } = replanDay(visits, candidates, scheduling, {
    time: day,
    now: tx.now.getTime(),
  });
  const explain = (index: number) => whyHere(visits, places, index, candidates, scheduling);
  return {
    moves: rows.flatMap((row, index) => {
      const to = places[index];
      if (!to) return [];
      return [{ ...planned(row, timeZone), to: toPlace(to, timeZone), why: explain(index) }];
    }),
    unplaced: rows.flatMap((row, index) =>
      places[index] ? [] : [{ ...planned(row, timeZone), ...leftOver(row) }],
    ),
  };
}

function toVisit(row: FullAppointment): Visit {
  return {
    id: row.appointment_id,
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
    service: row.service,
    place: placeOf(row.location),
  };
}

/** The reasons for the user, with everything else that the plan gives them. */
function whyHere(
  visits: readonly Visit[],
  places: readonly (Option | null)[],
  index: number,
  candidates: readonly Candidate[],
  scheduling: Parameters<typeof scoreCandidate>[2],
) {
  const [visit, place] = [visits[index], places[index]];
  const candidate = candidates.find(({ calendar }) => calendar.userId === place?.userId);
  if (!visit || !place || !candidate) return [];
  const also = places.flatMap((other, at) => {
    if (at === index || other?.userId !== place.userId) return [];
    return [{ start: other.start, end: other.end, place: visits[at]?.place ?? null }];
  });
  const stops = [...candidate.stops, ...also].sort((a, b) => a.start - b.start);
  const need = { ...visit, start: place.start, end: place.end };
  return scoreCandidate(need, { ...candidate, stops }, scheduling).reasons;
}

function planned(row: FullAppointment, timeZone: string) {
  const from = {
    userId: row.assigned_to ?? '',
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
  };
  return {
    appointment_id: toPublicId('appointment', row.appointment_id),
    updated_at: row.updated_at.toISOString(),
    from: toPlace(from, timeZone),
  };
}

function toPlace({ userId, start, end }: Option, timeZone: string) {
  return {
    user_id: toPublicId('user', userId),
    starts_at: localTime(start, timeZone),
    ends_at: localTime(end, timeZone),
  };
}

function leftOver({ status, service }: FullAppointment) {
  const to_tray = CAN_BE_UNASSIGNED.includes(status);
  const next = to_tray
    ? 'It goes to the tray.'
    : `It is ${status}, so it stays where it is. Call the customer.`;
  const detail = `No one who takes visits and can do ${service} is free that day. ${next}`;
  return { to_tray, why: [{ code: 'no_taker' as const, detail }] };
}
