import { PgBoss, type Queue } from 'pg-boss';
import { APPLICATION_ROLE, type ConnectionSettings } from '../database/database.ts';
import { DEAD_LETTER_QUEUE, type Task } from './task.ts';

/**
 * A killed worker sends no more heartbeats; 10 s is the shortest interval that pg-boss accepts. The task
 * watch looks for lost tasks every two seconds: they ran again 11.6 to 12.2 s after the last heartbeat.
 */
const HEARTBEAT_SECONDS = 10;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Installs or upgrades the schema of pg-boss as the owner, creates or updates the queues, and gives the
 * application role access to their rows and functions, but no tables of its own.
 */
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
    const ensure = async (queue: Queue) => {
      const { name, policy, partition, ...changeable } = queue;
      if (existing.has(name)) await boss.updateQueue(name, changeable);
      else
        await boss.createQueue(name, {
          ...changeable,
          ...(policy ? { policy } : {}),
          partition: partition ?? false,
        });
    };
    await ensure({
      name: DEAD_LETTER_QUEUE,
      retentionSeconds: 3650 * DAY_SECONDS,
      deleteAfterSeconds: 0,
    });
    for (const task of tasks) await ensure(queueOf(task));
    await boss.getDb().executeSql(GRANT_QUEUES);
  } finally {
    await boss.stop({ graceful: false });
  }
}

// Only missing grants: a grant rewrites the row of its table, and most starts change nothing.
const GRANT_QUEUES = `
  do $$
  declare
    v_name text;
  begin
    if not has_schema_privilege('${APPLICATION_ROLE}', 'pgboss', 'usage') then
      grant usage on schema pgboss to ${APPLICATION_ROLE};
    end if;
    for v_name in
      select c.oid::regclass::text from pg_class c
      where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p')
        and exists (select from unnest('{select,insert,update,delete}'::text[]) as needed (privilege)
                    where not has_table_privilege('${APPLICATION_ROLE}', c.oid, needed.privilege))
    loop
      execute format('grant select, insert, update, delete on %s to ${APPLICATION_ROLE}', v_name);
    end loop;
    for v_name in
      select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace = 'pgboss'::regnamespace
        and not has_function_privilege('${APPLICATION_ROLE}', p.oid, 'execute')
    loop
      execute format('grant execute on function %s to ${APPLICATION_ROLE}', v_name);
    end loop;
  end $$`;

function queueOf(task: Task): Queue {
  return {
    name: task.name,
    notify: true,
    // Each queue has its own table, so that a flood of one task does not slow down the others.
    partition: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: (task.expireMinutes ?? 15) * 60,
    retryLimit: task.retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 5 * 60,
    // A waiting task is never dropped because of its age.
    retentionSeconds: 3650 * DAY_SECONDS,
    // Completed tasks are not kept: the event log records what happened.
    deleteAfterSeconds: 60,
    deadLetter: DEAD_LETTER_QUEUE,
  };
}

export function bossConnection(connection: ConnectionSettings) {
  const { connectionString, host, port, user, password, database } = connection;
  if (connectionString) return { connectionString };
  // pg-boss accepts only a text password; we never use anything else.
  const login = typeof password === 'string' ? { password } : {};
  return {
    host: host ?? '',
    port: port ?? 5432,
    user: user ?? '',
    database: database ?? '',
    ...login,
  };
}
