import { toUuid } from '../domain/ids.ts';
import type { TestOrganization, TestService } from './harness.ts';

/**
 * Every row of the organization in every table, as a hash for each table, and its tasks. Without when a token was last
 * used, which is recorded whatever the request is.
 */
export async function everythingOf(
  { owner }: Pick<TestService, 'owner'>,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
): Promise<Record<string, string>> {
  const text = queries.get(owner) ?? (await queryOfAllTables(owner));
  queries.set(owner, text);
  const { rows } = await owner.query<{ name: string; state: string }>({
    name: 'everything_of',
    text,
    values: [toUuid('organization', organizationId)],
  });
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** Planning it takes longer than running it, so each connection prepares it once. */
const queries = new WeakMap<TestService['owner'], string>();

async function queryOfAllTables(owner: TestService['owner']): Promise<string> {
  // To start parallel workers takes longer than the query.
  await owner.query('set max_parallel_workers_per_gather = 0');
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'organization_id' and not a.attisdropped`);
  const tables = rows.map(({ name }) => {
    const row = name === 'tokens' ? "(to_jsonb(t) - 'last_used_at')::text" : 't::text';
    return `select '${name}' as name, md5(string_agg(${row}, ' ' order by ${row})) as state from ${name} t
            where organization_id = $1`;
  });
  const tasks = `select 'tasks', md5(string_agg(t::text, ' ' order by id)) from pgboss.job t
                 where data->>'organization_id' = $1::uuid::text`;
  return [...tables, tasks].join(' union all ');
}
