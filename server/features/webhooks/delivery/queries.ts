import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { LoggedText } from './request.ts';

/** The fields of an endpoint that sending needs. */
export interface Receiver {
  webhook_endpoint_id: string;
  url: string;
  scopes: string[];
  rate_limit_per_second: number | null;
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  has_replay: boolean;
}

export interface DueDelivery extends LoggedText {
  webhook_endpoint_id: string;
  delivery_id: string;
  replay_id: string | null;
  ordered: boolean;
  /** Number of attempts so far. */
  attempts: number;
  event_logged_at: Date;
}

const selectReceivers = statement(
  'webhook_receivers',
  `select e.webhook_endpoint_id, e.url, e.scopes, e.rate_limit_per_second, e.sealed_secret, e.sealed_previous_secret,
          e.previous_secret_until,
          exists (select from webhook_replays r
            where r.organization_id = $1 and r.webhook_endpoint_id = e.webhook_endpoint_id
              and r.status = 'running') as has_replay
   from webhook_endpoints e
   join organizations o on o.organization_id = $1 and o.suspended_at is null
   where e.organization_id = $1 and e.enabled and e.deleted_at is null`,
);

/** The enabled endpoints. */
export function findReceivers(tx: Tx): Promise<Receiver[]> {
  return tx.query(selectReceivers, [tx.organizationId]);
}

// The row of an example has the id and type of the event that it is an example of.
const selectDue = statement(
  'webhook_deliveries_due',
  `select d.webhook_endpoint_id, d.delivery_id, d.replay_id, d.ordered, d.attempts, d.event_seq as seq, d.event_id,
          d.event_logged_at, d.event_type as type, v.occurred_at, v.lifecycle_number, v.actor::text, v.previous::text,
          case when v.type = 'example.sent' then (v.data->'event')::text end as example,
          case when v.type = 'example.sent' then '' else v.data::text end as data
   from webhook_endpoints e
   left join unnest($3::uuid[], $4::int[]) as known (webhook_endpoint_id, room)
     on known.webhook_endpoint_id = e.webhook_endpoint_id
   cross join lateral (
     select d.webhook_endpoint_id, d.delivery_id, d.replay_id, d.ordered, jsonb_array_length(d.attempts) as attempts,
            d.event_seq, d.event_id, d.event_type, d.event_logged_at
     from webhook_deliveries d
     where d.organization_id = $1 and d.webhook_endpoint_id = e.webhook_endpoint_id
       and d.status = 'pending' and d.next_attempt_at <= $2 and d.delivery_id <> all ($5::uuid[])
       and d.event_logged_at >= (select webhooks_pending_from($1))
       and not (d.ordered and exists (
         select from webhook_deliveries b
         where b.organization_id = $1 and b.webhook_endpoint_id = d.webhook_endpoint_id
           and b.lifecycle_number = d.lifecycle_number and b.status = 'pending' and b.ordered
           and b.event_logged_at >= (select webhooks_pending_from($1)) and b.event_seq < d.event_seq and b.replay_id is not distinct from d.replay_id))
     order by d.next_attempt_at, d.event_seq
     limit coalesce(known.room, $6::int)) as d
   cross join lateral (
     select * from events v
     where v.organization_id = $1 and v.seq = d.event_seq and v.logged_at = d.event_logged_at limit 1) as v
   where e.organization_id = $1 and e.enabled and e.deleted_at is null
   order by d.event_seq`,
);

/** Deliveries that can be sent now, oldest first, for each endpoint as many as it has room for. */
export function findDue(
  tx: Tx,
  options: { room: ReadonlyMap<string, number>; defaultRoom: number; inFlight: readonly string[] },
): Promise<DueDelivery[]> {
  const { room, defaultRoom, inFlight } = options;
  return tx.query(selectDue, [
    tx.organizationId,
    tx.now,
    [...room.keys()],
    [...room.values()],
    inFlight,
    defaultRoom,
  ]);
}
