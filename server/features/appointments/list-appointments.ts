import Type from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { FieldError } from '../../platform/errors.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import {
  DEFAULT_LIMIT,
  listQuery,
  pageOf,
  pageResponse,
  readCursor,
} from '../../platform/paging.ts';
import { Appointment, STATUSES, toAppointment } from '../calendar/index.ts';
import { listAppointmentRows } from './list-appointments-query.ts';

const dateOrTime = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: [example] }));

export const listAppointments = read({
  id: 'listAppointments',
  path: '/v1/appointments',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:read'],
  summary: 'List appointments',
  description:
    'Returns the appointments of your organization, earliest start first. Filters can be combined. Holds are included only if `status` contains `held`.',
  query: listQuery({
    from: dateOrTime(
      'Return only appointments that end after this time: a time with its UTC offset, or a date in the organization’s time zone.',
      '2027-03-01',
    ),
    to: dateOrTime(
      'Return only appointments that start before this time: a time with its UTC offset, or a date in the organization’s time zone, inclusive.',
      '2027-03-07',
    ),
    assigned_to: Type.Optional(idField('user', 'Return only appointments assigned to this user.')),
    team_id: Type.Optional(
      idField('team', 'Return only appointments assigned to members of this team.'),
    ),
    unassigned: Type.Optional(
      Type.Boolean({
        description:
          '`true` returns only unassigned appointments in the tray; `false` returns only assigned ones.',
        examples: [true],
      }),
    ),
    status: commaList(STATUSES, {
      maxLength: 200,
      description: 'Return only appointments with one of these statuses.',
      example: 'booked,confirmed',
    }),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.lifecycleNumber,
        description: 'Return only appointments with this lifecycle number.',
        examples: ['100042-7'],
      }),
    ),
    job_id: Type.Optional(idField('job', 'Return only appointments of this job.')),
  }),
  responses: pageResponse(Appointment, 'The appointments, earliest start first.'),
  check: (query) => [...unknownStatuses(STATUSES, query.status), ...dateOrTimeErrors(query)],
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const [, startsAt, id] = readCursor(query.cursor, CURSOR) ?? [];
    const rows = await listAppointmentRows(
      tx,
      {
        from: toDateOrTime(query.from),
        to: toDateOrTime(query.to),
        assignedTo: filterById('user', query.assigned_to),
        teamId: filterById('team', query.team_id),
        unassigned: query.unassigned ?? null,
        statuses: filterByStatus(STATUSES, query.status),
        lifecycleNumber: query.lifecycle_number ?? null,
        jobId: filterById('job', query.job_id),
      },
      id === undefined ? null : { startsAt: new Date(Number(startsAt)), id },
      limit + 1,
    );
    return pageOf(
      rows,
      limit,
      (row) => toAppointment(row, tx.now),
      (row) => `${row.starts_at.getTime()} ${row.appointment_id}`,
    );
  },
});

const CURSOR = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

function dateOrTimeErrors(query: Record<string, unknown>): FieldError[] {
  return ['from', 'to'].flatMap((name) => {
    const text = query[name];
    if (typeof text !== 'string' || isDateOrTime(text)) return [];
    const detail = `The query parameter ${name} must be a date such as 2027-03-01, or a time with its UTC offset, such as 2027-03-01T09:00:00-05:00, ${SUPPORTED_RANGE}.`;
    return [{ pointer: `/${name}`, code: 'invalid_format', detail }];
  });
}

function isDateOrTime(text: string): boolean {
  const [time, day] = [Date.parse(text), Number(text.slice(8, 10))];
  if (Number.isNaN(time) || isOutsideSupportedRange(text)) return false;
  return TIME.test(text) || (DATE.test(text) && new Date(time).getUTCDate() === day);
}

/** A date stays a date, because it is read in the organization's time zone. A time becomes UTC. */
function toDateOrTime(text: string | undefined): string | null {
  if (text === undefined) return null;
  return DATE.test(text) ? text : new Date(text).toISOString();
}
