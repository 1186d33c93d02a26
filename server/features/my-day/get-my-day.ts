import Type from 'typebox';
import { toPublicId } from '../../domain/ids.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { listAppointmentRows } from '../appointments/index.ts';
import { type FullAppointment, STATUSES } from '../calendar/index.ts';
import { findTimeZone } from './queries.ts';
import { MyDay } from './schemas.ts';
import { readVisits } from './visits.ts';

/** More than anyone can do in two days. */
const MAX_VISITS = 200;
const SHOWN = STATUSES.filter((status) => status !== 'held' && status !== 'canceled');

export const getMyDay = read({
  id: 'getMyDay',
  path: '/v1/my-day',
  tag: 'Appointments',
  resource: 'user',
  scopes: ['appointments:read', 'appointments:own'],
  summary: 'Get your day',
  description:
    'Returns the visits of the user of your token on two days, with all that is needed on site: contact, address, job, checklist, notes, attachments and what is owed. Canceled visits are left out. Send the `ETag` as `If-None-Match`: 304 means that nothing has changed.',
  query: Type.Object(
    {
      date: Type.Optional(
        Type.String({
          format: 'date',
          description: 'The first day, in the user’s time zone. Default: today.',
          examples: ['2027-03-02'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: returns(MyDay, 'The two days.'),
  hasEtag: true,
  check: ({ date }) => (isOutsideSupportedRange(date) ? [OUT_OF_RANGE] : []),
  async run(tx, { query, caller }) {
    const { userId } = caller;
    if (userId === null) throw validationFailed([NO_USER]);
    const timeZone = await findTimeZone(tx, userId);
    const first =
      query.date === undefined ? todayIn(timeZone, tx.now) : Temporal.PlainDate.from(query.date);
    const [second, end] = [first.add({ days: 1 }), first.add({ days: 2 })];
    const startOf = (date: Temporal.PlainDate) =>
      new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
    const between = (from: Date, to: Date | null, limit: number) =>
      listVisits(tx, userId, { from: from.toISOString(), to: to?.toISOString() ?? null }, limit);
    const [rows, following] = await Promise.all([
      between(startOf(first), startOf(end), MAX_VISITS),
      between(startOf(end), null, 2),
    ]);
    // The first one may have begun before midnight.
    const afterwards = following.find(({ starts_at }) => starts_at >= startOf(end));
    const visits = await readVisits(tx, rows, caller.scopes);
    const next = rows.findIndex(({ starts_at }) => starts_at >= startOf(second));
    const today = next < 0 ? visits.length : next;
    return {
      user_id: toPublicId('user', userId),
      time_zone: timeZone,
      next_visit_at: afterwards?.starts_at.toISOString() ?? null,
      days: [
        { date: first.toString(), visits: visits.slice(0, today) },
        { date: second.toString(), visits: visits.slice(today) },
      ],
    };
  },
});

/** The visits of a user, as the one who leads them or in the crew, earliest first. */
async function listVisits(
  tx: Tx,
  userId: string,
  time: { from: string; to: string | null },
  limit: number,
): Promise<FullAppointment[]> {
  const filters = { ...NO_FILTER, ...time, statuses: SHOWN };
  const lists = await Promise.all([
    listAppointmentRows(tx, { ...filters, assignedTo: userId }, null, limit),
    listAppointmentRows(tx, { ...filters, crew: userId }, null, limit),
  ]);
  return lists
    .flat()
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    .slice(0, limit);
}

const NO_FILTER = {
  assignedTo: null,
  crew: null,
  teamId: null,
  unassigned: null,
  lifecycleNumber: null,
  jobId: null,
  reviewed: null,
};

const NO_USER: FieldError = {
  pointer: '/Authorization',
  code: 'no_user',
  detail:
    'This token does not act for a user, so it has no day. Use a token created with a user_id, or listAppointments.',
};
const OUT_OF_RANGE: FieldError = {
  pointer: '/date',
  code: 'out_of_range',
  detail: `The query parameter date must be ${SUPPORTED_RANGE}.`,
};

function todayIn(timeZone: string, now: Date): Temporal.PlainDate {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}
