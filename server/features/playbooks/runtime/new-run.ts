import type { Tx } from '../../../platform/database/transaction.ts';
import { newUuid } from '../../../platform/ids.ts';
import type { PlaybookRow } from '../queries.ts';
import { NOT_ANCHORED } from './change-run.ts';
import type { RunRow } from './queries.ts';

/** What a run is about, by database ids. */
export type Subject = Pick<
  RunRow,
  'lifecycle_number' | 'lead_id' | 'customer_id' | 'job_id' | 'appointment_id' | 'invoice_id'
>;

/** Of a run that is about nothing. */
export const NO_SUBJECT: Subject = {
  lifecycle_number: null,
  lead_id: null,
  customer_id: null,
  job_id: null,
  appointment_id: null,
  invoice_id: null,
};

/** A queued run with the current version of its playbook. */
export function newRun(
  tx: Tx,
  playbook: PlaybookRow,
  subject: Subject,
  cause: Pick<
    RunRow,
    'trigger_seq' | 'trigger_type' | 'started_by' | 'input' | 'depth' | 'born_seq'
  >,
): RunRow {
  const { definition } = playbook;
  return {
    run_id: newUuid(tx.now),
    playbook_id: playbook.playbook_id,
    playbook_name: playbook.name,
    version: playbook.version,
    ...subject,
    status: 'queued',
    ...cause,
    stop_on: definition.stop_on,
    concurrency: definition.concurrency ?? null,
    position: 0,
    step_id: definition.steps[0]?.id ?? null,
    due_at: tx.now,
    claimable_at: tx.now,
    is_held_back: false,
    is_outbound: false,
    fence: 0,
    waiting_for: null,
    waiting_since: null,
    resumed_by: null,
    reason: null,
    error: null,
    has_unknown: false,
    skipped_triggers: 0,
    late_at: null,
    ...NOT_ANCHORED,
    event_seq: null,
    next_run_id: null,
    created_at: tx.now,
    started_at: null,
    finished_at: null,
    updated_at: tx.now,
  };
}
