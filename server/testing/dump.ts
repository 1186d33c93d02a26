import type pg from 'pg';

/** Every row of every table of the service and of its queues, as text, by table. */
export async function dump(owner: pg.Client): Promise<Map<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string; of: string }>(`
    select c.oid::regclass::text as name, table_of(c.oid::regclass::text) as of from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    order by 1`);
  const all = new Map<string, string[]>();
  for (const { name, of } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    // The partitions of a table are one table.
    all.set(of, [...(all.get(of) ?? []), ...rows.map(({ row }) => row)]);
  }
  return all;
}

/** The rows that contain the value: as text in any case, with quotes escaped or not, or as bytes. */
export function rowsWith(all: ReadonlyMap<string, string[]>, value: string): string[] {
  const wanted = [value.toLowerCase(), Buffer.from(value).toString('hex')];
  return [...all].flatMap(([table, rows]) =>
    rows
      .map((row) => row.toLowerCase())
      .filter((row) => wanted.some((one) => row.includes(one)))
      .map((row) => `${table}: ${row.slice(0, 600)}`),
  );
}
