import Type from 'typebox';
import { toPublicId, toUuid } from '../../domain/ids.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { Interval } from '../../domain/working-hours.ts';
import { type FieldError, notFound } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { type Asked, explainedSlots, openSlots, type PersonBlocked } from './availability.ts';
import { type Calendars, readCalendars, type Whose } from './calendars.ts';
import { Availability } from './schemas.ts';
import type { TeamSlot } from './slots.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_DAYS = 62;

const dateParameter = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });

export const readAvailability = read({
  id: 'readAvailability',
  path: '/v1/availability',
  tag: 'Availability',
  resource: 'user or team',
  scopes: ['appointments:read'],
  summary: 'Find open slots',
  description:
    'The open slots of a user, or of anybody in a team, from one date to another. A slot belongs to the date on which it starts. Slots start at multiples of the step from the start of their shift and keep clear of appointments, holds, time off, buffers, the minimum notice and the horizon. `explain=true` says of all other time why it is not open.',
  query: Type.Object(
    {
      user_id: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Whose time is asked for.',
          examples: ['user_01h455vb4pex5vsknk084sn02q'],
        }),
      ),
      team_id: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Or the team, of which any member will do.',
          examples: ['team_01h455vb4pex5vsknk084sn02q'],
        }),
      ),
      from: dateParameter(
        'The first date, in the time zone of the user; for a team, of the organization.',
        '2027-03-01',
      ),
      to: dateParameter('The last date, included; at most 62 days in all.', '2027-03-05'),
      duration_minutes: Type.Optional(
        Type.Integer({
          minimum: 5,
          maximum: 1440,
          default: 60,
          description: 'How long a slot must be.',
          examples: [60],
        }),
      ),
      step_minutes: Type.Optional(
        Type.Integer({
          minimum: 5,
          maximum: 1440,
          description: 'How far apart slots start. Default: the organization’s.',
          examples: [30],
        }),
      ),
      service: Type.Optional(
        Type.String({
          pattern: '^[a-z][a-z0-9_]{0,63}$',
          description: 'A skill that they must have.',
          examples: ['water_heater_repair'],
        }),
      ),
      explain: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Also say why all other time is not open.',
          examples: [true],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: { 200: { description: 'The open slots.', body: Availability } },
  check: (query) => [...whoseErrors(query), ...spanErrors(query)],
  async run(tx, { query }) {
    const from = Temporal.PlainDate.from(query.from);
    const to = Temporal.PlainDate.from(query.to);
    const calendars = await readCalendars(tx, readWhose(query), anywhere(from, to));
    const timeZone = timeZoneOf(calendars, query.user_id !== undefined);
    const asked: Asked = {
      window: windowOf(from, to, timeZone),
      durationMs: (query.duration_minutes ?? 60) * MINUTE,
      stepMs: query.step_minutes === undefined ? null : query.step_minutes * MINUTE,
      service: query.service ?? null,
      now: tx.now.getTime(),
    };
    const found = query.explain
      ? explainedSlots(calendars, asked)
      : { slots: openSlots(calendars, asked), blocked: undefined };
    const local = localTimes(timeZone);
    return {
      from: query.from,
      to: query.to,
      time_zone: timeZone,
      duration_minutes: query.duration_minutes ?? 60,
      slots: found.slots.map((slot) => toSlot(slot, local)),
      ...(found.blocked ? { blocked: found.blocked.map((one) => toBlocked(one, local)) } : {}),
    };
  },
});

function readWhose({ user_id, team_id }: { user_id?: string; team_id?: string }): Whose {
  const [kind, publicId] =
    user_id === undefined ? (['team', team_id] as const) : (['user', user_id] as const);
  const uuid = toUuid(kind, publicId ?? '');
  if (uuid === null) throw notFound(kind);
  return kind === 'user' ? { userIds: [uuid] } : { teamId: uuid };
}

function timeZoneOf({ people, scheduling }: Calendars, isOneUser: boolean): string {
  if (!isOneUser) return scheduling.timeZone;
  if (people[0] === undefined) throw notFound('user');
  return people[0].timeZone;
}

/** The dates wherever on earth they are: no zone is further than this from UTC. */
function anywhere(from: Temporal.PlainDate, to: Temporal.PlainDate): Interval {
  const utc = windowOf(from, to, 'UTC');
  return { start: utc.start - DAY, end: utc.end + 3 * DAY };
}

function windowOf(from: Temporal.PlainDate, to: Temporal.PlainDate, timeZone: string): Interval {
  return {
    start: from.toZonedDateTime(timeZone).epochMilliseconds,
    end: to.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
}

type LocalTime = (time: number) => string;

/** With the offset that the clocks have then. The same moment is asked for again and again. */
function localTimes(timeZone: string): LocalTime {
  const known = new Map<number, string>();
  return (time) => {
    const before = known.get(time);
    if (before !== undefined) return before;
    const text = Temporal.Instant.fromEpochMilliseconds(time).toString({
      timeZone,
      smallestUnit: 'second',
    });
    known.set(time, text);
    return text;
  };
}

function toSlot({ start, end, userIds }: TeamSlot, local: LocalTime) {
  return {
    starts_at: local(start),
    ends_at: local(end),
    user_ids: userIds.map((id) => toPublicId('user', id)),
  };
}

const REF_KINDS = {
  appointment: 'appointment',
  hold: 'hold',
  buffer: 'appointment',
  time_off: 'timeoff',
} as const;

function toBlocked({ start, end, userId, reason, ref }: PersonBlocked, local: LocalTime) {
  const kind = reason in REF_KINDS ? REF_KINDS[reason as keyof typeof REF_KINDS] : null;
  return {
    starts_at: local(start),
    ends_at: local(end),
    user_id: toPublicId('user', userId),
    reason,
    ...(kind && ref ? { ref: toPublicId(kind, ref) } : {}),
  };
}

function whoseErrors(query: Record<string, unknown>): FieldError[] {
  const given = ['user_id', 'team_id'].filter((name) => query[name] !== undefined);
  if (given.length === 1) return [];
  return [
    {
      pointer: '/user_id',
      code: given.length === 0 ? 'required' : 'not_allowed',
      detail: 'Give either user_id or team_id: whose time is asked for.',
    },
  ];
}

function spanErrors(query: Record<string, unknown>): FieldError[] {
  const beyond = ['from', 'to'].filter((name) => isOutsideSupportedRange(query[name]));
  if (beyond.length > 0) {
    return beyond.map((name) => {
      const detail = `The query parameter ${name} must be ${SUPPORTED_RANGE}.`;
      return { pointer: `/${name}`, code: 'out_of_range', detail };
    });
  }
  const days = (Date.parse(String(query.to)) - Date.parse(String(query.from))) / DAY + 1;
  if (!Number.isInteger(days) || (days >= 1 && days <= MOST_DAYS)) return [];
  const detail =
    days < 1
      ? 'The query parameter to must not be before from.'
      : `From from to to there must be at most ${MOST_DAYS} days. Ask for the rest in another request.`;
  return [{ pointer: '/to', code: 'out_of_range', detail }];
}
