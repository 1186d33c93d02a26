import { toPublicId } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import { matchesAny } from '../../../platform/events/patterns.ts';
import type { RunRow } from './queries.ts';

export interface StopEvent {
  seq: number;
  type: string;
  actor: Actor;
  /** From its data. */
  run_id: string | null;
  communication_id: string | null;
}

/** Events that a run causes do not stop it, nor do events about the delivery of a message that it sent. */
const isOwnMessage = statement(
  'is_message_of_playbook_run',
  `select exists (
     select from playbook_run_steps
     where organization_id = $1 and run_id = $2 and kind = 'send_message'
       and output->>'communication_id' = $3
   ) as own`,
);

const EVENTS_SINCE_START = `select r.run_id as of_run_id, e.seq, e.type, e.actor, e.data->>'run_id' as run_id,
     e.data->>'communication_id' as communication_id
   from playbook_runs r
   -- Apart from the condition: a function of a row is not evaluated before the policies of the log.
   cross join lateral (select logged_from($1, r.born_seq + 1) as logged_at offset 0) as first
   cross join lateral (
     select * from events e
     where e.organization_id = $1 and e.lifecycle_number = r.lifecycle_number and e.seq > r.born_seq
       and e.logged_at >= first.logged_at
   ) as e
   where r.organization_id = $1 and cardinality(r.stop_on) > 0`;

const selectEvents = statement(
  'select_events_that_may_stop_playbook_run',
  `${EVENTS_SINCE_START} and r.run_id = $2 order by e.seq`,
  {
    many: {
      statement: statement(
        'select_events_that_may_stop_playbook_runs',
        `${EVENTS_SINCE_START} and r.run_id = any ($2) order by e.seq`,
      ),
      values: (all) => [all.map(([, id]) => id)],
      by: ['of_run_id', 1],
    },
    tables: ['playbook_runs', 'events'],
  },
);

/**
 * The events of the run's lifecycle since it started, if the run has a `stop_on`. Read directly from the event log,
 * because the event follower may not have handled the newest events yet.
 */
export function eventsSinceStart(tx: Tx, runId: string): Promise<StopEvent[]> {
  return tx.query<StopEvent>(selectEvents, [tx.organizationId, runId]);
}

/** The type of the first event that stops the run; null if there is none. */
export async function findStop(
  tx: Tx,
  run: RunRow,
  events: readonly StopEvent[],
): Promise<string | null> {
  for (const event of events) if (await isStoppedBy(tx, run, event)) return event.type;
  return null;
}

export async function isStoppedBy(tx: Tx, run: RunRow, event: StopEvent): Promise<boolean> {
  const ownId = toPublicId('run', run.run_id);
  if (event.seq <= run.born_seq || event.actor.id === ownId || event.run_id === ownId) return false;
  if (!matchesAny(run.stop_on, event.type)) return false;
  if (event.communication_id === null || event.type === 'communication.received') return true;
  const values = [tx.organizationId, run.run_id, event.communication_id];
  const [row] = await tx.query<{ own: boolean }>(isOwnMessage, values);
  return row?.own !== true;
}
