import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { RunRow } from './queries.ts';
import { isOfKind } from './run.ts';

export interface SeenEvent {
  seq: number;
  type: string;
  actor: Actor;
  /** Of its data: what it is about. */
  run_id: string | null;
  communication_id: string | null;
}

/** What a run causes itself does not stop it, nor does what becomes of a message that it sent. */
const isOwnMessage = statement(
  'is_message_of_playbook_run',
  `select exists (
     select from playbook_run_steps
     where organization_id = $1 and run_id = $2 and kind = 'send_message'
       and output->>'communication_id' = $3
   ) as own`,
);

const selectEvents = statement(
  'select_events_that_may_stop_playbook_run',
  `select seq, type, actor, data->>'run_id' as run_id, data->>'communication_id' as communication_id
   from events
   where organization_id = $1 and lifecycle_number = $2 and seq > $3 order by seq`,
);

/**
 * Why the run is to stop; null if nothing says so. Asked of the log itself before anything is done: whoever
 * follows the log may not have come by yet.
 */
export async function findStop(tx: Tx, run: RunRow): Promise<string | null> {
  if (run.stop_on.length === 0 || run.lifecycle_number === null) return null;
  const values = [tx.organizationId, run.lifecycle_number, run.born_seq];
  const events = await tx.query<SeenEvent>(selectEvents, values);
  for (const event of events) if (await isStoppedBy(tx, run, event)) return event.type;
  return null;
}

export async function isStoppedBy(tx: Tx, run: RunRow, event: SeenEvent): Promise<boolean> {
  const ownId = toPublicId('run', run.run_id);
  if (event.seq <= run.born_seq || event.actor.id === ownId || event.run_id === ownId) return false;
  if (!run.stop_on.some((pattern) => isOfKind(event.type, pattern))) return false;
  if (event.communication_id === null || event.type === 'communication.received') return true;
  const values = [tx.organizationId, run.run_id, event.communication_id];
  const [row] = await tx.query<{ own: boolean }>(isOwnMessage, values);
  return !row!.own;
}
