import { pino } from 'pino';
import { systemClock } from '../platform/clock.ts';
import { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { Announcements } from '../platform/events/announcements.ts';
import { createMetrics } from '../platform/metrics.ts';
import { Outbound } from '../platform/outbound/outbound.ts';
import type { Task } from '../platform/tasks/task.ts';
import { startWorker } from '../platform/tasks/worker.ts';

/** Where the attempts of the slow task are recorded; the test creates the table. */
export const SLOW_TASK_ATTEMPTS = `
  create table slow_task_attempts (
    task_id uuid not null,
    attempt integer generated always as identity,
    worker integer not null,
    began_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz
  );
  grant select, insert, update on slow_task_attempts to throughline_app`;

const begin = statement(
  'begin_slow_task',
  'insert into slow_task_attempts (task_id, worker) values ($1, $2) returning attempt',
);
const end = statement(
  'end_slow_task',
  'update slow_task_attempts set ended_at = clock_timestamp() where attempt = $1',
);

/** The first attempt never ends: its worker is killed. The next one completes immediately. */
export const slowTask: Task = {
  name: 'slow-task',
  description: 'Never completes its first attempt.',
  retryLimit: 3,
  async handle({ database }, tasks) {
    for (const { id } of tasks) {
      const rows = await database.withoutTenant<{ attempt: number }>(begin, [id, process.pid]);
      for (const { attempt } of rows) {
        if (attempt === 1) await new Promise(() => {});
        await database.withoutTenant(end, [attempt]);
      }
    }
  },
};

// A separate program that the test kills: it runs on the database of DATABASE_URL.
if (import.meta.main) void main();

async function main(): Promise<void> {
  const connection = { connectionString: process.env.DATABASE_URL ?? '' };
  const announcements = new Announcements(connection, { hearsTasks: true });
  await announcements.start();
  await startWorker(connection, [slowTask], {
    announcements,
    database: new Database(connection, systemClock, { connections: 2 }),
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
    outbound: new Outbound({ allowPrivate: false }),
    geocoder: null,
    routing: null,
    logMonths: null,
    secrets: null,
    environment: process.env,
  });
}
