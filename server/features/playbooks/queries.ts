import { toPublicId } from '../../domain/ids.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/events/event.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { Definition } from './definition.ts';
import { type PlaybookState, type PlaybookVersion, toDefinitionFields } from './schemas.ts';

export interface PlaybookRow {
  playbook_id: string;
  key: string | null;
  name: string;
  description: string | null;
  enabled: boolean;
  version: number;
  archived_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** The definition of `version`. */
  definition: Definition;
}

const OWN_COLUMNS =
  'playbook_id, key, name, description, enabled, version, archived_at, created_at, updated_at';
const SELECT_WITH_DEFINITION = `select ${OWN_COLUMNS.split(', ')
  .map((column) => `p.${column}`)
  .join(', ')}, v.definition
   from playbooks p
   join playbook_versions v
     on v.organization_id = $1 and v.playbook_id = p.playbook_id and v.version = p.version`;

export function toPlaybookState(row: PlaybookRow): PlaybookState {
  return {
    playbook_id: toPublicId('playbook', row.playbook_id),
    key: row.key,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    archived_at: row.archived_at?.toISOString() ?? null,
    version: row.version,
    ...toDefinitionFields(row.definition),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertRow = statement(
  'insert_playbook',
  'select insert_playbook($1, $2, $3, $4, $5, $6, $7, $8, $9)',
);

export function insertPlaybook(
  tx: Tx,
  row: Pick<PlaybookRow, 'playbook_id' | 'key' | 'name' | 'description' | 'enabled' | 'definition'>,
): void {
  tx.query(insertRow, [
    tx.organizationId,
    row.playbook_id,
    row.key,
    row.name,
    row.description,
    row.enabled,
    tx.now,
    JSON.stringify(row.definition),
    JSON.stringify(tx.actor),
  ]);
}

const selectOne = statement(
  'select_playbook',
  `${SELECT_WITH_DEFINITION} where p.organization_id = $1 and p.playbook_id = $2`,
);
const lockOne = statement(
  'lock_playbook',
  'select from playbooks where organization_id = $1 and playbook_id = $2 for no key update',
);

export const findPlaybook = rowFinder<PlaybookRow>(selectOne, 'playbook');

/**
 * Two pipelined statements. One statement that waits for the row lock and also joins the version would join the
 * version from before the wait.
 */
export async function lockPlaybook(tx: Tx, playbookId: string): Promise<PlaybookRow> {
  tx.query(lockOne, [tx.organizationId, playbookId]);
  return findPlaybook(tx, playbookId);
}

const updateRow = statement(
  'update_playbook',
  `update playbooks
   set name = $3, description = $4, enabled = $5, version = $6, archived_at = $7, updated_at = $8
   where organization_id = $1 and playbook_id = $2`,
);

export function savePlaybook(tx: Tx, row: PlaybookRow): void {
  tx.query(updateRow, [
    tx.organizationId,
    row.playbook_id,
    row.name,
    row.description,
    row.enabled,
    row.version,
    row.archived_at,
    row.updated_at,
  ]);
}

const insertVersionRow = statement(
  'insert_playbook_version',
  `insert into playbook_versions (organization_id, playbook_id, version, definition, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

export function insertVersion(tx: Tx, row: PlaybookRow): void {
  tx.query(insertVersionRow, [
    tx.organizationId,
    row.playbook_id,
    row.version,
    JSON.stringify(row.definition),
    JSON.stringify(tx.actor),
    tx.now,
  ]);
}

const selectPage = statement(
  'list_playbooks',
  `${SELECT_WITH_DEFINITION}
   where p.organization_id = $1 and p.playbook_id < $2
     and ($3::boolean is null or p.enabled = $3) and (p.archived_at is null or $4)
   order by p.playbook_id desc limit $5`,
);

export interface PlaybookFilter {
  enabled: boolean | null;
  includeArchived: boolean;
}

export function listPlaybookRows(
  tx: Tx,
  { enabled, includeArchived }: PlaybookFilter,
  before: string | null,
  limit: number,
): Promise<PlaybookRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, enabled, includeArchived, limit];
  return tx.query(selectPage, values);
}

export interface VersionRow {
  playbook_id: string;
  version: number;
  definition: Definition;
  created_by: Actor;
  created_at: Date;
}

export function toPlaybookVersion(row: VersionRow): PlaybookVersion {
  return {
    playbook_id: toPublicId('playbook', row.playbook_id),
    version: row.version,
    ...toDefinitionFields(row.definition),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  };
}

const selectVersion = statement(
  'select_playbook_version',
  `select playbook_id, version, definition, created_by, created_at from playbook_versions
   where organization_id = $1 and playbook_id = $2 and version = $3`,
);

export async function findVersion(tx: Tx, playbookId: string, version: number) {
  const values = [tx.organizationId, playbookId, version];
  const [row] = await tx.query<VersionRow>(selectVersion, values);
  if (!row) throw notFound('playbook version');
  return row;
}

const selectVersions = statement(
  'list_playbook_versions',
  `select playbook_id, version, definition, created_by, created_at from playbook_versions
   where organization_id = $1 and playbook_id = $2 and version < $3
   order by version desc limit $4`,
);

export function listVersionRows(
  tx: Tx,
  playbookId: string,
  before: number,
  limit: number,
): Promise<VersionRow[]> {
  return tx.query(selectVersions, [tx.organizationId, playbookId, before, limit]);
}

const selectEnabled = statement(
  'list_enabled_playbooks',
  `${SELECT_WITH_DEFINITION} where p.organization_id = $1 and p.enabled order by p.playbook_id`,
);

export async function enabledPlaybooks(tx: Tx): Promise<PlaybookRow[]> {
  return tx.query(selectEnabled, [tx.organizationId]);
}
