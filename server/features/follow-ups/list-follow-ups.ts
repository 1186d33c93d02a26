import Type from 'typebox';
import { idInput, lifecycleNumberInput } from '../../domain/reference-fields.ts';
import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageAnswer, pageOf, readCursor } from '../../platform/paging.ts';
import { CHANNELS, STATUSES } from './follow-up.ts';
import { orderOf, readFilters, unknownAmong } from './list-filters.ts';
import { listFollowUpRows, type Place } from './list-query.ts';
import { type FollowUpRow, toFollowUp } from './queries.ts';
import { FollowUp } from './schemas.ts';

const onlyTrue = (description: string) =>
  Type.Optional(Type.Unsafe<true>({ type: 'boolean', const: true, description, examples: [true] }));
const listOf = (what: string, examples: string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Only those with this ${what}, or with one of these, separated by commas.`,
      examples,
    }),
  );
const dueTime = (description: string) =>
  Type.Optional(
    Type.String({ format: 'date-time', description, examples: ['2027-03-04T00:00:00-08:00'] }),
  );

export const listFollowUps = read({
  id: 'listFollowUps',
  path: '/v1/follow-ups',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:read'],
  summary: 'List follow-ups',
  description:
    'Filters are combined. By the time they are due: the soonest first where only open ones are asked for (`status` of `scheduled` and `due`, `due` or `late`), the latest first otherwise.',
  query: listQuery({
    status: listOf('status', ['due']),
    channel: listOf('channel', ['call,task']),
    lifecycle_number: lifecycleNumberInput('Only those under this number.'),
    lead_id: idInput('lead', 'Only those for this lead.'),
    customer_id: idInput('customer', 'Only those for this customer, and for the lead that it was.'),
    job_id: idInput('job', 'Only those about this job.'),
    assigned_to: idInput('user', 'Only those of this user.'),
    mine: onlyTrue('Only those of the user that the token acts for.'),
    due: onlyTrue('Only open ones whose time has come.'),
    late: onlyTrue('Only open ones whose time was more than five minutes ago.'),
    due_after: dueTime('Only those that are due at this time or later.'),
    due_before: dueTime('Only those that are due before this time.'),
  }),
  answers: pageAnswer(FollowUp, 'The follow-ups.'),
  check: (query) => [
    ...unknownAmong(query.status, STATUSES, 'status'),
    ...unknownAmong(query.channel, CHANNELS, 'channel'),
  ],
  async run(tx, { query, caller }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const filters = await readFilters(tx, query, caller);
    const after = readPlace(query.cursor);
    const rows = await listFollowUpRows(tx, filters, orderOf(filters), after, limit + 1);
    return pageOf(rows, limit, toFollowUp, cursorOf);
  },
});

const CURSOR = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function cursorOf({ due_at, follow_up_id }: FollowUpRow): string {
  return `${due_at.getTime()} ${follow_up_id}`;
}

function readPlace(cursor: string | undefined): Place | null {
  const [, dueAt, followUpId] = readCursor(cursor, CURSOR) ?? [];
  return followUpId === undefined ? null : { dueAt: new Date(Number(dueAt)), followUpId };
}
