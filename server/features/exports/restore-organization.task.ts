import { type Database, violates } from '../../platform/database/database.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import { followUpFollower } from '../follow-ups/index.ts';
import { playbookFollower } from '../playbooks/index.ts';
import { WEBHOOKS_FOLLOWER } from '../webhooks/index.ts';
import { FileCheck, type FileRow } from './check-file.ts';
import { restoreCompleted, restoreFailed } from './events.ts';
import { FileInvalid } from './file-invalid.ts';
import { fillOrganization } from './fill-organization.ts';
import {
  DanglingLead,
  deleteFile,
  lockForRestore,
  saveProgress,
  takeRestore,
} from './fill-queries.ts';
import { LineReader } from './read-lines.ts';
import { CHUNK_BYTES } from './receive-file.ts';
import { findRestore, type RestoreRow, saveRestore, toRestore } from './restore-queries.ts';
import { readChunk } from './upload-queries.ts';

interface RestoreTask {
  restore_id: string;
}

/** How often the progress is saved. */
const PROGRESS_MS = 1_000;

/**
 * Writes a received file into its organization, in one transaction: a killed worker leaves nothing, and the next one
 * begins again. What is wrong with the file ends the restore, anything else is tried again.
 */
export const restoreOrganization: Task<RestoreTask> = {
  name: 'restore-organization',
  description: 'Writes a file of an export into an empty organization.',
  retryLimit: 10,
  expireMinutes: 6 * 60,
  async handle(context, tasks) {
    for (const task of tasks) await processRestore(context, task);
  },
};

async function processRestore(
  context: TaskContext,
  { data, signal }: QueuedTask<RestoreTask>,
): Promise<void> {
  const { database } = context;
  const organizationId = data.organization_id;
  const restore = await database.read({ organizationId, actor: RESTORE }, (tx) =>
    findRestore(tx, data.restore_id),
  );
  if (restore.status !== 'running') return;
  const work: Work = { database, organizationId, restore, signal };
  try {
    await database.transaction({ organizationId, actor: restore.actor }, (tx) =>
      fill(tx, work, context.secrets),
    );
  } catch (error) {
    const failure = await failureOf(error, work);
    if (failure === null) throw error;
    await fail(work, failure);
  }
}

const RESTORE = { type: 'system', id: null, name: 'restore' } as const;

interface Work {
  database: Database;
  organizationId: string;
  restore: RestoreRow;
  signal: AbortSignal;
}

async function fill(tx: Transaction, work: Work, secrets: TaskContext['secrets']): Promise<void> {
  const { restore } = work;
  if (!(await takeRestore(tx))) throw new Error('Another worker is restoring this organization.');
  const current = await findRestore(tx, restore.restore_id);
  if (current.status !== 'running') return;
  const { header, footer } = restore;
  // Events that the file lacks get no number here.
  const seqOffset = (await lockForRestore(tx)) - ((header.first_seq ?? 1) - 1);
  const adjustment = { now: tx.now, seqOffset, lastSeq: header.event_seq, secrets };
  const { stopped } = await fillOrganization(
    tx,
    readRows(work),
    footer,
    adjustment,
    reportProgress(work),
  );
  for (const follower of [WEBHOOKS_FOLLOWER, followUpFollower, playbookFollower]) {
    beginToFollow(tx, follower);
  }
  const after: RestoreRow = {
    ...restore,
    status: 'completed',
    lines_done: restore.lines_total,
    stopped,
    completed_at: tx.now,
    updated_at: tx.now,
  };
  saveRestore(tx, after);
  deleteFile(tx, restore.restore_id);
  tx.emit(null, pendingEvent(restoreCompleted, toRestore(after)));
}

/** In a transaction of its own: the other one becomes visible only at its end. */
function reportProgress({ database, organizationId, restore, signal }: Work) {
  let savedAt = performance.now();
  return async (lines: number): Promise<void> => {
    if (signal.aborted) throw new Error('The worker is stopping; another one begins again.');
    if (performance.now() < savedAt + PROGRESS_MS) return;
    savedAt = performance.now();
    await database.transaction({ organizationId, actor: RESTORE }, async (tx) =>
      saveProgress(tx, restore.restore_id, lines),
    );
  };
}

/** The rows of the stored file. They were checked when they arrived, and are checked again as they are read. */
async function* readRows({ database, organizationId, restore }: Work): AsyncGenerator<FileRow> {
  const [reader, check] = [new LineReader(), new FileCheck()];
  for (let chunk = 0; chunk * CHUNK_BYTES < restore.bytes_total; chunk += 1) {
    const bytes = await database.read({ organizationId, actor: RESTORE }, (tx) =>
      readChunk(tx, restore.restore_id, chunk),
    );
    if (bytes === null) throw new FileInvalid(1, 'A part of the file is missing. Send it again.');
    for (const line of reader.push(bytes)) {
      const row = check.accept(line);
      if (row !== null) yield row;
    }
  }
  for (const line of reader.end()) check.accept(line);
  check.finish();
}

interface Failure {
  failure: string;
  failure_line: number | null;
}

/** Null for what a retry can succeed at. */
async function failureOf(error: unknown, work: Work): Promise<Failure | null> {
  if (error instanceof FileInvalid) return { failure: error.reason, failure_line: error.line };
  if (violates(error, 'organization_not_empty')) {
    const failure = 'The organization got data of its own before the file was restored.';
    return { failure, failure_line: null };
  }
  if (error instanceof Problem && error.code === 'secret_key_missing') {
    return { failure: error.message, failure_line: null };
  }
  if (!(error instanceof DanglingLead)) return null;
  const failure = `It refers to a row that is not in the file (${error.column}).`;
  return { failure, failure_line: await lineOfLead(work, error.leadId) };
}

async function lineOfLead(work: Work, leadId: string): Promise<number | null> {
  for await (const { table, data, line } of readRows(work)) {
    if (table.type === 'lead' && data.lead_id === leadId) return line;
  }
  return null;
}

function fail({ database, organizationId, restore }: Work, failure: Failure): Promise<void> {
  return database.transaction({ organizationId, actor: restore.actor }, async (tx) => {
    const current = await findRestore(tx, restore.restore_id);
    if (current.status !== 'running') return;
    const ended = { status: 'failed', completed_at: tx.now, updated_at: tx.now } as const;
    const after: RestoreRow = { ...current, ...ended, ...failure };
    saveRestore(tx, after);
    deleteFile(tx, restore.restore_id);
    tx.emit(null, pendingEvent(restoreFailed, toRestore(after)));
  });
}
