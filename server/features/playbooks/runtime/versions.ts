import { BoundedCache } from '../../../platform/bounded-cache.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { compile, type Instruction } from '../compile.ts';
import type { Definition } from '../definition.ts';

/** A playbook version, compiled for runs. */
export interface Version {
  definition: Definition;
  instructions: Instruction[];
}

/** A version never changes, so it can be cached; the oldest entry is dropped first. */
const cache = new BoundedCache<string, Version>(1_000);

const selectVersion = statement(
  'select_playbook_version_of_run',
  `select definition from playbook_versions
   where organization_id = $1 and playbook_id = $2 and version = $3`,
);

export async function findVersion(
  tx: Tx,
  { playbook_id, version }: { playbook_id: string; version: number },
): Promise<Version> {
  const key = `${tx.organizationId} ${playbook_id} ${version}`;
  const known = cache.get(key);
  if (known) return known;
  const values = [tx.organizationId, playbook_id, version];
  const [row] = await tx.query<Pick<Version, 'definition'>>(selectVersion, values);
  if (!row) throw notFound('playbook version');
  const found = { ...row, instructions: compile(row.definition) };
  cache.set(key, found);
  return found;
}
