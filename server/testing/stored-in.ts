import type { TestOrganization, TestService } from './harness.ts';
import { uuidFrom } from './uuid-from.ts';

/** The tables where a row contains one of the texts: the rows of this organization, and those of no organization. */
export async function storedIn(
  { owner }: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  texts: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string; has_organization: boolean }>(
    `select c.oid::regclass::text as name, exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as has_organization
     from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const id = uuidFrom('organization', organizationId);
  const searches = tables.map(({ name, has_organization }) => {
    const own = has_organization ? `t.organization_id = '${id}'` : 'true';
    return `select '${name}' as name where exists (
      select from ${name} t, unnest($1::text[]) as one (text) where ${own} and position(one.text in t::text) > 0)`;
  });
  const { rows } = await owner.query<{ name: string }>(searches.join(' union all '), [texts]);
  return rows.map(({ name }) => name);
}
