import Type from 'typebox';
import { dateOrTime, dateOrTimeErrors, isDate } from '../../domain/date-or-time.ts';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { filterByUser, userFilter } from '../../domain/user-filter.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { Appointment, STATUSES, toAppointment } from '../calendar/index.ts';
import { listAppointmentRows } from './list-appointments-query.ts';

export const listAppointments = read({
  id: 'listAppointments',
  path: '/v1/appointments',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:read', 'appointments:own'],
  summary: 'List appointments',
  description:
    'Returns the appointments of your organization, earliest start first. Filters can be combined. Holds are included only if `status` contains `held`.',
  query: listQuery({
    from: dateOrTime('Return only appointments that end after this.', '2027-03-01'),
    to: dateOrTime(
      'Return only appointments that start before this; a date is included.',
      '2027-03-07',
    ),
    assigned_to: userFilter('Return only appointments assigned to this user.'),
    crew: userFilter('Return only appointments with this user in the crew.'),
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
    reviewed: Type.Optional(
      Type.Boolean({
        description:
          '`true` returns only appointments with a review of the customer; `false` returns only those without.',
        examples: [true],
      }),
    ),
  }),
  responses: pagesOf(Appointment, 'The appointments, earliest start first.'),
  check: (query) => [...unknownStatuses(STATUSES, query.status), ...dateOrTimeErrors(query)],
  async run(tx, { query, caller }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const [, startsAt, id] = readCursor(query.cursor, CURSOR) ?? [];
    const rows = await listAppointmentRows(
      tx,
      {
        from: toDateOrTime(query.from),
        to: toDateOrTime(query.to),
        assignedTo: filterByUser('assigned_to', query.assigned_to, caller),
        crew: filterByUser('crew', query.crew, caller),
        teamId: filterById('team', query.team_id),
        unassigned: query.unassigned ?? null,
        statuses: filterByStatus(STATUSES, query.status),
        lifecycleNumber: query.lifecycle_number ?? null,
        jobId: filterById('job', query.job_id),
        reviewed: query.reviewed ?? null,
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

/** A date stays a date, because it is read in the organization's time zone. A time becomes UTC. */
function toDateOrTime(text: string | undefined): string | null {
  if (text === undefined) return null;
  return isDate(text) ? text : new Date(text).toISOString();
}
