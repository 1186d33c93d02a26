import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Actor, type EventType, pendingEvent } from '../../platform/events/event.ts';
import { firstLine } from '../../platform/first-line.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import { demoCompanyFailed, demoCompanyReady } from './events.ts';
import { type DemoRow, lockDemo, saveDemo, saveProgress, toDemoCompany } from './queries.ts';
import { runBuilder } from './run-builder.ts';
import type { DemoCompany } from './schemas.ts';

const BUILDER: Actor = { type: 'system', id: null, name: 'demo company' };

/** How often the progress is saved. */
const PROGRESS_MS = 500;

/**
 * Builds the demo company. It is copied into the database in one transaction: a killed worker leaves nothing, and the next
 * one begins again. What goes wrong otherwise ends it, and the user decides whether to try again.
 */
export const buildDemoCompany: Task = {
  name: 'build-demo-company',
  description: 'Builds the demo company that the set-up page offers.',
  retryLimit: 10,
  endsWhenDraining: true,
  async handle(context, tasks) {
    for (const task of tasks) await build(context, task);
  },
};

async function build(context: TaskContext, task: QueuedTask<object>): Promise<void> {
  const inLog = new DemoLog(context.database, task.data.organization_id);
  const { signal } = task;
  const { status, attempt, company_id } = await inLog.begin();
  if (status !== 'building') return;
  // If it is copied already, the last worker was killed right after.
  if (company_id === null) {
    try {
      const onProgress = inLog.progressOf(attempt);
      await runBuilder({ environment: context.environment, attempt, signal, onProgress });
    } catch (error) {
      if (signal.aborted) throw error;
      context.log.error({ err: error }, 'the demo company could not be built');
      return inLog.fail(attempt, firstLine(error, 500));
    }
  }
  await inLog.finish();
}

/** The state of the demo company, with events in the log of the organization that asked for it. */
class DemoLog {
  readonly #database: Database;
  readonly #organizationId: string;

  constructor(database: Database, organizationId: string) {
    this.#database = database;
    this.#organizationId = organizationId;
  }

  /** From now on, an earlier attempt can write nothing. */
  begin(): Promise<DemoRow> {
    return this.#transaction(async (tx) => {
      const row = await lockDemo(tx);
      if (row.status !== 'building') return row;
      const begun = { ...row, attempt: row.attempt + 1, progress: 0 };
      saveDemo(tx, begun);
      return begun;
    });
  }

  progressOf(attempt: number): (progress: number) => void {
    let nextAt = 0;
    return (progress) => {
      if (performance.now() < nextAt) return;
      nextAt = performance.now() + PROGRESS_MS;
      // If the database is unavailable for a moment, the next one is saved.
      this.#transaction(async (tx) => saveProgress(tx, attempt, progress)).catch(() => {});
    };
  }

  fail(attempt: number, failure: string): Promise<void> {
    return this.#transaction(async (tx) => {
      const row = await lockDemo(tx);
      if (row.status !== 'building' || row.attempt !== attempt) return;
      change(tx, row, { status: 'failed', failure, progress: 0 }, demoCompanyFailed);
    });
  }

  finish(): Promise<void> {
    return this.#transaction(async (tx) => {
      const row = await lockDemo(tx);
      if (row.status !== 'building' || row.company_id === null) return;
      change(tx, row, { status: 'ready', progress: 100 }, demoCompanyReady);
    });
  }

  #transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.transaction(
      { organizationId: this.#organizationId, actor: BUILDER },
      work,
    );
  }
}

function change(
  tx: Tx,
  before: DemoRow,
  changes: Partial<DemoRow>,
  type: EventType<typeof DemoCompany>,
): void {
  const after = { ...before, ...changes };
  saveDemo(tx, after);
  tx.emit(null, pendingEvent(type, toDemoCompany(after), toDemoCompany(before)));
}
