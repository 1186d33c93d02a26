import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { DuplicateMatch, Lead } from '../leads/index.ts';
import { type Marks, stateOf, waitingTimes } from './inbox-item.ts';
import type { InboxItem } from './schemas.ts';
import { dueWork, hasUndecidedDuplicate, leadWaits, waitingMessage } from './waiting.ts';

interface ItemRow extends Marks {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  service_needed: string;
  source: string;
  status: Lead['status'];
  assigned_to: string | null;
  first_contacted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  is_new: boolean;
  duplicate_match: DuplicateMatch | null;
  replied_at: Date | null;
  failed: FailedRow | null;
  failed_at: Date | null;
  last: MessageRow | null;
  due: DueRow[];
  twin: TwinRow | null;
}
interface MessageRow {
  communication_id: string;
  channel: 'call' | 'chat' | 'sms' | 'email';
  direction: 'inbound' | 'outbound';
  text: string | null;
  created_at: string;
}
interface FailedRow {
  communication_id: string;
  channel: 'sms' | 'email';
  reason: string | null;
  detail: string | null;
}
interface DueRow {
  follow_up_id: string;
  channel: 'call' | 'task';
  due_at: string;
  text: string | null;
  assigned_to: string | null;
}
interface TwinRow {
  lead_id: string;
  customer_id: string | null;
  lifecycle_number: string;
  name: string | null;
}

/** Characters of the last message that a list shows. */
const MAX_TEXT = 200;
/** Due calls and tasks of one item. */
const MAX_DUE = 10;

/** The lead itself, and those merged into it: the function only runs if there are any. */
const MEMBERS = `select
       case when merged.has_any then (merged_leads($1, l.lead_id)).lead_ids else array[l.lead_id] end as lead_ids,
       case when merged.has_any then (merged_leads($1, l.lead_id)).lifecycle_numbers
            else array[l.lifecycle_number] end as lifecycle_numbers
     from (
       select exists (
         select from leads own where own.organization_id = $1 and own.merged_into = l.lead_id) as has_any
     ) as merged`;

const LAST_MESSAGE = `select jsonb_build_object('communication_id', c.communication_id, 'channel', c.channel,
       'direction', c.direction, 'text', left(coalesce(nullif(c.body, ''), c.subject), ${MAX_TEXT}),
       'created_at', c.created_at) as message
     from unnest(m.lifecycle_numbers) as own (number)
     cross join lateral (
       select * from communications c
       where c.organization_id = $1 and c.lifecycle_number = own.number and c.channel <> 'note'
       order by c.communication_id desc limit 1
     ) as c
     order by c.communication_id desc limit 1`;

const WAITING_MESSAGES = `select max(c.created_at) filter (where c.direction = 'inbound') as replied_at,
       max(c.updated_at) filter (where c.direction = 'outbound') as failed_at,
       (array_agg(jsonb_build_object('communication_id', c.communication_id, 'channel', c.channel,
         'reason', c.status_reason, 'detail', c.status_detail) order by c.communication_id desc)
         filter (where c.direction = 'outbound'))[1] as failed
     from communications c
     where c.organization_id = $1 and c.lifecycle_number = any (m.lifecycle_numbers) and ${waitingMessage('c')}`;

const DUE = `select coalesce(jsonb_agg(jsonb_build_object('follow_up_id', f.follow_up_id, 'channel', f.channel,
       'due_at', f.due_at, 'text', left(coalesce(f.text, f.body), 1000), 'assigned_to', f.assigned_to)
       order by f.due_at, f.follow_up_id), '[]') as due
     from (
       select * from follow_ups f
       where f.organization_id = $1 and f.lead_id = any (m.lead_ids) and f.status in ('scheduled', 'due')
         and ${dueWork('f')}
       order by f.due_at, f.follow_up_id limit ${MAX_DUE}
     ) as f`;

const selectItems = statement(
  'select_inbox_items',
  `select l.lead_id, l.lifecycle_number, l.customer_id, l.name, l.phone, l.email, l.service_needed, l.source,
          l.status, l.assigned_to, l.first_contacted_at, l.created_at, l.duplicate_match,
          greatest(l.updated_at, last_activity_at($1, l.lifecycle_number, l.created_at)) as updated_at,
          l.inbox_done_at, l.inbox_snoozed_at, l.inbox_snoozed_until,
          (${leadWaits('l')}) and l.first_contacted_at is null as is_new,
          waiting.replied_at, waiting.failed, waiting.failed_at, last.message as last, due.due, twin.twin
   from unnest($2::uuid[]) with ordinality as wanted (lead_id, place)
   cross join lateral (
     select * from leads l where l.organization_id = $1 and l.lead_id = wanted.lead_id limit 1
   ) as l
   cross join lateral (${MEMBERS}) as m
   cross join lateral (${WAITING_MESSAGES}) as waiting
   cross join lateral (${DUE}) as due
   left join lateral (${LAST_MESSAGE}) as last on true
   left join lateral (
     select jsonb_build_object('lead_id', t.lead_id, 'customer_id', t.customer_id,
       'lifecycle_number', t.lifecycle_number, 'name', t.name) as twin
     from leads t
     where ${leadWaits('l')} and ${hasUndecidedDuplicate('l')} and t.organization_id = $1
       and t.lead_id = standing_lead($1, l.duplicate_of) and t.lead_id <> l.lead_id and t.deleted_at is null
     limit 1
   ) as twin on true
   order by wanted.place`,
);

/** The items of these leads, in this order. */
export async function readItems(tx: Tx, leadIds: readonly string[]): Promise<InboxItem[]> {
  if (leadIds.length === 0) return [];
  const rows = await tx.query<ItemRow>(selectItems, [tx.organizationId, leadIds]);
  return rows.map((row) => toItem(row, tx.now));
}

function toItem(row: ItemRow, now: Date): InboxItem {
  const times = waitingTimes({
    new_lead: row.is_new ? row.created_at : null,
    reply_unanswered: row.replied_at,
    duplicate_to_decide: row.twin === null ? null : row.created_at,
    call_due: lastDue(row.due, 'call'),
    task_due: lastDue(row.due, 'task'),
    message_failed: row.failed_at,
  });
  const state = stateOf(row, times.newest, now);
  return {
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    name: row.name,
    phone: row.phone,
    email: row.email,
    service_needed: row.service_needed,
    source: row.source,
    status: row.status,
    assigned_to: toPublicIdOrNull('user', row.assigned_to),
    reasons: times.reasons,
    waiting_since: state.waitingSince?.toISOString() ?? null,
    captured_at: row.created_at.toISOString(),
    first_contacted_at: row.first_contacted_at?.toISOString() ?? null,
    last_message: row.last && {
      ...row.last,
      communication_id: toPublicId('communication', row.last.communication_id),
      created_at: new Date(row.last.created_at).toISOString(),
    },
    failed_message: row.failed && {
      ...row.failed,
      communication_id: toPublicId('communication', row.failed.communication_id),
    },
    duplicate: row.twin && toDuplicate(row.twin, row.duplicate_match),
    follow_ups: row.due.map(toDue),
    snoozed_until: state.snoozedUntil?.toISOString() ?? null,
    done_at: state.doneAt?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  };
}

function lastDue(due: readonly DueRow[], channel: DueRow['channel']): Date | null {
  const times = due.filter((one) => one.channel === channel).map(({ due_at }) => new Date(due_at));
  return times.at(-1) ?? null;
}

function toDue({ follow_up_id, assigned_to, due_at, channel, text }: DueRow) {
  return {
    follow_up_id: toPublicId('follow_up', follow_up_id),
    channel,
    due_at: new Date(due_at).toISOString(),
    text,
    assigned_to: toPublicIdOrNull('user', assigned_to),
  };
}

/** Who it may be today: the lead that was found at capture may have been merged since. */
function toDuplicate(twin: TwinRow, match: DuplicateMatch | null): InboxItem['duplicate'] {
  return {
    lead_id: toPublicId('lead', twin.lead_id),
    customer_id: toPublicIdOrNull('customer', twin.customer_id),
    lifecycle_number: twin.lifecycle_number,
    name: twin.name,
    score: match?.score ?? 0,
    confidence: match?.confidence ?? 'likely',
    reasons: match?.reasons ?? [],
  };
}
