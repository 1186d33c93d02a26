import type { Database } from './database.ts';
import { statement } from './statement.ts';

/** The ids of all organizations, for scheduled work that is done for each in a transaction of its own. */
export async function everyOrganization(database: Database): Promise<string[]> {
  const rows = await database.withoutTenant<{ organization_id: string }>(selectIds, []);
  return rows.map(({ organization_id }) => organization_id);
}

const selectIds = statement(
  'every_organization',
  'select organization_ids as organization_id from organization_ids()',
);
