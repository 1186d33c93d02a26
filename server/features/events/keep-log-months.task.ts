import { statement } from '../../platform/database/statement.ts';
import type { Task } from '../../platform/tasks/task.ts';

/** The log is partitioned by month. Every start of the service also creates the next months. */
export const keepLogMonths: Task = {
  name: 'keep-log-months',
  description:
    'Creates the next months of the event log, and drops those that are older than THROUGHLINE_LOG_MONTHS.',
  retryLimit: 5,
  schedule: '20 3 * * *',
  async handle({ database, log, logMonths }) {
    await database.withoutTenant(createMonths, []);
    if (logMonths === null) return;
    const [found] = await database.withoutTenant<Dropped>(dropMonths, [logMonths]);
    if (found && found.dropped.length > 0)
      log.info({ months: found.dropped }, 'dropped old months of the event log');
    if (found?.needed_for)
      log.warn({ needed_for: found.needed_for }, 'kept an old month of the event log');
  },
};

interface Dropped {
  dropped: string[];
  /** What the oldest month is needed for, although it could be dropped by its age. */
  needed_for: string | null;
}

const createMonths = statement('create_log_months', 'select create_log_months()');
const dropMonths = statement('drop_log_months', 'select * from drop_log_months($1)');
