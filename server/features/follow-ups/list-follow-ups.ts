import Type from 'typebox';
import { idInput, lifecycleNumberInput } from '../../domain/reference-fields.ts';
import { userFilter } from '../../domain/user-filter.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { CHANNELS, STATUSES } from './follow-up.ts';
import { listErrors, orderOf, readFilters } from './list-filters.ts';
import { listFollowUpRows, type Position } from './list-query.ts';
import { type FollowUpRow, toFollowUp } from './queries.ts';
import { FollowUp } from './schemas.ts';

const trueFlag = (description: string) =>
  Type.Optional(Type.Unsafe<true>({ type: 'boolean', const: true, description, examples: [true] }));
const dueTime = (description: string) =>
  Type.Optional(
    Type.String({ format: 'date-time', description, examples: ['2027-03-04T00:00:00-08:00'] }),
  );

export const listFollowUps = read({
  id: 'listFollowUps',
  path: '/v1/follow-ups',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:read', 'follow_ups:own'],
  summary: 'List follow-ups',
  description:
    'Lists follow-ups, sorted by due time. If you ask only for open ones (`status` of `scheduled` and `due`, or `due` or `late`), the soonest is first; otherwise the latest is first. A follow-up must match all filters.',
  query: listQuery({
    status: commaList(STATUSES, {
      maxLength: 200,
      description: 'Only follow-ups with one of these statuses.',
      example: 'due',
    }),
    channel: commaList(CHANNELS, {
      maxLength: 200,
      description: 'Only follow-ups with one of these channels.',
      example: 'call,task',
    }),
    lifecycle_number: lifecycleNumberInput('Only follow-ups under this lifecycle number.'),
    lead_id: idInput('lead', 'Only follow-ups for this lead.'),
    customer_id: idInput(
      'customer',
      'Only follow-ups for this customer, including those for the lead it was before.',
    ),
    job_id: idInput('job', 'Only follow-ups about this job.'),
    assigned_to: userFilter('Only follow-ups assigned to this user.'),
    mine: trueFlag('Only follow-ups assigned to the user that the token acts for.'),
    due: trueFlag('Only open follow-ups whose due time has passed.'),
    late: trueFlag('Only open follow-ups that were due more than five minutes ago.'),
    due_after: dueTime('Only follow-ups that are due at this time or later.'),
    due_before: dueTime('Only follow-ups that are due before this time.'),
  }),
  responses: pagesOf(FollowUp, 'The follow-ups.'),
  check: (query) => [
    ...listErrors(query.status, STATUSES, 'status'),
    ...listErrors(query.channel, CHANNELS, 'channel'),
  ],
  async run(tx, { query, caller }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const filters = await readFilters(tx, query, caller);
    const after = readPosition(query.cursor);
    const rows = await listFollowUpRows(tx, filters, orderOf(filters), after, limit + 1);
    return pageOf(rows, limit, toFollowUp, cursorOf);
  },
});

const CURSOR = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function cursorOf({ due_at, follow_up_id }: FollowUpRow): string {
  return `${due_at.getTime()} ${follow_up_id}`;
}

function readPosition(cursor: string | undefined): Position | null {
  const [, dueAt, followUpId] = readCursor(cursor, CURSOR) ?? [];
  return followUpId === undefined ? null : { dueAt: new Date(Number(dueAt)), followUpId };
}
