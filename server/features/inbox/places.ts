import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { dueWork, leadWaits, waitingMessage } from './waiting.ts';

export const VIEWS = ['mine', 'everyone', 'snoozed', 'done'] as const;
export type View = (typeof VIEWS)[number];

/** A lead in a view, and the time that decides its place. */
export interface Place {
  lead_id: string;
  at: Date;
}

/** The time at which a lead that waits by itself has its place. */
const LEAD_AT = 'coalesce(l.inbox_snoozed_until, l.created_at)';

/** By the lead that represents it: its newest reason, and whether one of them is due for the user. */
const REASONS = `select standing.lead_id, max(waits.at) as at,
       bool_or(coalesce(waits.assigned_to = $3::uuid, false)) as is_due_of_user
     from (
       select c.lead_id, null::uuid as assigned_to,
              case c.direction when 'inbound' then c.created_at else c.updated_at end as at
       from communications c where c.organization_id = $1 and ${waitingMessage('c')}
       union all
       select f.lead_id, f.assigned_to, f.due_at from follow_ups f
       where f.organization_id = $1 and ${dueWork('f')}
     ) as waits
     cross join lateral (
       select case when own.merged_into is null then own.lead_id
                   else standing_lead($1, own.merged_into) end as lead_id
       from leads own where own.organization_id = $1 and own.lead_id = waits.lead_id limit 1
     ) as standing
     group by standing.lead_id`;

/**
 * Everything that waits apart from the lead itself, by the lead that represents it: few rows, because an answer, a
 * completed call and a mark all end it. So it is read as a whole, and the leads are read in order until the page is full.
 */
const WAITING = `select lead_id, assigned_to, is_due_of_user, inbox_done_at, newest,
     case when inbox_snoozed_at >= newest then inbox_snoozed_until else newest end as at
   from (
     select l.lead_id, l.assigned_to, reason.is_due_of_user, l.inbox_done_at, l.inbox_snoozed_at,
            l.inbox_snoozed_until,
            greatest(reason.at, case when ${leadWaits('l')} then l.created_at end) as newest
     from (${REASONS}) as reason
     cross join lateral (
       select * from leads l where l.organization_id = $1 and l.lead_id = reason.lead_id
         and l.deleted_at is null and l.erasure_id is null limit 1
     ) as l
   ) as found`;

const IS_NOT_DONE = '(w.inbox_done_at is null or w.inbox_done_at < w.newest)';

interface Order {
  direction: 'desc' | 'asc';
  beyond: '<' | '>';
}
const NEWEST_FIRST: Order = { direction: 'desc', beyond: '<' };
const SOONEST_FIRST: Order = { direction: 'asc', beyond: '>' };

/** $1 to $6: the organization, now, the user, the place after which it continues (its time and lead), and the limit. */
function placesIn(order: Order, leads: string, work: string): string {
  const { direction, beyond } = order;
  const after = (at: string, lead: string) =>
    `${at} ${beyond}= $4 and (${at}, ${lead}) ${beyond} ($4, $5::uuid)`;
  const sorted = (at: string, lead: string) =>
    `order by ${at} ${direction}, ${lead} ${direction} limit $6`;
  return `with waiting as materialized (${WAITING})
   select lead_id, at from (
     (${leads} and ${after(atOf(leads), 'l.lead_id')} ${sorted(atOf(leads), 'l.lead_id')})
     union all
     (select w.lead_id, w.at from waiting w where ${work} and ${after('w.at', 'w.lead_id')})
   ) as placed ${sorted('at', 'lead_id')}`;
}

function atOf(leads: string): string {
  return leads.includes(LEAD_AT) ? LEAD_AT : 'l.inbox_done_at';
}

/** A lead whose duplicate was deleted, or merged into it, has nothing to decide. */
const WAITING_LEADS = `select l.lead_id, ${LEAD_AT} as at from leads l
   where l.organization_id = $1 and ${leadWaits('l')} and l.inbox_done_at is null
     and l.lead_id not in (select lead_id from waiting)
     and (l.first_contacted_at is null or exists (
       select from leads twin where twin.organization_id = $1 and twin.lead_id <> l.lead_id
         and twin.lead_id = standing_lead($1, l.duplicate_of) and twin.deleted_at is null))`;
const DONE_LEADS = `select l.lead_id, l.inbox_done_at as at from leads l
   where l.organization_id = $1 and l.inbox_done_at is not null
     and l.deleted_at is null and l.merged_into is null and l.erasure_id is null
     and l.inbox_done_at <= $2 and l.lead_id not in (select lead_id from waiting w where ${IS_NOT_DONE})`;

const TEXTS: Record<View, string> = {
  everyone: placesIn(
    NEWEST_FIRST,
    `${WAITING_LEADS} and ${LEAD_AT} <= $2`,
    `${IS_NOT_DONE} and w.at <= $2`,
  ),
  mine: placesIn(
    NEWEST_FIRST,
    `${WAITING_LEADS} and ${LEAD_AT} <= $2 and l.assigned_to = $3`,
    `${IS_NOT_DONE} and w.at <= $2 and (w.assigned_to = $3 or w.is_due_of_user)`,
  ),
  snoozed: placesIn(
    SOONEST_FIRST,
    `${WAITING_LEADS} and ${LEAD_AT} > $2`,
    `${IS_NOT_DONE} and w.at > $2`,
  ),
  done: placesIn(NEWEST_FIRST, DONE_LEADS, 'false'),
};

const listed: Record<View, ReturnType<typeof statement>> = {
  everyone: statement('list_inbox', TEXTS.everyone),
  mine: statement('list_inbox_of_user', TEXTS.mine),
  snoozed: statement('list_inbox_snoozed', TEXTS.snoozed),
  done: statement('list_inbox_done', TEXTS.done),
};

const FIRST: Record<View, readonly [at: string, leadId: string]> = {
  everyone: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  mine: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  done: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  snoozed: ['-infinity', '00000000-0000-0000-0000-000000000000'],
};

/** The places of a view after the given one. Mine is empty without a user. */
export function listPlaces(
  tx: Tx,
  view: View,
  { userId, after, limit }: { userId: string | null; after: Place | null; limit: number },
): Promise<Place[]> {
  const from = after === null ? FIRST[view] : [after.at, after.lead_id];
  return tx.query(listed[view], [tx.organizationId, tx.now, userId, ...from, limit]);
}
