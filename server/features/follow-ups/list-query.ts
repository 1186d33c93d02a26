import { isSentBy } from '../../domain/message-address.ts';
import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { CHANNELS, type Channel, type Status } from './follow-up.ts';
import { COLUMNS, type FollowUpRow } from './queries.ts';

export interface Filters {
  statuses: readonly Status[] | null;
  channels: readonly Channel[] | null;
  leadId: string | null;
  jobId: string | null;
  assignedTo: string | null;
  /** Inclusive start and exclusive end. */
  dueFrom: Date | null;
  dueBefore: Date | null;
}

export type Order = 'soonest' | 'latest';

/** The last follow-up of the page before. */
export interface Position {
  dueAt: Date;
  followUpId: string;
}

/** Every possible pair of channel and status. A list reads one page per wanted pair, each from the same index. */
const CHANNEL_STATUSES = CHANNELS.flatMap((channel) => {
  const own: readonly Status[] = isSentBy(channel) ? ['sent', 'failed'] : ['due', 'done'];
  const statuses: readonly Status[] = ['scheduled', ...own, 'skipped', 'canceled'];
  return statuses.map((status) => ({ channel, status }));
});

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';
const START = {
  soonest: ['-infinity', FIRST_UUID],
  latest: ['infinity', LAST_UUID],
} as const;

/** $1 to $6 of every statement: the organization, the due range (2), the position (2), and the limit. */
function pageOf(order: Order, conditions: string): string {
  const comparison = order === 'soonest' ? '>' : '<';
  return `select ${COLUMNS} from follow_ups f
     where f.organization_id = $1 and ${conditions}
       and f.due_at >= $2 and f.due_at < $3 and (f.due_at, f.follow_up_id) ${comparison} ($4, $5)
     ${sorted(order)}`;
}

function sorted(order: Order): string {
  const direction = order === 'soonest' ? '' : 'desc';
  return `order by due_at ${direction}, follow_up_id ${direction} limit $6`;
}

const pagePerChannelStatus = (name: string, order: Order, condition: string) =>
  statement(
    `list_follow_ups_${name}_${order}`,
    `select f.* from unnest($7::text[], $8::text[]) as wanted (channel, status)
     cross join lateral (
       ${pageOf(order, `${condition} f.channel = wanted.channel and f.status = wanted.status`)}
     ) as f
     ${sorted(order)}`,
  );

/** One lead or job has few follow-ups, so the other filters are checked row by row. */
const filteredPage = (name: string, order: Order, condition: string) =>
  statement(
    `list_follow_ups_${name}_${order}`,
    pageOf(
      order,
      `${condition} and ($7::text[] is null or f.channel = any ($7))
       and ($8::text[] is null or f.status = any ($8)) and ($9::uuid is null or f.assigned_to = $9)`,
    ),
  );

const inOrder = (order: Order) => ({
  all: pagePerChannelStatus('all', order, ''),
  ofAssignee: pagePerChannelStatus('of_assignee', order, 'f.assigned_to = $9 and'),
  ofLead: filteredPage('of_lead', order, 'f.lead_id = $10'),
  ofJob: filteredPage('of_job', order, 'f.job_id = $10'),
  ofBoth: filteredPage('of_lead_and_job', order, 'f.lead_id = $10 and f.job_id = $11'),
});
const statements: Record<Order, Record<string, Statement> & ReturnType<typeof inOrder>> = {
  soonest: inOrder('soonest'),
  latest: inOrder('latest'),
};

export function listFollowUpRows(
  tx: Tx,
  filters: Filters,
  order: Order,
  after: Position | null,
  limit: number,
): Promise<FollowUpRow[]> {
  const { statuses, channels, leadId, jobId, assignedTo } = filters;
  const by = statements[order];
  const dueRange = [filters.dueFrom ?? '-infinity', filters.dueBefore ?? 'infinity'];
  const position = after === null ? START[order] : [after.dueAt, after.followUpId];
  const common = [tx.organizationId, ...dueRange, ...position, limit];
  if (leadId !== null || jobId !== null) {
    const values = [...common, channels, statuses, assignedTo];
    if (leadId === null) return tx.query(by.ofJob, [...values, jobId]);
    if (jobId === null) return tx.query(by.ofLead, [...values, leadId]);
    return tx.query(by.ofBoth, [...values, leadId, jobId]);
  }
  const wanted = CHANNEL_STATUSES.filter(
    ({ channel, status }) =>
      (channels?.includes(channel) ?? true) && (statuses?.includes(status) ?? true),
  );
  const pairs = [wanted.map(({ channel }) => channel), wanted.map(({ status }) => status)];
  if (assignedTo !== null) return tx.query(by.ofAssignee, [...common, ...pairs, assignedTo]);
  return tx.query(by.all, [...common, ...pairs]);
}

const selectLeadOfNumber = statement(
  'select_lead_of_listed_number',
  'select lead_id from leads where organization_id = $1 and lifecycle_number = $2',
);
const selectLeadOfCustomer = statement(
  'select_lead_of_listed_customer',
  'select lead_id from customers where organization_id = $1 and customer_id = $2',
);

/** The leads of a lifecycle number and a customer, null if unknown: follow-ups of a customer belong to its lead. */
export async function findListedLeads(
  tx: Tx,
  number: string | null,
  customerId: string | null,
): Promise<(string | null)[]> {
  const found = await Promise.all([
    number === null
      ? []
      : tx.query<{ lead_id: string }>(selectLeadOfNumber, [tx.organizationId, number]),
    customerId === null
      ? []
      : tx.query<{ lead_id: string }>(selectLeadOfCustomer, [tx.organizationId, customerId]),
  ]);
  return found.map(([row]) => row?.lead_id ?? null);
}
