import { toPublicId, toUuid } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { EventFollower, EventHead, LoggedEvent } from '../../platform/events/follow-log.ts';
import { matchesAny } from '../../platform/events/patterns.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpCanceled, followUpFailed, followUpSent, followUpSkipped } from './events.ts';
import { type Outcome, outcomeOf } from './follow-up.ts';
import { FOLLOWER } from './follower-name.ts';
import { COLUMNS, type FollowUpRow, lockByCommunications } from './queries.ts';

/** Records the outcome of messages on their follow-ups, and cancels follow-ups by the events in `cancel_on`. */
export const followUpFollower: EventFollower = {
  name: FOLLOWER,
  actor: { type: 'system', id: null, name: 'follow-ups' },
  async select(tx, heads) {
    const numbers = new Set((await findOpen(tx, heads)).map(byNumber));
    return heads.filter(
      ({ type, lifecycle_number }) =>
        outcomeOf(type, null) !== null || numbers.has(lifecycle_number ?? ''),
    );
  },
  async handleEvents(tx, events) {
    await recordOutcomes(tx, events);
    await cancelByEvents(tx, events);
  },
};

const EVENT_BY_STATUS = { sent: followUpSent, skipped: followUpSkipped, failed: followUpFailed };

/**
 * A follow-up shows the latest outcome of its message. The outcome can change: a text that the gateway accepted may
 * be reported as undelivered later, and a user can retry a failed one.
 */
async function recordOutcomes(tx: Tx, events: readonly LoggedEvent[]): Promise<void> {
  const outcomes = new Map<string, Outcome & { detail: string | null }>();
  for (const { type, data } of events) {
    const outcome = outcomeOf(type, textOrNull(data.status_reason));
    const id = outcome && toUuid('communication', String(data.communication_id));
    if (!id) continue;
    outcomes.set(id, { ...outcome, detail: textOrNull(data.status_detail) });
  }
  if (outcomes.size === 0) return;
  for (const row of await lockByCommunications(tx, [...outcomes.keys()])) {
    const outcome = outcomes.get(row.communication_id ?? '');
    if (!outcome || (row.status === outcome.status && row.reason === outcome.reason)) continue;
    changeFollowUp(tx, row, outcome, EVENT_BY_STATUS[outcome.status]);
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function cancelByEvents(tx: Tx, events: readonly LoggedEvent[]): Promise<void> {
  const found = await findOpen(tx, events);
  if (found.length === 0) return;
  const ids = [...new Set(found.map(({ follow_up_id }) => follow_up_id))];
  for (const row of await tx.query<FollowUpRow>(lockOpen, [tx.organizationId, ids])) {
    const own = new Set(found.filter((one) => one.follow_up_id === row.follow_up_id).map(byNumber));
    const cause = events.find((event) => isCanceledBy(row, own, event));
    if (!cause) continue;
    changeFollowUp(tx, row, { status: 'canceled', reason: cause.type }, followUpCanceled);
  }
}

interface OpenFollowUp {
  number: string;
  follow_up_id: string;
}

/** Those that an event of these types can cancel. */
async function findOpen(tx: Tx, events: readonly EventHead[]): Promise<OpenFollowUp[]> {
  const numbers = new Set(events.flatMap(({ lifecycle_number }) => lifecycle_number ?? []));
  if (numbers.size === 0) return [];
  return tx.query<OpenFollowUp>(selectOpen, [
    tx.organizationId,
    [...numbers],
    [...new Set(events.flatMap(({ type }) => [type, `${type.split('.', 1)[0]}.*`]))],
  ]);
}

const byNumber = ({ number }: OpenFollowUp) => number;

function isCanceledBy(
  row: FollowUpRow,
  numbers: ReadonlySet<string>,
  { seq, type, lifecycle_number, data }: LoggedEvent,
): boolean {
  return (
    seq > row.made_seq &&
    lifecycle_number !== null &&
    numbers.has(lifecycle_number) &&
    matchesAny(row.cancel_on, type) &&
    data.follow_up_id !== toPublicId('follow_up', row.follow_up_id)
  );
}

/** The open follow-ups that these event types can cancel, of the lead of each number and all leads merged with it. */
const selectOpen = statement(
  'select_open_follow_ups_of_lifecycles',
  `with recursive one as (
     select happened.number, standing_lead($1, l.lead_id) as lead_id
     from unnest($2::text[]) as happened (number)
     cross join lateral (
       select lead_id from leads where organization_id = $1 and lifecycle_number = happened.number limit 1
     ) as l
     union all
     select one.number, l.lead_id from one
     cross join lateral (
       select lead_id from leads where organization_id = $1 and merged_into = one.lead_id offset 0
     ) as l
   )
   select one.number, f.follow_up_id from one
   cross join lateral (
     select follow_up_id from follow_ups
     where organization_id = $1 and lead_id = one.lead_id and status in ('scheduled', 'due')
       and communication_id is null and cancel_on && $3
     offset 0
   ) as f`,
);
/** A follow-up whose message is already being sent can no longer be canceled. */
const lockOpen = statement(
  'lock_open_follow_ups',
  `select ${COLUMNS} from follow_ups
   where organization_id = $1 and follow_up_id = any ($2) and status in ('scheduled', 'due')
     and communication_id is null
   order by follow_up_id for no key update`,
);
