import type { Anchor } from '../../../domain/appointment-timers.ts';
import { toPublicId, toPublicIdOrNull } from '../../../domain/ids.ts';
import { rowFinder } from '../../../platform/database/found-row.ts';
import { sameForMany, statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import type { OncePer } from '../definition.ts';
import type { PlaybookRun } from '../run-schemas.ts';
import type { Status } from './run.ts';

export interface RunRow {
  run_id: string;
  playbook_id: string;
  playbook_name: string;
  version: number;
  lifecycle_number: string | null;
  lead_id: string | null;
  customer_id: string | null;
  job_id: string | null;
  appointment_id: string | null;
  invoice_id: string | null;
  status: Status;
  trigger_seq: number | null;
  trigger_type: string | null;
  started_by: Actor;
  input: Record<string, unknown>;
  depth: number;
  born_seq: number;
  stop_on: string[];
  concurrency: number | null;
  position: number;
  step_id: string | null;
  due_at: Date | null;
  claimable_at: Date | null;
  is_held_back: boolean;
  is_outbound: boolean;
  fence: number;
  waiting_for: string | null;
  waiting_since: number | null;
  resumed_by: ResumingEvent | null;
  reason: string | null;
  error: { code: string; detail: string } | null;
  has_unknown: boolean;
  skipped_triggers: number;
  late_at: Date | null;
  /** Set while the run waits for a time that depends on its appointment. */
  wait_anchor: Anchor | null;
  wait_offset: string | null;
  anchored_at: Date | null;
  /** The event that its texts and conditions see, if another run was started by it. */
  event_seq: number | null;
  /** The run that continues from its wait, because the appointment was moved after this one had passed it. */
  next_run_id: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  updated_at: Date;
}

/** The event that ended the wait of a run. */
export interface ResumingEvent {
  id: string;
  seq: number;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const COLUMN_LIST = [
  'run_id',
  'playbook_id',
  'playbook_name',
  'version',
  'lifecycle_number',
  'lead_id',
  'customer_id',
  'job_id',
  'appointment_id',
  'invoice_id',
  'status',
  'trigger_seq',
  'trigger_type',
  'started_by',
  'input',
  'depth',
  'born_seq',
  'stop_on',
  'concurrency',
  'position',
  'step_id',
  'due_at',
  'claimable_at',
  'is_held_back',
  'is_outbound',
  'fence',
  'waiting_for',
  'waiting_since',
  'resumed_by',
  'reason',
  'error',
  'has_unknown',
  'skipped_triggers',
  'late_at',
  'wait_anchor',
  'wait_offset',
  'anchored_at',
  'event_seq',
  'next_run_id',
  'created_at',
  'started_at',
  'finished_at',
  'updated_at',
] as const satisfies (keyof RunRow)[];

export const RUN_COLUMNS = COLUMN_LIST.join(', ');

export function toRun(row: RunRow): PlaybookRun {
  return {
    run_id: toPublicId('run', row.run_id),
    playbook_id: toPublicId('playbook', row.playbook_id),
    playbook_name: row.playbook_name,
    version: row.version,
    status: row.status,
    reason: row.reason,
    error: row.error,
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicIdOrNull('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    job_id: toPublicIdOrNull('job', row.job_id),
    appointment_id: toPublicIdOrNull('appointment', row.appointment_id),
    invoice_id: toPublicIdOrNull('invoice', row.invoice_id),
    trigger: { event: row.trigger_type, seq: row.trigger_seq, actor: row.started_by },
    input: row.input,
    depth: row.depth,
    step_id: row.step_id,
    waiting_for: row.waiting_for,
    due_at: row.due_at?.toISOString() ?? null,
    late_at: row.late_at?.toISOString() ?? null,
    has_unknown: row.has_unknown,
    skipped_triggers: row.skipped_triggers,
    next_run_id: toPublicIdOrNull('run', row.next_run_id),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  };
}

const insertRows = statement(
  'insert_playbook_runs',
  'select insert_playbook_runs($1, $2) as run_id',
);

/** Inserts runs that were requested, and returns the ids of the inserted ones. */
export async function insertRuns(tx: Tx, rows: readonly RunRow[]): Promise<Set<string>> {
  return idsOf(await tx.query<{ run_id: string }>(insertRows, valuesOf(tx, rows)));
}

function valuesOf(tx: Tx, rows: readonly RunRow[]): unknown[] {
  return [tx.organizationId, JSON.stringify(rows)];
}

function idsOf(inserted: readonly { run_id: string }[]): Set<string> {
  return new Set(inserted.map(({ run_id }) => run_id));
}

const startRows = statement('start_playbook_runs', 'select start_playbook_runs($1, $2) as run_id');

/**
 * Inserts the runs that events start, and returns the ids of the inserted ones. Left out are those of an event that was
 * handled before, and those that `once_per` does not allow now.
 */
export async function insertTriggeredRuns(
  tx: Tx,
  rows: readonly (RunRow & { once_per: OncePer })[],
): Promise<Set<string>> {
  return idsOf(await tx.query<{ run_id: string }>(startRows, valuesOf(tx, rows)));
}

const saveRows = statement('save_playbook_runs', 'select save_playbook_runs($1, $2)', {
  many: sameForMany(() => saveRows),
  tables: ['playbook_runs'],
});

export function saveRun(tx: Tx, row: RunRow): void {
  const saved = [
    {
      run_id: row.run_id,
      status: row.status,
      position: row.position,
      step_id: row.step_id,
      due_at: row.due_at,
      claimable_at: row.claimable_at,
      is_held_back: row.is_held_back,
      is_outbound: row.is_outbound,
      waiting_for: row.waiting_for,
      waiting_since: row.waiting_since,
      resumed_by: row.resumed_by,
      reason: row.reason,
      error: row.error,
      has_unknown: row.has_unknown,
      late_at: row.late_at,
      started_at: row.started_at,
      finished_at: row.finished_at,
      updated_at: row.updated_at,
      appointment_id: row.appointment_id,
      wait_anchor: row.wait_anchor,
      wait_offset: row.wait_offset,
      anchored_at: row.anchored_at,
      event_seq: row.event_seq,
      next_run_id: row.next_run_id,
    },
  ];
  tx.query(saveRows, [tx.organizationId, JSON.stringify(saved)]);
}

const SET_WAITING_SINCE = `update playbook_runs
   set waiting_since = (select event_seq from organization_counters where organization_id = $1)
   where organization_id = $1`;

const updateWaitingSince = statement(
  'set_playbook_run_waiting_since',
  `${SET_WAITING_SINCE} and run_id = $2`,
  {
    many: {
      statement: statement(
        'set_playbook_runs_waiting_since',
        `${SET_WAITING_SINCE} and run_id = any ($2)`,
      ),
      values: (all) => [all.map(([, id]) => id)],
    },
  },
);

/** Set after the run's own events are written, so that only later events can end the wait. */
export function setWaitingSince(tx: Tx, runId: string): void {
  tx.afterEvents(updateWaitingSince, [tx.organizationId, runId]);
}

const selectOne = statement(
  'select_playbook_run',
  `select ${RUN_COLUMNS} from playbook_runs where organization_id = $1 and run_id = $2`,
);
const selectForUpdate = statement('select_playbook_run_for_update', `${selectOne.text} for update`);
const selectClaimed = statement(
  'select_claimed_playbook_run',
  `${selectOne.text} and fence = $3 for update`,
  {
    many: {
      // In the order of the lifecycles, in which the follower of the log locks them too.
      statement: statement(
        'select_claimed_playbook_runs',
        `select ${RUN_COLUMNS} from playbook_runs
         join unnest($2::uuid[], $3::bigint[]) with ordinality as claimed (id, by_fence, place)
           on run_id = claimed.id and fence = claimed.by_fence
         where organization_id = $1 order by claimed.place for update of playbook_runs`,
      ),
      values: (all) => [all.map(([, id]) => id), all.map(([, , fence]) => fence)],
      by: ['run_id', 1],
    },
    tables: ['playbook_runs'],
  },
);

export const findRun = rowFinder<RunRow>(selectOne, 'run');

export const lockRun = rowFinder<RunRow>(selectForUpdate, 'run');

const lockNumber = statement(
  'lock_lifecycle_of_playbook_run',
  "select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2, 21))",
  {
    many: {
      statement: statement(
        'lock_lifecycles_of_playbook_runs',
        `select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || number, 21))
         from unnest($2::text[]) as number`,
      ),
      values: (all) => [all.map(([, number]) => number)],
    },
    tables: [],
  },
);

/** Serializes the runs of one lifecycle, because one run may read what another one changes. */
export function lockLifecycle(tx: Tx, lifecycleNumber: string | null): void {
  if (lifecycleNumber !== null) tx.query(lockNumber, [tx.organizationId, lifecycleNumber]);
}

/** Null if the claim has expired and another worker has claimed the run. */
export async function lockClaimed(tx: Tx, runId: string, fence: number): Promise<RunRow | null> {
  const [row] = await tx.query<RunRow>(selectClaimed, [tx.organizationId, runId, fence]);
  return row ?? null;
}

const countAttempt = statement(
  'count_playbook_run_attempt',
  `update playbook_runs set attempts = attempts + 1
   where organization_id = $1 and run_id = $2 and fence = $3 returning attempts`,
);

/** How often its turn was attempted since the first attempt that did not finish, this one included. */
export async function countRunAttempt(tx: Tx, runId: string, fence: number): Promise<number> {
  const values = [tx.organizationId, runId, fence];
  const [row] = await tx.query<{ attempts: number }>(countAttempt, values);
  return row?.attempts ?? 0;
}

const selectActive = statement(
  'select_living_playbook_runs',
  `select r.* from unnest($2::text[]) as wanted (number)
   cross join lateral (
     select ${RUN_COLUMNS} from playbook_runs
     where organization_id = $1 and lifecycle_number = wanted.number and finished_at is null
       and (cardinality(stop_on) > 0 or waiting_for is not null)
     order by run_id for update
   ) as r`,
);

const selectAwaited = statement(
  'select_events_that_playbook_runs_await',
  `select r.* from unnest($2::text[]) as wanted (number)
   cross join lateral (
     select lifecycle_number, stop_on || waiting_for as patterns from playbook_runs
     where organization_id = $1 and lifecycle_number = wanted.number and finished_at is null
       and (cardinality(stop_on) > 0 or waiting_for is not null)
   ) as r`,
);

/** The patterns of the events that can stop or resume the active runs of these lifecycles. Locks nothing. */
export async function listAwaitedEvents(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<{ lifecycle_number: string; patterns: string[] }[]> {
  const values = [tx.organizationId, lifecycleNumbers];
  type Found = { lifecycle_number: string; patterns: (string | null)[] };
  const rows = await tx.query<Found>(selectAwaited, values);
  return rows.map(({ lifecycle_number, patterns }) => ({
    lifecycle_number,
    patterns: patterns.filter((pattern) => pattern !== null),
  }));
}

/** Locks the active runs that an event of these lifecycles can stop or resume. */
export function lockActiveRuns(tx: Tx, lifecycleNumbers: readonly string[]): Promise<RunRow[]> {
  return tx.query<RunRow>(selectActive, [tx.organizationId, lifecycleNumbers]);
}

const selectNewest = statement(
  'newest_playbook_runs',
  `select r.* from unnest($2::text[]) as wanted (number)
   cross join lateral (
     select ${RUN_COLUMNS} from playbook_runs
     where organization_id = $1 and lifecycle_number = wanted.number
     order by run_id desc limit 20
   ) as r
   order by run_id desc limit 20`,
);

/** The newest 20 runs of a lifecycle and those merged with it. */
export async function newestRuns(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<PlaybookRun[]> {
  const rows = await tx.query<RunRow>(selectNewest, [tx.organizationId, lifecycleNumbers]);
  return rows.map(toRun);
}

const selectSeq = statement(
  'select_current_event_seq',
  'select event_seq from organization_counters where organization_id = $1',
);

/** The last sequence number of the event log. */
export async function currentSeq(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ event_seq: number }>(selectSeq, [tx.organizationId]);
  return row!.event_seq;
}
