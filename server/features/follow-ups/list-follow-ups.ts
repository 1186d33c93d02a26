import Type from 'typebox';
import { type IdPrefix, toPublicId, toUuid } from '../../domain/ids.ts';
import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { filterById } from '../../platform/list-filters.ts';
import { DEFAULT_LIMIT, listQuery, page, pageOf, readCursor } from '../../platform/paging.ts';
import { CHANNELS, type Channel, LATE_MS, OPEN, STATUSES, type Status } from './follow-up.ts';
import { findListedLeads, listFollowUpRows, type Order, type Place } from './list-query.ts';
import { type FollowUpRow, toFollowUp } from './queries.ts';
import { FollowUp } from './schemas.ts';

const id = (description: string, prefix: IdPrefix) =>
  Type.Optional(
    Type.String({
      maxLength: 100,
      description,
      examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
    }),
  );
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
    'Filters are combined. By the time they are due: the soonest first where only open ones are asked for (`status` of `scheduled` and `due`, `due` or `overdue`), the latest first otherwise.',
  query: listQuery({
    status: listOf('status', ['due']),
    channel: listOf('channel', ['call,task']),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'Only those under this number.',
        examples: ['100042-7'],
      }),
    ),
    lead_id: id('Only those for this lead.', 'lead'),
    customer_id: id('Only those for this customer, and for the lead that it was.', 'customer'),
    job_id: id('Only those about this job.', 'job'),
    assigned_to: id('Only those of this user.', 'user'),
    mine: onlyTrue('Only those of the user that the token acts for.'),
    due: onlyTrue('Only open ones whose time has come.'),
    overdue: onlyTrue('Only open ones whose time was more than five minutes ago.'),
    due_after: dueTime('Only those that are due at this time or later.'),
    due_before: dueTime('Only those that are due before this time.'),
  }),
  answers: {
    200: { description: 'A page of follow-ups.', body: page(FollowUp, 'The follow-ups.') },
  },
  check: (query) => [
    ...unknownAmong(query.status, STATUSES, 'status'),
    ...unknownAmong(query.channel, CHANNELS, 'channel'),
  ],
  async run(tx, { query, caller }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const isDue = query.due ?? query.overdue ?? false;
    const asked = query.status === undefined ? null : (partsOf(query.status) as Status[]);
    const statuses = isDue ? OPEN.filter((one) => asked?.includes(one) ?? true) : asked;
    const filters = {
      statuses,
      channels: query.channel === undefined ? null : (partsOf(query.channel) as Channel[]),
      leadId: await leadOf(tx, query),
      jobId: filterById('job', query.job_id),
      assignedTo: assigneeOf(query, caller),
      dueFrom: dateOf(query.due_after),
      dueBefore: earliest(dateOf(query.due_before), isDue ? pastTime(query, tx.now) : null),
    };
    const order: Order = statuses?.every((one) => OPEN.includes(one)) ? 'soonest' : 'latest';
    const rows = await listFollowUpRows(tx, filters, order, readPlace(query.cursor), limit + 1);
    return pageOf(rows, limit, toFollowUp, cursorOf);
  },
});

interface Asked {
  lifecycle_number?: string;
  lead_id?: string;
  customer_id?: string;
}

/** All three name a lead; different ones have nothing in common. */
async function leadOf(tx: Tx, asked: Asked): Promise<string | null> {
  const { lead_id, customer_id, lifecycle_number } = asked;
  const customer = filterById('customer', customer_id);
  const [ofNumber, ofCustomer] = await findListedLeads(tx, lifecycle_number ?? null, customer);
  const leads = new Set([
    ...(lead_id === undefined ? [] : [filterById('lead', lead_id)]),
    ...(lifecycle_number === undefined ? [] : [ofNumber ?? NIL_UUID]),
    ...(customer === null ? [] : [ofCustomer ?? NIL_UUID]),
  ]);
  const [lead = null] = leads;
  return leads.size > 1 ? NIL_UUID : lead;
}

function assigneeOf(
  { assigned_to, mine }: { assigned_to?: string; mine?: true },
  { actor }: Caller,
): string | null {
  const asked = filterById('user', assigned_to);
  if (!mine) return asked;
  if (actor.type !== 'user') {
    const detail =
      'This token acts for nobody, so nothing is its own. Use a token made with a user_id, or assigned_to.';
    throw validationFailed([{ pointer: '/mine', code: 'no_user', detail }]);
  }
  const own = toUuid('user', actor.id!)!;
  return asked === null || asked === own ? own : NIL_UUID;
}

function pastTime({ overdue }: { overdue?: true }, now: Date): Date {
  // Up to the time, not included: what is due this very millisecond is due.
  return new Date(overdue ? now.getTime() - LATE_MS : now.getTime() + 1);
}

function dateOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function partsOf(text: string): string[] {
  return [...new Set(text.split(','))];
}

function unknownAmong(text: unknown, known: readonly string[], name: string): FieldError[] {
  if (typeof text !== 'string' || partsOf(text).every((part) => known.includes(part))) return [];
  const detail = `The query parameter ${name} must be of ${known.join(', ')}, separated by commas.`;
  return [{ pointer: `/${name}`, code: 'not_allowed', detail }];
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (followup_[0-7][0-9a-hjkmnp-tv-z]{25})$/;

function cursorOf({ due_at, follow_up_id }: FollowUpRow): string {
  return `${due_at.toISOString()} ${toPublicId('followup', follow_up_id)}`;
}

function readPlace(cursor: string | undefined): Place | null {
  const place = readCursor(cursor, PLACE);
  if (place === null) return null;
  return { dueAt: new Date(place[1]!), followUpId: toUuid('followup', place[2]!)! };
}
