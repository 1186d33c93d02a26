import type pg from 'pg';

/**
 * Changes the database as if everything in it had been logged so many months ago, in one month. What is logged after that
 * is in this month again.
 */
export async function ageLog(owner: pg.Client, months: number): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  const { rows } = await owner.query<{ now: string; then: string; ends: Date }>(
    `select to_char(utc.month, 'YYYY_MM') as now, to_char(utc.month - ago.time, 'YYYY_MM') as then,
       (utc.month - ago.time + interval '1 month') at time zone 'UTC' as ends
     from (select date_trunc('month', now() at time zone 'UTC') as month) as utc,
       (select make_interval(months => $1) as time) as ago`,
    [months],
  );
  for (const { now, then, ends } of rows) {
    for (const [table, column] of Object.entries(PARTITIONED)) {
      await owner.query(`alter table ${table} detach partition ${table}_${now}`);
      await renameIndexes(owner, `${table}_${now}`, now, then);
      await owner.query(`alter table ${table}_${now} rename to ${table}_${then}`);
      await owner.query(
        `update ${table}_${then} set ${column} = ${column} - make_interval(months => $1)`,
        [months],
      );
      await owner.query(
        `alter table ${table} attach partition ${table}_${then}
         for values from (minvalue) to ('${ends.toISOString()}')`,
      );
    }
  }
  await owner.query(
    'update event_log_months set starts_at = month_of(starts_at - make_interval(months => $1))',
    [months],
  );
  await owner.query(
    `update organization_counters set logged_at = logged_at - make_interval(months => $1),
       log_month_ends_at = month_after(logged_at - make_interval(months => $1))`,
    [months],
  );
  await owner.query('update webhook_endpoint_health set pending_from = default');
  await owner.query('select create_log_months()');
  await owner.query('commit');
}

const PARTITIONED = { events: 'logged_at', webhook_deliveries: 'event_logged_at' };

async function renameIndexes(owner: pg.Client, table: string, now: string, then: string) {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass`,
    [table],
  );
  for (const { name } of rows)
    await owner.query(`alter index ${name} rename to ${name.replace(now, then)}`);
}
