import { toUuid } from '../../../domain/ids.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Statement, statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import type { EventCatalog } from '../../../platform/events/event-catalog.ts';
import { matchesAny } from '../../../platform/events/patterns.ts';
import { newUuid } from '../../../platform/ids.ts';
import { webhookEndpointReplayCompleted } from '../events.ts';
import {
  findReplay,
  type ReplayProgress,
  type ReplayRequest,
  toReplay,
} from '../replay-queries.ts';
import { DELIVERING } from './outcomes.ts';

/** Read per transaction, which takes about 20 ms. */
const MAX_EVENTS = 500;

type RunningReplay = ReplayRequest &
  Pick<ReplayProgress, 'replay_id' | 'position' | 'to_seq'> & {
    event_types: string[];
    scopes: string[];
    ordering: 'none' | 'lifecycle';
  };

interface ReplayedEvent {
  seq: number;
  event_id: string;
  type: string;
  lifecycle_number: string | null;
  logged_at: Date;
  /** Only for an example: the event id that receivers see. */
  example_id: string | null;
  example_type: string | null;
}

/**
 * Queues the next events of the endpoint's oldest running replay and moves its position, in one
 * transaction: a process killed in between leaves nothing behind, and the next one continues from there.
 * Returns whether there was anything to do.
 */
export async function advanceReplay(
  database: Database,
  eventTypes: EventCatalog,
  { organizationId, endpointId }: { organizationId: string; endpointId: string },
): Promise<boolean> {
  return database.transaction({ organizationId, actor: DELIVERING }, async (tx) => {
    const [replay] = await tx.query<RunningReplay>(lockRunning, [organizationId, endpointId]);
    if (!replay) return false;
    const events = await findEvents(tx, endpointId, replay);
    const wanted = events.filter((event) => isWanted(replay, event, eventTypes));
    if (wanted.length > 0) queue(tx, endpointId, replay, wanted);
    const last = events.at(-1);
    if (last && events.length === MAX_EVENTS) {
      tx.query(moveReplay, [organizationId, replay.replay_id, last.seq, wanted.length]);
    } else {
      tx.query(completeReplay, [organizationId, replay.replay_id, wanted.length, tx.now]);
      const done = await findReplay(tx, { endpointId, replayId: replay.replay_id });
      tx.emit(null, pendingEvent(webhookEndpointReplayCompleted, toReplay(done, done)));
    }
    return true;
  });
}

function findEvents(tx: Tx, endpointId: string, replay: RunningReplay): Promise<ReplayedEvent[]> {
  const span = [tx.organizationId, replay.position, replay.to_seq, MAX_EVENTS];
  switch (replay.kind) {
    case 'range':
      return tx.query(eventsOfRange, span);
    case 'events':
      return tx.query(eventsOfSeqs, [...span, replay.request.event_seqs]);
    case 'failed':
      return tx.query(eventsFailedSince, [...span, endpointId, replay.request.failed_since]);
  }
}

/**
 * A range is filtered by the patterns of the endpoint and leaves out examples, which did not really happen.
 * Events given by id, and failed ones, are sent if the endpoint can read them.
 */
function isWanted(
  { kind, event_types: patterns, scopes }: RunningReplay,
  { type, example_type }: ReplayedEvent,
  eventTypes: EventCatalog,
): boolean {
  if (example_type !== null) return kind !== 'range';
  if (!eventTypes.viewOf(scopes).sees(type)) return false;
  return kind !== 'range' || matchesAny(patterns, type);
}

function queue(
  tx: Tx,
  endpointId: string,
  replay: RunningReplay,
  events: readonly ReplayedEvent[],
): void {
  tx.query(insertReplayed, [
    tx.organizationId,
    endpointId,
    replay.replay_id,
    tx.now,
    events.map(() => newUuid()),
    events.map(({ seq }) => seq),
    events.map((event) => (event.example_id ? toUuid('event', event.example_id) : event.event_id)),
    events.map((event) => event.example_type ?? event.type),
    events.map((event) => event.lifecycle_number),
    events.map((event) => replay.ordering === 'lifecycle' && event.lifecycle_number !== null),
    events.map((event) => event.logged_at),
  ]);
}

// Locked until commit, as in the fan-out: deleting the endpoint or canceling the replay then finds everything
// that was queued.
const lockRunning = statement(
  'lock_running_webhook_replay',
  `select r.replay_id, r.kind, r.request, r.position, r.to_seq, e.event_types, e.scopes, e.ordering
   from webhook_replays r
   join webhook_endpoints e on e.organization_id = $1 and e.webhook_endpoint_id = $2
   where r.organization_id = $1 and r.webhook_endpoint_id = $2 and r.status = 'running'
     and e.enabled and e.deleted_at is null
   order by r.replay_id limit 1
   for no key update of r for share of e`,
);

const SELECT = `select v.seq, v.event_id, v.type, v.lifecycle_number, v.logged_at,
    case when v.type = 'example.sent' then v.data->'event'->>'id' end as example_id,
    case when v.type = 'example.sent' then v.data->>'event_type' end as example_type`;

const eventsOfRange: Statement = statement(
  'replay_webhook_events_of_range',
  `${SELECT} from events v
   where v.organization_id = $1 and v.seq > $2 and v.seq <= $3 and v.logged_at >= (select logged_from($1, $2 + 1))
   order by v.seq limit $4`,
);
const eventsOfSeqs: Statement = statement(
  'replay_webhook_events_of_seqs',
  `${SELECT} from unnest($5::bigint[]) as wanted (seq)
   join events v on v.organization_id = $1 and v.seq = wanted.seq and v.logged_at >= (select logged_from($1, $2 + 1))
   where wanted.seq > $2 and wanted.seq <= $3 order by v.seq limit $4`,
);
const eventsFailedSince: Statement = statement(
  'replay_webhook_events_failed_since',
  `${SELECT} from (
     select distinct d.event_seq, d.event_logged_at from webhook_deliveries d
     where d.organization_id = $1 and d.webhook_endpoint_id = $5 and d.status = 'failed'
       and d.event_seq > $2 and d.event_seq <= $3 and d.settled_at >= $6
       and d.event_logged_at >= (select logged_from($1, $2 + 1))
     order by d.event_seq limit $4) as failed
   join events v on v.organization_id = $1 and v.seq = failed.event_seq and v.logged_at = failed.event_logged_at
   order by v.seq`,
);

const insertReplayed = statement(
  'insert_replayed_webhook_deliveries',
  'select insert_replayed_webhook_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
);

const moveReplay = statement(
  'move_webhook_replay',
  `update webhook_replays set position = $3, queued = queued + $4
   where organization_id = $1 and replay_id = $2`,
);
const completeReplay = statement(
  'complete_webhook_replay',
  `update webhook_replays
   set position = to_seq, queued = queued + $3, status = 'completed', completed_at = $4
   where organization_id = $1 and replay_id = $2`,
);
