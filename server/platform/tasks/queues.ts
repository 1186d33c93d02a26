import { PgBoss, type Queue } from 'pg-boss';
import type { ConnectionSettings } from '../database/database.ts';
import { DEAD_LETTER_QUEUE, type Task } from './task.ts';

/**
 * A worker that is killed stops its heartbeat; 10 s is the shortest pg-boss takes. With a supervisor
 * that looks every second and workers that poll every half, its tasks ran again after 12.4 to 12.7 s.
 */
const HEARTBEAT_SECONDS = 10;

const DAY_SECONDS = 24 * 60 * 60;

/** Installs or upgrades pg-boss's schema and makes the queues what the code says. */
export async function createQueues(
  connection: ConnectionSettings,
  tasks: readonly Task[],
): Promise<void> {
  const boss = new PgBoss({
    ...bossConnection(connection),
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
    const make = async (queue: Queue) => {
      const { name, policy, partition, ...changeable } = queue;
      if (existing.has(name)) await boss.updateQueue(name, changeable);
      else
        await boss.createQueue(name, {
          ...changeable,
          ...(policy ? { policy } : {}),
          partition: partition ?? false,
        });
    };
    await make({
      name: DEAD_LETTER_QUEUE,
      retentionSeconds: 3650 * DAY_SECONDS,
      deleteAfterSeconds: 0,
    });
    for (const task of tasks) await make(queueOf(task));
  } finally {
    await boss.stop({ graceful: false });
  }
}

function queueOf(task: Task): Queue {
  return {
    name: task.name,
    notify: true,
    // A queue of its own table, so that a flood of one kind costs the others nothing.
    partition: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 15 * 60,
    retryLimit: task.retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 5 * 60,
    // A task that waits is never dropped for its age.
    retentionSeconds: 3650 * DAY_SECONDS,
    // Done is done: what happened stands in the event log, not in the queue.
    deleteAfterSeconds: 60,
    deadLetter: DEAD_LETTER_QUEUE,
  };
}

export function bossConnection(connection: ConnectionSettings) {
  const { connectionString, host, port, user, database } = connection;
  return connectionString
    ? { connectionString }
    : { host: host!, port: port!, user: user!, database: database! };
}
