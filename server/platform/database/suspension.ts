import type { Database } from './database.ts';
import { statement } from './statement.ts';

/** As with tokens: a suspension takes effect everywhere within 1 s, without notifying the processes. */
const CACHE_MS = 500;

interface Suspended {
  ids: Promise<ReadonlySet<string>>;
  until: number;
}

const cached = new WeakMap<Database, Suspended>();

/** The organizations that an operator has suspended: few or none, so all of them are read at once. */
export function suspendedOrganizations(database: Database): Promise<ReadonlySet<string>> {
  const now = performance.now();
  const known = cached.get(database);
  if (known && known.until > now) return known.ids;
  const ids = database
    .withoutTenant<{ ids: string[] }>(selectSuspended, [])
    .then(([row]) => new Set(row?.ids));
  cached.set(database, { ids, until: now + CACHE_MS });
  ids.catch(() => cached.delete(database));
  return ids;
}

export async function isSuspended(database: Database, organizationId: string): Promise<boolean> {
  return (await suspendedOrganizations(database)).has(organizationId);
}

const selectSuspended = statement(
  'suspended_organizations',
  'select suspended_organizations() as ids',
);
