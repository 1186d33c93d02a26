import type { Actor } from '../events/event.ts';
import type { Database } from './database.ts';
import { statement } from './statement.ts';
import type { Tx } from './transaction.ts';

const MAINTENANCE: Actor = { type: 'system', id: null, name: 'maintenance' };

/** For scheduled maintenance: runs for each organization in its own transaction. */
export async function inEveryOrganization(
  database: Database,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  for (const organizationId of await everyOrganization(database)) {
    await database.transaction({ organizationId, actor: MAINTENANCE }, work);
  }
}

/** The ids of all organizations that are not suspended. */
export async function everyOrganization(database: Database): Promise<string[]> {
  const rows = await database.withoutTenant<{ organization_id: string }>(selectIds, []);
  return rows.map(({ organization_id }) => organization_id);
}

const selectIds = statement(
  'every_organization',
  `select organization_ids as organization_id from organization_ids()
   where organization_ids <> all (suspended_organizations())`,
);
