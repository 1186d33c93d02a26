import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { HIDDEN, hidePath } from '../../platform/hide-secrets.ts';
import type { Mapping, Source, SourceKind } from './schemas.ts';
import { methodOf, type StoredVerification } from './verification.ts';

export interface SourceRow {
  source_id: string;
  source_key: string;
  name: string;
  kind: SourceKind;
  source: string;
  default_service: string | null;
  mapping: Mapping;
  verification: StoredVerification;
  sealed_secret: Buffer | null;
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

const sources = table<SourceRow>('sources', {
  source_id: 'key',
  source_key: 'fixed',
  name: 'value',
  kind: 'fixed',
  source: 'value',
  default_service: 'value',
  mapping: 'json',
  verification: 'json',
  sealed_secret: 'value',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toSource(row: SourceRow, baseUrl: string): Source {
  const { header, query, username, secrets } = row.verification;
  return {
    source_id: toPublicId('source', row.source_id),
    source_key: row.source_key,
    url: `${baseUrl}/in/${row.source_key}`,
    name: row.name,
    kind: row.kind,
    source: row.source,
    default_service: row.default_service,
    mapping: row.mapping,
    verification: {
      method: methodOf(row.kind, row.verification),
      header,
      query,
      username,
      has_verify_token: secrets.includes('verify_token'),
      has_access_token: secrets.includes('access_token'),
    },
    active: row.active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The source as events show it: without a secret, its address is the only proof. */
export function toLoggedSource(row: SourceRow, baseUrl: string): Source {
  const source = toSource(row, baseUrl);
  return { ...source, source_key: HIDDEN, url: hidePath(source.url) };
}

const insertDirectoryEntry = statement(
  'insert_source_directory_entry',
  'insert into source_directory (organization_id, source_id, source_key) values ($1, $2, $3)',
);

/** Also inserts the directory entry that leads from the key to its organization. */
export function insertSource(tx: Tx, row: SourceRow): void {
  sources.insert(tx, row);
  tx.query(insertDirectoryEntry, [tx.organizationId, row.source_id, row.source_key]);
}

export const saveSource = sources.update;
export const { find: findSource, lock: lockSource } = sources.byKey('source');
export const listSourceRows = sources.newestFirst();

/** A source found by its key, with the organization's settings for new leads. */
export interface PublicSource extends SourceRow {
  organization_id: string;
  country: string;
  qualification_policy: string;
}

const selectToSettle = statement(
  'find_source_to_settle',
  `select ${sources.columnsOf('s')}, s.organization_id, o.country, o.qualification_policy
   from sources s join organizations o on o.organization_id = s.organization_id
   where s.organization_id = $1 and s.source_id = $2`,
);

/** The same by its id. */
export const findSourceToSettle = rowFinder<PublicSource>(selectToSettle, 'source');

const selectPublicSource = statement('find_source', 'select * from find_source($1)');

/** Runs without a tenant, because the organization is found by the key. */
export async function findPublicSource(
  database: Database,
  sourceKey: string,
): Promise<PublicSource | null> {
  const [source] = await database.lookup<PublicSource>(selectPublicSource, [sourceKey]);
  return source ?? null;
}
