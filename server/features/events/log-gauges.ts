import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Metrics } from '../../platform/metrics.ts';

const monthsAhead = statement(
  'log_months_ahead',
  `select count(*) as count from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'public.events'::regclass
     and c.relname > 'events_' || to_char(now() at time zone 'UTC', 'YYYY_MM')`,
);

export async function refreshLogGauges(database: Database, metrics: Metrics): Promise<void> {
  const [row] = await database.withoutTenant<{ count: number }>(monthsAhead, []);
  metrics.logMonthsAhead.set(row?.count ?? 0);
}
