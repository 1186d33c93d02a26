import {
  type ArrivalWindowRule,
  windowOf as arrivalWindowOf,
  readWindowLength,
} from '../../domain/arrival-window.ts';
import { dateSpanErrors } from '../../domain/date-span.ts';
import type { Place } from '../../domain/distance.ts';
import { knownId } from '../../domain/known-id.ts';
import { filterByUser } from '../../domain/user-filter.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, ownWorkOnly, validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import { findServedArea, servedArea, type Whereabouts } from '../areas/index.ts';
import { findServiceRules } from '../services/index.ts';
import {
  type AvailabilityRequest,
  type Choose,
  explainedSlots,
  openSlots,
} from './availability.ts';
import { Availability, AvailabilityQuery } from './availability-schemas.ts';
import { localTimes, publicUserIds, toBlocked, toSlot } from './availability-view.ts';
import { type CalendarOwners, type Calendars, readCalendars, timeZoneOf } from './calendars.ts';
import type { TeamSlot } from './slots.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAX_DAYS = 62;
/** Slots and blocked times of all users together: 3 MB, which takes about 20 ms to write. */
const MAX_SLOTS = 60_000;

export const getAvailability = read({
  id: 'getAvailability',
  path: '/v1/availability',
  tag: 'Availability',
  resource: 'user or team',
  scopes: ['appointments:read', 'appointments:own'],
  summary: 'Find open slots',
  description:
    'Returns the open slots of a user, of any member of a team, or of everyone who takes visits, between two dates. With `service` and `postal_code`, you need to know nothing else: the area, the skills and the length follow from them. A slot belongs to the date on which it starts. Slots start at multiples of the step, counted from the start of the shift. They never overlap appointments, holds, time off or buffers, and they respect the minimum notice and the booking horizon. With `explain=true`, the response also says why all other time is not open. With `appointments:own`, only your own calendar can be searched.',
  query: AvailabilityQuery,
  ignoresEmpty: true,
  responses: returns(Availability, 'The open slots.'),
  check: (query) => [
    ...ownerErrors(query),
    ...placeErrors(query),
    ...dateSpanErrors(query, MAX_DAYS),
    ...windowErrors(query),
  ],
  async run(tx, { query, caller }) {
    const from = Temporal.PlainDate.from(query.from);
    const to = Temporal.PlainDate.from(query.to);
    const owners = ownersOf(query, caller);
    assertOwn(tx, owners);
    const [rules, area] = await Promise.all([
      findServiceRules(tx, query.service ?? null),
      findServedArea(tx, whereaboutsOf(query)),
    ]);
    const crewSize = query.crew_size ?? (query.user_id === undefined ? rules.crewSize : 1);
    const place = readCoordinates(query.coordinates);
    const need = { service: query.service ?? null, area: servedArea(area), crewSize, place };
    const calendars = await readCalendars(tx, owners, inAnyTimeZone(from, to), need);
    const timeZone = timeZoneOf(calendars, query.user_id !== undefined);
    const minutes = query.duration_minutes ?? rules.minutes;
    const request: AvailabilityRequest = {
      window: windowOf(from, to, timeZone),
      durationMs: minutes * MINUTE,
      stepMs: query.step_minutes === undefined ? null : query.step_minutes * MINUTE,
      skills: rules.skills,
      bufferMs: rules.bufferMs,
      crewSize,
      place,
      now: tx.now.getTime(),
    };
    const rule = windowRuleOf(query, calendars);
    const windowAt =
      rule && ((start: number) => arrivalWindowOf(start, rule, calendars.scheduling.timeZone));
    // Who names windows offers windows: three starts of one would be one offer.
    const choose = firstOf(query.limit, query.windows === undefined ? null : windowAt);
    const limit = limitedTo(MAX_SLOTS);
    const served = area === 'outside' ? servedByNoOne(calendars) : calendars;
    const found = query.explain
      ? await explainedSlots(served, request, limit)
      : {
          slots: await (query.limit === undefined
            ? openSlots(served, request, limit)
            : firstSlots(served, request, query.limit, choose)),
          blocked: [],
        };
    const view = { local: localTimes(timeZone), windowAt, userId: publicUserIds() };
    const slots = await mapWithPauses(choose(found.slots), (slot) => toSlot(slot, view));
    const blocked = await mapWithPauses(found.blocked, (one) => toBlocked(one, view));
    return {
      from: query.from,
      to: query.to,
      time_zone: timeZone,
      duration_minutes: minutes,
      outside_area: area === 'outside',
      place_unknown: area === 'unknown',
      travel: travelOf(calendars, place),
      slots,
      ...(query.explain ? { blocked } : {}),
    };
  },
});

/** Without coordinates of this visit and of the others, the way between them cannot be counted. */
function travelOf(
  { scheduling: { travel }, people }: Calendars,
  place: Place | null,
): 'off' | 'counted' | 'partly' | 'unknown' {
  if (travel === null) return 'off';
  if (place === null) return 'unknown';
  const visits = people.flatMap(({ busy }) => busy.filter(({ reason }) => reason !== 'time_off'));
  const unknown = visits.filter((visit) => (visit.place ?? null) === null);
  if (unknown.length === 0) return 'counted';
  return unknown.length === visits.length ? 'unknown' : 'partly';
}

type ChooseFirst = <Slot extends Interval>(slots: readonly Slot[]) => readonly Slot[];

/** As many as asked for, the earliest; with windows the earliest of each. */
function firstOf(
  limit: number | undefined,
  windowAt: ((start: number) => Interval) | null,
): ChooseFirst {
  if (limit === undefined) return (slots) => slots;
  if (windowAt === null) return (slots) => slots.slice(0, limit);
  return <Slot extends Interval>(slots: readonly Slot[]) => {
    const byWindow = new Map<number, Slot>();
    for (const slot of slots) {
      if (byWindow.size === limit) break;
      const { start } = windowAt(slot.start);
      if (!byWindow.has(start)) byWindow.set(start, slot);
    }
    return [...byWindow.values()];
  };
}

/** The earliest ones, day by day: what comes after them is not even looked at. */
async function firstSlots(
  calendars: Calendars,
  request: AvailabilityRequest,
  limit: number,
  choose: ChooseFirst,
): Promise<readonly TeamSlot[]> {
  // The first of all are among the first of each. A crew has to be free together.
  const chooseOwn: Choose = (own) => (request.crewSize > 1 ? own : choose(own));
  let slots: readonly TeamSlot[] = [];
  const { window } = request;
  for (let { start } = window; start < window.end && slots.length < limit; start += DAY) {
    const day = { start, end: Math.min(start + DAY, window.end) };
    slots = choose([
      ...slots,
      ...(await openSlots(calendars, { ...request, window: day }, chooseOwn)),
    ]);
  }
  return slots;
}

/** Outside every area, no one who is asked about works there. */
function servedByNoOne(calendars: Calendars): Calendars {
  return { ...calendars, people: calendars.people.map((one) => ({ ...one, isInArea: false })) };
}

function whereaboutsOf(query: { postal_code?: string; coordinates?: string }): Whereabouts {
  return { postalCode: query.postal_code ?? null, point: readCoordinates(query.coordinates) };
}

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/;

function readCoordinates(text = ''): Place | null {
  const [, latitude, longitude] = COORDINATES.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

function ownerErrors({ user_id, team_id }: Record<string, unknown>): FieldError[] {
  if (user_id === undefined || team_id === undefined) return [];
  return [
    {
      pointer: '/user_id',
      code: 'not_allowed',
      detail: 'Give either user_id or team_id, not both.',
    },
  ];
}

function placeErrors({ coordinates }: Record<string, unknown>): FieldError[] {
  if (typeof coordinates !== 'string' || readCoordinates(coordinates) !== null) return [];
  const detail =
    'The query parameter coordinates must be a latitude and a longitude in degrees, such as 45.52,-122.68.';
  return [{ pointer: '/coordinates', code: 'invalid_format', detail }];
}

/** The length that was asked for, aligned as the organization's windows are; otherwise the organization's rule. */
function windowRuleOf(
  { windows }: { windows?: string },
  { scheduling: { arrivalWindow } }: Calendars,
): ArrivalWindowRule | null {
  const minutes = windows === undefined ? null : readWindowLength(windows);
  if (minutes === null) return arrivalWindow;
  return { minutes, aligned: arrivalWindow?.aligned ?? true };
}

function windowErrors({ windows }: Record<string, unknown>): FieldError[] {
  if (typeof windows !== 'string' || readWindowLength(windows) !== null) return [];
  const detail =
    'The query parameter windows must be an ISO 8601 duration of whole minutes, from 15 minutes to a day, such as PT2H.';
  return [{ pointer: '/windows', code: 'invalid_format', detail }];
}

/** Takes all slots, until there are too many for one response. */
function limitedTo(limit: number): Choose {
  let count = 0;
  return (slots) => {
    count += slots.length;
    if (count <= limit) return slots;
    const detail = `There are more than ${limit.toLocaleString('en')} open slots. Ask for fewer days, a longer step, or a smaller team.`;
    throw validationFailed([{ pointer: '/to', code: 'out_of_range', detail }]);
  };
}

function ownersOf(
  { user_id, team_id }: { user_id?: string; team_id?: string },
  caller: Caller,
): CalendarOwners {
  const userId = filterByUser('user_id', user_id, caller);
  if (userId !== null) return { userIds: [userId] };
  return team_id === undefined ? { everyone: true } : { teamId: knownId('team', team_id) };
}

/** Appointments of other users are not visible here, so their time would seem free. */
function assertOwn({ ownerId }: Tx, owners: CalendarOwners): void {
  if (ownerId === null || ('userIds' in owners && owners.userIds[0] === ownerId)) return;
  throw ownWorkOnly('Your token is limited to your own calendar. Send user_id=me.');
}

/** A span that covers the dates in every time zone: no zone is further than this from UTC. */
function inAnyTimeZone(from: Temporal.PlainDate, to: Temporal.PlainDate): Interval {
  const utc = windowOf(from, to, 'UTC');
  return { start: utc.start - DAY, end: utc.end + 3 * DAY };
}

function windowOf(from: Temporal.PlainDate, to: Temporal.PlainDate, timeZone: string): Interval {
  return {
    start: from.toZonedDateTime(timeZone).epochMilliseconds,
    end: to.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
}
