import type { Database } from '../../platform/database/database.ts';
import { everyOrganization } from '../../platform/database/every-organization.ts';
import { type Actor, pendingEvent } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { retentionApplied } from './events.ts';
import {
  expireBatch,
  findRetention,
  lockRetention,
  type RetentionRow,
  SCANS,
  saveRetention,
} from './retention-queries.ts';
import { RETENTION_KINDS, type RetentionKind } from './schemas.ts';

const RETENTION: Actor = { type: 'system', id: null, name: 'retention' };

const DAY_MS = 24 * 60 * 60 * 1000;
/** After this time it continues in a new task, so that other organizations get their turn. */
const RUN_MS = 10_000;

/** One task per organization with settings, so that one that fails or is large does not delay the others. */
export const applyRetentions: Task = {
  name: 'apply-retentions',
  description: 'Queues the nightly retention of every organization.',
  retryLimit: 3,
  schedule: '37 3 * * *',
  async handle({ database }) {
    for (const organizationId of await everyOrganization(database)) {
      const as = { organizationId, actor: RETENTION };
      await database.transaction(as, async (tx) => {
        const settings = await findRetention(tx);
        const isSet = settings !== null && RETENTION_KINDS.some((kind) => daysOf(settings, kind));
        if (isSet) enqueue(tx, applyRetention, {});
      });
    }
  },
};

/**
 * Replaces the expired values of an organization, in batches. Each batch moves its position and counts in its own
 * transaction, so a killed worker loses and repeats nothing.
 */
export const applyRetention: Task = {
  name: 'apply-retention',
  description:
    'Replaces values of an organization that are older than its retention settings allow.',
  retryLimit: 5,
  concurrency: 2,
  async handle({ database }, tasks) {
    for (const { data, signal } of tasks) await apply(database, data.organization_id, signal);
  },
};

async function apply(
  database: Database,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + RUN_MS;
  const as = { organizationId, actor: RETENTION };
  const settings = await database.read(as, findRetention);
  if (settings === null) return;
  for (const kind of RETENTION_KINDS) {
    const days = daysOf(settings, kind);
    if (days === null) continue;
    const before = new Date(database.clock.now().getTime() - days * DAY_MS);
    for (const scan of SCANS[kind]) {
      while (await database.transaction(as, (tx) => expireBatch(tx, scan, before))) {
        if (performance.now() < endsAt && !signal.aborted) continue;
        await database.transaction(as, (tx) => enqueue(tx, applyRetention, {}));
        return;
      }
    }
  }
  await summarize(database, as);
}

/** Emits what was replaced since the last summary, if anything was. */
function summarize(
  database: Database,
  as: { organizationId: string; actor: Actor },
): Promise<void> {
  return database.transaction(as, async (tx) => {
    const row = await lockRetention(tx);
    const counts = { transcripts: 0, messages: 0, deliveries: 0, raw_payloads: 0, ...row.replaced };
    if (Object.values(counts).every((count) => count === 0)) return;
    saveRetention(tx, { ...row, replaced: {} });
    tx.emit(null, pendingEvent(retentionApplied, counts));
  });
}

function daysOf(settings: RetentionRow, kind: RetentionKind): number | null {
  return settings[`${kind}_days`];
}
